"""Monte-Carlo tree search for any game, compiled once a game: `rolltop.bots` loads this module anew with the game's
`rules`, `engine` (`rolltop.games.engine`), `policy`, `preferring` and `value` bound.

Each playout deals anew what the searching seat cannot know (determinisation; Cowling, Powley and Whitehouse 2012), goes
down the tree while it knows what the seat to choose sees, adds one node, plays on by the policy to the end or to where
the value cuts it off, and credits every choice with its own seat's reward. A node is what a seat sees when it is to
choose: so chance needs no nodes, the tree holds for any number of players with any information, and positions that are
reached on several ways share one. Choices in the tree are made by PUCT (Rosin 2011), the policy's weights being the
priors, among those that this deal allows.
"""

from math import exp, sqrt
from typing import Any

from rolltop.bots.skills import LONGEST_PATH, PLACING, Desk
from rolltop.games.contract import OVER
from rolltop.games.kernel import rule
from rolltop.games.luck import below

rules: Any = None  # bound when the module is loaded for a game
engine: Any = None
policy: Any = None
preferring: Any = None
value: Any = None

PRIOR = 3.0  #: how much more likely than an average action the policy's best is, as the power of e
FIRST_PLAY = 0.1  #: an action not tried yet is thought so much worse than its node's mean
MIX = -7046029254386353131  #: multiplies a key, ...
HIGH, LOW = 29, 0x7FFFFFFFF  # ... whose high bits then go to the low ones


@rule
def search(views: Any, i: int, boxes: Any, lucks: Any, desk: Desk, number: int, n: int) -> None:
    """Add `n` playouts to the tree from what the seat to choose sees (state `i`); the root is node 0."""
    if desk.n_nodes[0] == 0:
        desk.slots[:] = -1
    for _ in range(n):
        playout(views[i], boxes[0], lucks[0], desk, desk.skills[number])


@rule
def clear(desk: Desk) -> None:
    """Empty the tree."""
    desk.n_nodes[0] = 0


@rule
def playout(root: Any, box: Any, luck: Any, desk: Desk, skill: Any) -> None:
    """One way the game may go on, down the tree and beyond."""
    game = desk.games[0]
    desk.games[0] = root
    searcher = rules.turn(root)
    rules.redeal(game, box, searcher, luck)
    length, grown = 0, False
    seat = searcher
    while seat != OVER and length < LONGEST_PATH and not grown:
        node = find(game, box, seat, desk)
        if node < 0:
            grown = True
            node = add(game, box, seat, desk, skill)
        if node < 0:
            break
        action = select(game, box, node, desk, skill)
        desk.path[length, 0], desk.path[length, 1], desk.path[length, 2] = node, action, seat
        length += 1
        rules.play(game, box, action)
        seat = engine.run_chance(game, box, luck)
    finish(game, box, luck, desk, skill, seat)
    for step in range(length):
        node, action, seat = desk.path[step, 0], desk.path[step, 1], desk.path[step, 2]
        desk.visits[node, action] += 1
        desk.sums[node, action] += desk.rewards[seat]


# ---- the tree --------------------------------------------------------------------------------------------------------


@rule
def find(game: Any, box: Any, seat: int, desk: Desk) -> int:
    """The node of what a seat sees; -1 if there is none, and then `gap` says where it is to be put."""
    desk.seen[0] = game
    rules.seen(desk.seen[0], box, seat)
    key = 0
    for word in desk.words:
        key = (key ^ word) * MIX
        key ^= (key >> HIGH) & LOW
    most = len(desk.slots) - 1
    slot = key & most
    while desk.slots[slot] >= 0:
        if desk.keys[desk.slots[slot]] == key:
            return int(desk.slots[slot])
        slot = (slot + 1) & most
    desk.gap[0], desk.gap[1] = slot, key
    return -1


@rule
def add(game: Any, box: Any, seat: int, desk: Desk, skill: Any) -> int:
    """A new node for what `find` has just not found; -1 if there is no room."""
    node = desk.n_nodes[0]
    if node == len(desk.keys):
        return -1
    desk.n_nodes[0] = node + 1
    desk.slots[desk.gap[0]] = node
    desk.keys[node] = desk.gap[1]
    for action in range(rules.N_ACTIONS):
        desk.visits[node, action], desk.sums[node, action] = 0, 0.0
    weigh(desk.seen[0], box, seat, desk, skill)
    wide = preferring.spread(desk.seen[0], box, desk.weights)
    best = preferring.heaviest(desk.seen[0], box, desk.weights)
    for action in range(rules.N_ACTIONS):
        desk.priors[node, action] = exp(PRIOR * (desk.weights[action] - best) / wide) if wide > 0.0 else 1.0
    return int(node)


@rule
def weigh(seen: Any, box: Any, seat: int, desk: Desk, skill: Any) -> None:
    """The policy's weights of what a seat may do."""
    if skill.policy:
        policy.weigh(seen, box, seat, desk.weights)
    else:
        desk.weights[:] = 0.0


@rule
def select(game: Any, box: Any, node: int, desk: Desk, skill: Any) -> int:
    """PUCT among the actions that are legal in this deal."""
    visits, total, priors = 0, 0.0, 0.0
    for action in range(rules.N_ACTIONS):
        if rules.is_legal(game, box, action):
            visits += desk.visits[node, action]
            total += desk.sums[node, action]
            priors += desk.priors[node, action]
    first = total / visits - FIRST_PLAY if visits else 0.0
    wide = skill.explores * sqrt(visits + 1.0) / priors
    best, chosen = -1e300, -1
    for action in range(rules.N_ACTIONS):
        if rules.is_legal(game, box, action):
            tried = desk.visits[node, action]
            mean = desk.sums[node, action] / tried if tried else first
            worth = mean + wide * desk.priors[node, action] / (1 + tried)
            if worth > best:
                best, chosen = worth, action
    return chosen


# ---- beyond the tree -------------------------------------------------------------------------------------------------


@rule
def finish(game: Any, box: Any, luck: Any, desk: Desk, skill: Any, seat: int) -> None:
    """Play on by the policy, to the end or to where the value cuts it off, and write every seat's reward."""
    decisions = 0
    while seat != OVER:
        if value.KNOWN and skill.depth and decisions >= skill.depth and value.settled(game):
            value.chances(game, box, desk.rewards)
            return
        rules.play(game, box, likely_action(game, box, luck, desk, skill, seat))
        decisions += 1
        seat = engine.run_chance(game, box, luck)
    reward(game, box, desk)


@rule
def likely_action(game: Any, box: Any, luck: Any, desk: Desk, skill: Any, seat: int) -> int:
    """What a seat will probably do, knowing what it sees."""
    if not skill.policy:
        return int(engine.random_action(game, box, luck))
    seen = desk.games[1]
    desk.games[1] = game
    rules.seen(seen, box, seat)
    return int(preferring.weightiest(seen, box, luck, desk.weights))


@rule
def reward(game: Any, box: Any, desk: Desk) -> None:
    """What the end of a game is worth to every seat: 1 for a win, shared in equal parts, and a little for the place."""
    rules.score(game, box, desk.scores)
    rules.rank(game, box, desk.scores, desk.places)
    engine.share_win(desk.places, game.n_players, desk.rewards)
    for seat in range(game.n_players):
        behind = (desk.places[seat] - 1.0) / max(1, game.n_players - 1)
        desk.rewards[seat] = (1.0 - PLACING) * desk.rewards[seat] + PLACING * (1.0 - behind)


# ---- choosing --------------------------------------------------------------------------------------------------------


@rule
def most_visited(desk: Desk, luck: Any) -> int:
    """The action of the root with most visits; of equal ones that with the better mean, or any."""
    best, chosen, equal = -1.0, -1, 0
    for action in range(rules.N_ACTIONS):
        if desk.visits[0, action] > 0:
            worth = desk.visits[0, action] + 0.5 * desk.sums[0, action] / desk.visits[0, action]
            if worth > best:
                best, chosen, equal = worth, action, 1
            elif worth == best:
                equal += 1
                if below(luck, equal) == 0:
                    chosen = action
    return chosen
