"""Who asks, and what is refused: guests, forms, limits, proxies, headers, errors as pages."""
