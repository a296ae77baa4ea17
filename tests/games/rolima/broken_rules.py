"""Rolimã with a rule broken on purpose: each must fail a test called after it."""

# ruff: noqa: E501  (a change is easier to read in one line)

from tests.conformance.faults import Change


def rules(old: str, new: str) -> Change:
    return Change("rules.py", old, new)


def race(old: str, new: str) -> Change:
    return Change("race.py", old, new)


# fmt: off
BROKEN = [
    ("RM1", rules("    for slot in range(game.n_players + 1):\n", "    for slot in range(game.n_players):\n")),
    ("RM1", rules("    if game.hands[game.chooser][HAND - 1] != NO_CARD:\n        game.chooser", "    if game.hands[game.chooser][HAND - 2] != NO_CARD:\n        game.chooser")),
    ("RM1", rules("    game.horn = box.first_seat\n", "    game.horn = NOBODY\n")),
    ("RM1", rules("                game.place[cart] = place\n", "                game.place[cart] = N_CARTS - 1 - place\n")),
    ("RM1", rules("    game.deck ^= 1 << card\n    game.n_deck", "    game.n_deck")),
    ("RM2", race("                total += number\n", "                total = max(total, number)\n")),
    ("RM2", rules("    game.chooser = game.horn\n    if not has_cards", "    game.chooser = 0\n    if not has_cards")),
    ("RM2", rules("    while seat != game.horn and not has_cards(game, seat):\n        seat = left_of(game, seat)\n    return seat\n", "    return seat\n")),
    ("RM2", rules("    game.hands[seat][slot] = NO_CARD\n    game.played", "    game.played")),
    ("RM3", race("game.place[cart] < game.place[best]):\n            best, most", "game.place[cart] > game.place[best]):\n            best, most")),
    ("RM3", race("    target = game.section[cart] + 1\n", "    target = game.section[cart] + 2\n")),
    ("RM4", rules("    if game.section[game.winner] == finish(box):\n", "    if game.section[game.winner] == finish(box) - 1:\n")),
    ("RM4", rules("        end_race(game)\n    else:\n        begin_draft(game, box)", "        end_race(game)\n        begin_draft(game, box)\n    else:\n        begin_draft(game, box)")),
    ("RM5", race("        if other != cart and game.section[other] > section:\n", "        if other != cart and game.section[other] >= section:\n")),
    ("RM5", rules("        return bool(first < second)\n", "        return bool(first > second)\n")),
    ("RM5", rules("    return turns_from_horn(game, seat) > turns_from_horn(game, other)", "    return turns_from_horn(game, seat) < turns_from_horn(game, other)")),
    ("RM5", rules("    turns = int(seat) - int(game.horn)\n", "    turns = int(seat)\n")),
    ("RM5", rules("        if hand[left] != NO_CARD and same_kind(box, hand[left], hand[slot]):\n            return True\n", "        pass\n")),
    ("RM6", rules("    return is_higher(game, box, other, seat)\n", "    return is_higher(game, box, seat, other)\n")),
    ("RM6", rules("        game.horn = game.drafter[game.n_drafted - 1]\n", "        game.horn = game.drafter[0]\n")),
    ("RM6", rules("    if game.market[slot] == NO_CARD or game.taken_by[slot] != NOBODY:\n", "    if game.market[slot] == NO_CARD:\n")),
    ("RM7", race("section > 0 and section != game.active", "section > 1 and section != game.active")),
    ("RM7", race("        if game.hill[index] == hill:", "        if game.hill[index] == hill + 100:")),
    ("RM7", rules("    if not hill_due(game, box):\n        clear_up", "    if game.active > 0 or not hill_due(game, box):\n        clear_up")),
    ("RM8", race("    if game.face_up == Hill.WHISPERS:\n        return quietest(game, box)\n", "")),
    ("RM9", rules("        if game.taken_by[slot] != NOBODY:\n            game.market[slot] = NO_CARD\n", "        if game.taken_by[slot] != NOBODY:\n")),
    ("RM9", rules("            game.discards |= 1 << int(game.played[seat])\n", "")),
    ("RM9", rules("    game.market[free_place(game)] = card\n    renew_deck(game, box)\n", "    game.market[free_place(game)] = card\n")),
    ("RM9", rules("        turn_up(game, 0)\n    renew_deck(game, box)\n", "        turn_up(game, 0)\n")),
    ("RM9", rules("(game.n_blind > 0 or open_cards(game) > 0):", "True:")),
    ("RM10", rules("out[seat] += int(box.gum[card]) * factor", "out[seat] += int(box.number[card]) * factor")),
    ("RM10", rules("int(box.podium[game.place[cart]])", "int(box.podium[min(2, game.place[cart])])")),
    ("RM11", rules("ahead = scores[other] == scores[seat] and has_better_bets(game, box, other, seat)", "ahead = False")),
    ("RM11", rules("                return mine > theirs\n", "                return mine < theirs\n")),
    ("RM11", rules("            if mine != theirs:\n", "            if place == 0 and mine != theirs:\n")),
    ("RM11", rules("    return False\n\n\n@rule\ndef best_bet", "    return seat < other\n\n\n@rule\ndef best_bet")),
    ("RM12", race("            return 0\n    return 10\n", "            return 10\n    return 10\n")),
    ("RM12", race("            return 0\n    return 10\n", "            return 0\n    return 9\n")),
    ("RM12", rules("                return 0\n    return 10\n", "                return 10\n    return 10\n")),
    ("RM12", Change("components.py", "if number != ZERO_TEN or box[\"zero_ten\"]:", "if True:")),
    ("RM13", rules("    if may_take_gum(game):\n", "    if game.horn == game.drafter[0] and may_take_gum(game):\n")),
    ("RM13", rules("        game.gum[action - TAKE_GUM] = game.chooser\n", "")),
    ("RM13", rules("            out[game.gum[cart]] += factor(game, box, cart)", "            out[game.gum[cart]] += 1")),
    ("RM14", rules("    if may_take_gum(game):\n", "    if not box.zero_ten and may_take_gum(game):\n")),
    ("RM15", race("bool(box.hill_rules) and section > 0", "section > 0")),
    ("RM15", rules("box.chosen[index] if index < box.n_hills else NO_HILL", "NO_HILL")),
    ("RM15", race("return NO_HILL if section == 0 else int(box.chosen[section - 1])", "return NO_HILL")),
    ("RM15", Change("components.py", 'SHORT if options["race"] == "three" else MAX_HILLS', "MAX_HILLS")),
    ("RM15", Change("components.py", " or HILLS.index(choice) in box[\"chosen\"]:", ":")),
    ("RM16", rules("if card >= 0 and game.pool[card] > 0:\n                    hide", "if card >= 0:\n                    hide")),
    ("RM16", rules("            game.pool[card] = game.deck_pool\n", "            game.pool[card] = 1\n")),
    ("RM16", Change("view.py", "shown = seat == viewer or box.memory_aid or", "shown = seat == viewer or card_of is not None or")),
    ("RM17", rules("and game.gum[action - TAKE_GUM] != game.chooser", "and game.gum[action - TAKE_GUM] >= -1")),
    ("RM17", rules("!= NOT_IN_BOX and game.gum[cart] != game.horn:", "!= NOT_IN_BOX:")),
    ("RM17", rules("    best = -1\n", "    best = 0\n")),
    ("RM18", rules("        game.deck |= 1 << card\n    elif", "        pass\n    elif")),
    ("RM18", rules("        if other != seat:\n            for slot in range(HAND):\n                card = int(game.hands[other]", "        if other != seat and seat >= 0:\n            for slot in range(HAND):\n                card = int(game.hands[other]")),
    ("RM18", rules("    if game.phase == Phase.DEAL or game.phase == Phase.UNSEEN:\n        return int", "    if game.phase == Phase.UNSEEN:\n        return int")),
]
BROKEN_HILLS = [
    ("H1", race("if loudness(game, box, winner) >= game.n_players + box.pothole:", "if loudness(game, box, winner) > game.n_players + box.pothole:")),
    ("H1", race("if loudness(game, box, winner) >= game.n_players + box.pothole:", "if loudness(game, box, winner) >= 3 + box.pothole:")),
    ("H1", race("    return cart_at(game, N_CARTS - 1)\n\n\n# ---- rolling", "    return winner\n\n\n# ---- rolling")),
    ("H2", race("return min(target + 1, finish(box))", "return target")),
    ("H2", race("return min(target + 1, finish(box))", "return min(target + 1, finish(box) - 1)")),
    ("H3", race("return max(0, total - int(box.headwind))", "return max(0, total - 1)")),
    ("H3", race("return max(0, total - int(box.headwind))", "return total - int(box.headwind)")),
    ("H3", race("total != NOT_CHEERED and cart == game.leader:", "total != NOT_CHEERED and game.place[cart] == 1:")),
    ("H4", race("    return max(loudest, number)\n", "    return loudest + number\n")),
    ("H4", Change("components.py", 'hill != "solo_voices" or n_players > 2', "True")),
    ("H5", race("game.place[cart] > game.place[best]):\n            best, least", "game.place[cart] < game.place[best]):\n            best, least")),
    ("H5", race("        if total == NOT_CHEERED:\n            continue\n", "")),
    ("H6", race("    roll_on(game, box, cart_at(game, N_CARTS - 1))", "    roll_on(game, box, cart_at(game, N_CARTS - 2))")),
    ("H6", race("    if target == finish(box):\n        return\n", "")),
    ("H6", race("    if game.section[cart] + 1 < finish(box):\n", "    if True:\n")),
    ("H7", race("    behind = cart_at(game, game.place[cart] + 1)\n", "    behind = cart_at(game, game.place[cart] + 2)\n")),
    ("H7", race("if behind != NO_CART and game.section[behind] == game.section[cart]:", "if behind != NO_CART:")),
    ("H7", race("    if game.section[cart] + 1 < finish(box):\n", "    if True:\n")),
    ("H8", rules("    if game.face_up == Hill.HUSH:\n        game.laid[game.chooser] = slot\n    else:\n        play_card(game, game.chooser, slot)\n", "    play_card(game, game.chooser, slot)\n")),
    ("H8", rules("game.face_up == Hill.HUSH and next_to_cheer(game) != game.horn:", "game.face_up == Hill.HUSH:")),
    ("H8", rules("                game.laid[other] = FACE_DOWN\n", "                pass\n")),
    ("H9", rules("        return is_higher(game, box, seat, other)\n    return", "        return is_higher(game, box, other, seat)\n    return")),
    ("H10", rules("    if game.face_up == Hill.BLIND_MARKET:\n        blind_market(game)\n", "")),
    ("H10", rules("    if game.n_blind > 0:\n        game.phase = Phase.TURN_UP\n    next_to_draft", "    next_to_draft")),
    ("H10", rules("            game.pool[card] = game.blind_pool\n", "            game.pool[card] = 0\n")),
    ("H10", rules("    while game.n_blind > 0:\n        turn_up(game, 0)\n", "")),
]
# fmt: on
