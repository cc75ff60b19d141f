"""What the clauses demand of processes and what becomes of them, each from its own text alone."""

from checker import Step, ensures, every, forbids, gives, needs, norm, obliges, only, permits, some
from models.force_of_will.process_parts import CHANTS, Card, InProcess, Kind, Zone, holder_of
from models.force_of_will.processes import ForceOfWillProcesses
from models.force_of_will.sequence import Player
from models.priority_stack import Stage
from specs.force_of_will import sequence_norms

__all__ = ["sequence_norms"]

# -- what resolves -------------------------------------------------------------------------------------


def newest_is(game: ForceOfWillProcesses, kind: Kind) -> bool:
    """Return whether what was put in last is of a kind."""
    return some(
        game.stack, lambda e: e.kind == kind and every(game.stack, lambda other: other.arrived <= e.arrived)
    )


def to_resolve(game: ForceOfWillProcesses, kind: Kind) -> bool:
    """Return whether both have passed in a row, and what was put in last is of a kind."""
    return game.in_game <= game.passes_in_a_row and not game.is_resolving() and newest_is(game, kind)


@norm("FOW12:605.1b/2", only("begin_resolution"))
def a_card_or_ability_resolves(game: ForceOfWillProcesses) -> bool:
    """What was put in last resolves if it is a card or an ability."""
    return newest_is(game, Kind.SPELL) or newest_is(game, Kind.ABILITY)


@norm("FOW12:705.3", obliges("begin_resolution"))
def judgment_resolves(game: ForceOfWillProcesses) -> bool:
    """A judgment process that is last in the chase resolves, as all do when both have passed."""
    return to_resolve(game, Kind.JUDGMENT)


@norm("FOW12:716.3", obliges("begin_resolution"))
def a_warden_resolves(game: ForceOfWillProcesses) -> bool:
    """A warden process that is last in the chase resolves, as all do when both have passed."""
    return to_resolve(game, Kind.WARDEN)


# -- what enters the chase, and what leaves it ---------------------------------------------------------


@norm("S-FOW:2/2", gives("stack", after=("put_into_standby", "call_stone")))
def what_is_activated_enters_the_chase(
    before: ForceOfWillProcesses, step: Step, after: ForceOfWillProcesses
) -> tuple[bool, bool]:
    """Whatever is activated enters the chase; will abilities alone do not."""
    return True, after.stack.size == before.stack.size + 1


@norm("FOW12:706.2", gives("stack", after="put_into_standby"))
def standby_enters_no_chase(
    before: ForceOfWillProcesses, step: Step, after: ForceOfWillProcesses
) -> tuple[bool, bool]:
    """A card is put into standby at once, without the chase."""
    return True, after.stack.size == before.stack.size


@norm("FOW12:710.1", gives("stack", "stones", after="call_stone"))
def a_stone_enters_no_chase(
    before: ForceOfWillProcesses, step: Step, after: ForceOfWillProcesses
) -> tuple[bool, bool]:
    """A magic stone that is called is put into the field, not into the chase."""
    stone = after.stones[step.player] == before.stones[step.player] + 1
    return True, stone and after.stack.size == before.stack.size


def contract_is_made(before: ForceOfWillProcesses, after: ForceOfWillProcesses) -> bool:
    """Return whether a Contract chant has just brought a contract about."""
    return after.flips and not before.flips


@norm("S-FOW:2/2", gives("stack", after="pact_takes_effect"))
def a_contract_enters_the_chase(
    before: ForceOfWillProcesses, step: Step, after: ForceOfWillProcesses
) -> tuple[bool, bool]:
    """Whatever is activated enters the chase; will abilities alone do not."""
    return contract_is_made(before, after), some(after.stack, lambda e: e.kind == Kind.CONTRACT)


@norm("FOW12:713.3", gives("stack", after="pact_takes_effect"))
def a_contract_resolves_at_once(
    before: ForceOfWillProcesses, step: Step, after: ForceOfWillProcesses
) -> tuple[bool, bool]:
    """A contract process is resolved at once, and does not wait in the chase."""
    return contract_is_made(before, after), every(after.stack, lambda e: e.kind != Kind.CONTRACT)


PROCESSES = ("perform_judgment", "play_warden")


@norm("S-FOW:1", gives("stack", after=PROCESSES))
def all_there_are_spells_and_abilities(
    before: ForceOfWillProcesses, step: Step, after: ForceOfWillProcesses
) -> tuple[bool, bool]:
    """The chase consists of spells and abilities."""
    return True, every(after.stack, lambda e: e.kind == Kind.SPELL or e.kind == Kind.ABILITY)


@norm("FOW12:705.2", gives("stack", after="perform_judgment"))
def judgment_enters_the_chase(
    before: ForceOfWillProcesses, step: Step, after: ForceOfWillProcesses
) -> tuple[bool, bool]:
    """A judgment process is put into the chase."""
    return True, some(after.stack, lambda e: e.kind == Kind.JUDGMENT)


@norm("FOW12:716.2", gives("stack", after="play_warden"))
def a_warden_process_enters_the_chase(
    before: ForceOfWillProcesses, step: Step, after: ForceOfWillProcesses
) -> tuple[bool, bool]:
    """A warden process is put into the chase."""
    return True, some(after.stack, lambda e: e.kind == Kind.WARDEN)


def canceled(entry: InProcess) -> bool:
    """Return whether ``entry`` is a chant that is being resolved and cancels something."""
    return entry.stage == Stage.RESOLVING and (entry.card == Card.NULLIFY or entry.card == Card.SUPPRESS)


@norm("S-FOW:8/1", ensures(after="cancel_takes_effect"), governs="stack")
def a_card_stays_until_it_resolves(
    before: ForceOfWillProcesses, step: Step, after: ForceOfWillProcesses
) -> tuple[bool, bool]:
    """A card stays in the chase until it has resolved completely."""
    chosen = some(before.stack, lambda e: canceled(e) and e.target == Card.CHARM)
    return chosen and before.zone[Card.CHARM] == Zone.CHASE, charm_waits(after)


@norm("FOW12:1012.1", ensures(after="cancel_takes_effect"), governs="stack")
def what_is_canceled_leaves(
    before: ForceOfWillProcesses, step: Step, after: ForceOfWillProcesses
) -> tuple[bool, bool]:
    """What is cancelled leaves the chase."""
    chosen = some(before.stack, lambda e: canceled(e) and e.target == Card.CHARM)
    return chosen and before.zone[Card.CHARM] == Zone.CHASE, not charm_waits(after)


def charm_waits(game: ForceOfWillProcesses) -> bool:
    """Return whether Charm is on the chase."""
    return some(game.stack, lambda e: e.card == Card.CHARM)


# -- where cards go ------------------------------------------------------------------------------------


def rune_has_resolved(entry: InProcess) -> bool:
    """Return whether ``entry`` is the Rune, which has had its effect and is about to leave the chase."""
    return entry.stage == Stage.CARRIED_OUT and entry.card == Card.RUNE


def has_resolved(entry: InProcess) -> bool:
    """Return whether ``entry`` is a spell that has had its effect and is about to leave the chase."""
    return entry.stage == Stage.CARRIED_OUT and entry.kind == Kind.SPELL


@norm("S-FOW:8/2", gives("zone", after="finish_resolution"))
def to_the_graveyard(
    before: ForceOfWillProcesses, step: Step, after: ForceOfWillProcesses
) -> tuple[bool, bool]:
    """When a card has resolved it is put into the graveyard."""
    buried = every(before.stack, lambda e: not has_resolved(e) or after.zone[e.card] == Zone.GRAVEYARD)
    return some(before.stack, has_resolved), buried


@norm("FOW12:711.2a", gives("zone", after="finish_resolution"))
def runes_are_removed(
    before: ForceOfWillProcesses, step: Step, after: ForceOfWillProcesses
) -> tuple[bool, bool]:
    """A rune that has resolved is removed from the chase area."""
    return some(before.stack, rune_has_resolved), after.zone[Card.RUNE] == Zone.REMOVED


@norm("FOW12:713.3b", gives("zone", after="finish_resolution"))
def a_chant_that_contracts_enters_the_field(
    before: ForceOfWillProcesses, step: Step, after: ForceOfWillProcesses
) -> tuple[bool, bool]:
    """A Contract chant by which a contract was made flips over and enters the field when it has resolved."""
    resolved = some(before.stack, lambda e: e.card == Card.PACT and has_resolved(e))
    return resolved and before.flips, after.zone[Card.PACT] == Zone.FIELD


@norm("S-FOW:12/2", ensures(after="warden_resolves"), governs="zone")
def a_warden_process_resolves_in_any_case(
    before: ForceOfWillProcesses, step: Step, after: ForceOfWillProcesses
) -> tuple[bool, bool]:
    """What is in the chase and is not cancelled resolves in any case: the Warden enters the ruler area."""
    return True, after.zone[Card.WARDEN] == Zone.RULER_AREA


@norm("FOW12:716.3b", ensures(after="warden_resolves"), governs="zone")
def a_warden_that_is_gone_stays_away(
    before: ForceOfWillProcesses, step: Step, after: ForceOfWillProcesses
) -> tuple[bool, bool]:
    """If the Warden is no longer in hand its process just ends."""
    return before.zone[Card.WARDEN] != Zone.HAND, after.zone[Card.WARDEN] == before.zone[Card.WARDEN]


# -- what may be played --------------------------------------------------------------------------------


def could_contract(game: ForceOfWillProcesses, player: Player) -> bool:
    """Return whether a player has priority, and a Contract chant in hand whose conditions are met."""
    there = game.zone[Card.PACT] == Zone.HAND and holder_of(Card.PACT) == player
    return there and player in game.holders and game.may_contract()


@norm("FOW12:604.1e", permits("contract"))
def a_contract_with_priority(game: ForceOfWillProcesses, player: Player) -> bool:
    """A player with priority can play a contract process."""
    return could_contract(game, player)


@norm("FOW12:713.1", forbids("contract"))
def no_contract_by_itself(game: ForceOfWillProcesses, player: Player) -> bool:
    """A contract process is no action that a player with priority may perform by itself."""
    return could_contract(game, player)


@norm("FOW12:907.2/1", forbids("perform_judgment"))
def no_will_ability_while_playing(game: ForceOfWillProcesses) -> bool:
    """No will ability is played in the middle of an action, so its cost is there before it begins."""
    return game.will == 0


@norm("FOW12:907.2/2", permits("perform_judgment"))
def will_abilities_while_paying(game: ForceOfWillProcesses, player: Player) -> bool:
    """Who has to pay will can play will abilities that are certain to produce it."""
    return game.main_timing(player) and game.may_judge() and game.stones[player] > 0


@norm("S-FOW:4/1", permits("play_chant"))
def the_holder_adds_what_they_like(game: ForceOfWillProcesses, player: Player) -> bool:
    """Who holds priority may add to the chase as much as they like."""
    return player in game.holders


@norm("FOW12:1008.2", forbids("play_chant"))
def nothing_is_chased_to_seal(game: ForceOfWillProcesses) -> bool:
    """While what cannot be chased to is in the chase, no card is put there."""
    return some(game.stack, lambda e: e.card == Card.SEAL)


@norm("S-FOW:3/2", needs("play_chant"))
def a_chant_from_hand(game: ForceOfWillProcesses, player: Player, card: Card) -> bool:
    """A card that is played is chosen from the player's own hand."""
    chant = some(CHANTS, lambda c: c == card)
    return chant and holder_of(card) == player and game.zone[card] == Zone.HAND


@norm("S-FOW:9/1", needs("play_chant"))
def a_chant_is_paid_for(game: ForceOfWillProcesses, player: Player) -> bool:
    """The cost of what is played has to be paid when it is activated."""
    return game.stones[player] > 0 or (player == game.turn_player and game.will > 0)
