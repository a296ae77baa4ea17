"""The OpenAPI document as plain data for a page: what each route takes and answers."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from markdown_it import MarkdownIt
from markupsafe import Markup

Schema = Mapping[str, Any]


@dataclass(frozen=True)
class Field:
    """Something that a route takes or answers."""

    name: str
    kind: str
    words: Markup
    needed: bool = False
    where: str = ""  # path, query, header or body


@dataclass(frozen=True)
class Route:
    """A method of an address."""

    method: str
    path: str
    words: Markup
    takes: list[Field]
    gives: str  # the name of the answer's model, or a media type
    needs_token: bool

    @property
    def anchor(self) -> str:
        """Its name on the page."""
        return f"{self.method.lower()}{self.path.replace('/', '-').replace('{', '').replace('}', '')}"


@dataclass(frozen=True)
class Reference:
    """All routes by their tags, and the models of what they answer."""

    routes: dict[str, list[Route]]
    words: dict[str, str]
    models: dict[str, tuple[Markup, list[Field]]]


def marked(text: str) -> Markup:
    """Words of ours with Markdown's marks, as HTML."""
    return Markup(MarkdownIt("commonmark", {"html": False}).render(text))


def reference(document: Schema, prefix: str) -> Reference:
    """Of an OpenAPI document whose addresses begin with `prefix`."""
    schemas = document["components"]["schemas"]
    routes: dict[str, list[Route]] = {tag["name"]: [] for tag in document["tags"]}
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            routes[operation["tags"][0]].append(route(method.upper(), prefix + path, operation, schemas))
    asked = {name for name in schemas if any(name == body_name(operation) for operation in operations_of(document))}
    models = {
        name: (marked(schema.get("description", "")), list(fields_of(schema)))
        for name, schema in sorted(schemas.items())
        if name not in asked and "properties" in schema
    }
    return Reference(routes, {tag["name"]: tag["description"] for tag in document["tags"]}, models)


def operations_of(document: Schema) -> Iterator[Schema]:
    """All operations of a document."""
    for operations in document["paths"].values():
        yield from operations.values()


def route(method: str, path: str, operation: Schema, schemas: Schema) -> Route:
    """One of its operations."""
    takes = [
        Field(
            each["name"],
            kind_of(each["schema"]),
            marked(each.get("description", "")),
            each.get("required", False),
            each["in"],
        )
        for each in operation.get("parameters", [])
    ]
    if name := body_name(operation):
        takes += fields_of(schemas[name], "body")
    answer = next(answer for status, answer in operation["responses"].items() if status.startswith("2"))
    gives = [
        kind_of(content["schema"]) if media_type == "application/json" else media_type
        for media_type, content in answer.get("content", {}).items()
        if content.get("schema")
    ]
    return Route(
        method,
        path,
        marked(operation["description"]),
        takes,
        " or ".join(gives),
        {} not in operation.get("security", [{}]),
    )


def body_name(operation: Schema) -> str:
    """The model of an operation's body, or nothing."""
    content = operation.get("requestBody", {}).get("content", {}).get("application/json")
    return kind_of(content["schema"]) if content else ""


def fields_of(schema: Schema, where: str = "") -> Iterator[Field]:
    """The fields of a model."""
    needed = schema.get("required", ())
    for name, field in schema.get("properties", {}).items():
        words = field.get("description", "")
        if "default" in field and field["default"] not in (None, "", {}):
            words = f"{words} (without: {field['default']})".strip()
        yield Field(name, kind_of(field), marked(words), name in needed, where)


def kind_of(schema: Schema) -> str:
    """What kind of value a schema allows, in few words."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "anyOf" in schema:
        return " or ".join(kind_of(each) for each in schema["anyOf"])
    if "enum" in schema or "const" in schema:
        return " | ".join(schema.get("enum", [schema.get("const")]))
    if schema.get("type") == "array":
        return f"list of {kind_of(schema.get('items', {}))}"
    return str(schema.get("type", "anything"))
