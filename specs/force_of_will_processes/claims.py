"""What must hold of the processes of Force of Will, and what must be possible with them."""

from checker import (
    Step,
    count,
    every,
    expecting,
    invariant,
    leads_to,
    may,
    possible,
    some,
    transition,
    under,
    violated,
)
from models.force_of_will.process_parts import Card, InProcess, Kind, Point, Zone
from models.force_of_will.processes import ForceOfWillProcesses
from models.force_of_will.sequence import Player
from models.priority_stack import Stage
from specs.force_of_will import sequence

__all__ = ["sequence"]

expecting(
    ForceOfWillProcesses,
    "no_dead_end",
    also=(under(judgment_resolves="literal", expect=violated(length=6)),),
)
expecting(
    ForceOfWillProcesses,
    "every_rule_can_happen",
    expect=violated(part="never happens: contract, delayed_process_resolves"),
    also=(
        under(bypasses="on_chase", expect=violated(part="never happens: contract")),
        under(contracts="with_priority", expect=violated(part="never happens: delayed_process_resolves")),
    ),
)


def is_process(entry: InProcess) -> bool:
    """Return whether an entry is neither a spell nor an ability."""
    return entry.kind != Kind.SPELL and entry.kind != Kind.ABILITY


# -- when they may be played ---------------------------------------------------------------------------


@invariant(
    cites=("FOW12:701.2", "FOW12:604.2", "FOW12:604.2c", "FOW12:604.2d", "FOW12:604.2e", "FOW12:604.2f"),
    says="only the turn player may do what needs main timing, in the main phase on an empty chase",
)
def processes_need_main_timing(game: ForceOfWillProcesses) -> bool:
    """Judgment, wardens, willpower, stones, standby, runes and chants that are not quickcast are meant."""
    return every(
        Player,
        lambda p: (
            not (
                may(p, ForceOfWillProcesses.perform_judgment)
                or may(p, ForceOfWillProcesses.play_warden)
                or may(p, ForceOfWillProcesses.use_willpower)
                or may(p, ForceOfWillProcesses.call_stone)
                or may(p, ForceOfWillProcesses.put_into_standby)
                or may(p, ForceOfWillProcesses.play_rune)
                or may(p, ForceOfWillProcesses.play_pact)
            )
            or (p == game.turn_player and game.point == Point.MAIN and not game.stack)
        ),
    )


@invariant(
    cites=("FOW12:705.1", "FOW12:1024"),
    says="judgment may be played only of a recovered ruler in the ruler area that is not astral, once a turn",
)
def judgment_needs_its_ruler(game: ForceOfWillProcesses) -> bool:
    """And only while no effect forbids it."""
    ready = game.zone[Card.RULER] == Zone.RULER_AREA and not game.rested and not game.astral
    allowed = ready and not game.judged and not game.forbidden
    return allowed or not some(Player, lambda p: may(p, ForceOfWillProcesses.perform_judgment))


@invariant(
    cites=("FOW12:710.1", "FOW12:705.1"),
    says="nobody calls a magic stone in a turn in which they have played judgment, recovered or not",
)
def no_stone_after_judgment(game: ForceOfWillProcesses) -> bool:
    """The other way round only the rested ruler is in the way."""
    return not game.has_judged or not some(Player, lambda p: may(p, ForceOfWillProcesses.call_stone))


@invariant(
    cites=("FOW12:1008.2", "FOW12:1008.1"),
    says="while what cannot be chased to is on the chase nobody may play a card or activate an ability",
)
def nobody_chases_to_a_seal(game: ForceOfWillProcesses) -> bool:
    """Will abilities do not chase."""
    sealed = some(game.stack, lambda e: e.card == Card.SEAL)
    return not sealed or not some(
        Player,
        lambda p: (
            may(p, ForceOfWillProcesses.play_chant)
            or may(p, ForceOfWillProcesses.play_nullify)
            or may(p, ForceOfWillProcesses.use_sight)
        ),
    )


# -- what they cost ------------------------------------------------------------------------------------


@transition(
    cites=("FOW12:903.2l", "FOW12:705.2a", "FOW12:706.1", "S-FOW:9/1"),
    says="what is played is paid for in that step, in will or by resting stones, and never again",
)
def costs_are_paid_once(before: ForceOfWillProcesses, step: Step, after: ForceOfWillProcesses) -> bool:
    """Count will and recovered stones together; what else happens costs nobody anything."""
    gains = {"call_stone", "delayed_process_resolves", "use_willpower"}
    chants = {"play_chant": 1, "play_nullify": 1, "play_suppress": 1}
    costs = {"perform_judgment": 1, "play_warden": 1, "put_into_standby": 2, "play_rune": 1}
    costs |= {"play_pact": 1, **chants}
    if step.rule in gains:
        return after.will >= before.will
    cost = costs.get(step.rule, 0)
    first, second = Player(0), Player(1)
    firsts, seconds = (cost if step.player == first else 0), (cost if step.player == second else 0)
    return (
        after.will + after.stones[first] == before.will + before.stones[first] - firsts
        and after.stones[second] == before.stones[second] - seconds
    )


@transition(
    cites=("FOW12:907.2/1", "FOW12:907.2/2"),
    says="the turn player rests magic stones only by an action of its own, never in the middle of another",
    expect=violated(length=2),
    also=(under(will_while_paying="refused"),),
)
def stones_rest_on_their_own(before: ForceOfWillProcesses, step: Step, after: ForceOfWillProcesses) -> bool:
    """The second sentence of the clause is the exception from its first."""
    rested = after.stones[Player(0)] < before.stones[Player(0)]
    return not rested or step.rule == "use_stone"


# -- whether they wait on the chase --------------------------------------------------------------------


@transition(
    cites=("FOW12:706.2", "FOW12:710.1", "FOW12:717.2b-2", "FOW12:907.3"),
    says="standby, stones and will abilities have their effect at once and leave the chase as it is",
    also=(under(bypasses="on_chase", expect=violated(length=2)),),
)
def some_actions_bypass_the_chase(
    before: ForceOfWillProcesses, step: Step, after: ForceOfWillProcesses
) -> bool:
    """The article names will abilities alone."""
    if step.rule not in {"put_into_standby", "call_stone", "use_stone", "use_willpower"}:
        return True
    stood = step.rule != "put_into_standby" or after.zone[Card.TRAP] == Zone.STANDBY
    return stood and after.stack.size == before.stack.size


@transition(
    cites=("FOW12:705.2d/1", "FOW12:705.2d/2", "FOW12:716.2a/1", "FOW12:716.2a/2", "FOW12:1012.1"),
    says="what cancels spells or abilities leaves every process on the chase alone",
)
def no_process_is_canceled(before: ForceOfWillProcesses, step: Step, after: ForceOfWillProcesses) -> bool:
    """Count the processes."""
    if step.rule != "cancel_takes_effect":
        return True
    return count(after.stack, is_process) == count(before.stack, is_process)


@invariant(
    cites=("FOW12:705.2d/2", "FOW12:716.2a/2", "FOW12:903.2i/2"),
    says="what cancels cannot be played on a chase of nothing but processes",
)
def processes_are_no_targets(game: ForceOfWillProcesses) -> bool:
    """There is no legal target."""
    cancels = may(Player(1), ForceOfWillProcesses.play_nullify) or may(
        Player(1), ForceOfWillProcesses.play_suppress
    )
    return not cancels or not every(game.stack, is_process)


@leads_to(
    cites=("FOW12:605.1b/2", "FOW12:705.3a", "FOW12:716.3"),
    says="a process that waits on the chase resolves",
    also=(under(judgment_resolves="literal", expect=violated()),),
)
def what_is_chased_resolves(game: ForceOfWillProcesses) -> tuple[bool, bool]:
    """Read literally only cards and abilities do."""
    return some(game.stack, is_process), not some(game.stack, is_process)


@invariant(
    cites=("FOW12:312.3", "FOW12:716.2a/1", "FOW12:705.2d/1"),
    says="a card is on the chase exactly when one spell there is that card; a shown warden stays in hand",
)
def cards_and_spells_agree(game: ForceOfWillProcesses) -> bool:
    """A process is no card."""
    return every(
        Card,
        lambda card: (
            count(game.stack, lambda e: e.card == card and e.kind == Kind.SPELL)
            == (1 if game.zone[card] == Zone.CHASE else 0)
        ),
    )


# -- how they resolve ----------------------------------------------------------------------------------


@transition(
    cites=("FOW12:705.3a", "FOW12:705.1", "FOW12:705.1a"),
    says="a judgment that resolves brings the ruler into the field, rested or forbidden or not",
)
def judgment_asks_for_nothing_more(
    before: ForceOfWillProcesses, step: Step, after: ForceOfWillProcesses
) -> bool:
    """The ruler enters as it is."""
    if step.rule != "judgment_is_performed":
        return True
    return after.zone[Card.RULER] == Zone.FIELD and after.rested == before.rested


@invariant(
    cites=("FOW12:705.1b", "FOW12:1024"),
    says="no ruler is astral while its judgment waits on the chase",
    at="priority",
)
def judgment_heals(game: ForceOfWillProcesses) -> bool:
    """It is healed before anybody acts."""
    return not game.astral or not some(game.stack, lambda e: e.kind == Kind.JUDGMENT)


@transition(
    cites=("FOW12:716.3", "FOW12:716.3a", "FOW12:716.3b"),
    says="a warden that is still in hand enters the ruler area; one that is not stays where it is",
)
def a_warden_comes_from_hand(before: ForceOfWillProcesses, step: Step, after: ForceOfWillProcesses) -> bool:
    """With its counters, or not at all."""
    if step.rule != "warden_resolves":
        return True
    if before.zone[Card.WARDEN] == Zone.HAND:
        return after.zone[Card.WARDEN] == Zone.RULER_AREA and after.willpower > 0
    return after.zone[Card.WARDEN] == before.zone[Card.WARDEN] and after.willpower == before.willpower


@transition(
    cites=("FOW12:711.2a", "FOW12:703.3", "FOW12:713.3b", "S-FOW:8/2"),
    says="a rune that has resolved is removed, a chant that made a contract enters the field, and any other "
    "chant is in the graveyard",
    also=(under(after_resolving="graveyard", expect=violated(length=9)),),
)
def spells_leave_by_their_kind(before: ForceOfWillProcesses, step: Step, after: ForceOfWillProcesses) -> bool:
    """The article sends everything to the graveyard."""
    if step.rule != "finish_resolution":
        return True
    return every(
        Card,
        lambda card: (
            before.zone[card] != Zone.CHASE
            or after.zone[card] == Zone.CHASE
            or after.zone[card] == kept_in(before, card)
        ),
    )


def kept_in(game: ForceOfWillProcesses, card: Card) -> Zone:
    """Return where a card goes that has resolved."""
    if card == Card.PACT and game.flips:
        return Zone.FIELD
    return Zone.REMOVED if card == Card.RUNE else Zone.GRAVEYARD


@transition(
    cites=("FOW12:713.1", "FOW12:713.3", "FOW12:713.4"),
    says="a contract is made only while a Contract chant resolves, at once, and once a turn",
    also=(
        under(contracts="with_priority", expect=violated(length=2)),
        under(bypasses="on_chase", expect=violated(length=15)),
    ),
)
def contracts_are_part_of_a_chant(
    before: ForceOfWillProcesses, step: Step, after: ForceOfWillProcesses
) -> bool:
    """With priority alone nobody makes one."""
    made = after.contracted and not before.contracted
    return not made or step.rule == "pact_takes_effect"


# -- what must be possible -----------------------------------------------------------------------------


@possible(
    cites="FOW12:705.1a",
    says="a judgment resolves although players cannot perform judgment any more",
    also=(under(judgment_resolves="literal", expect=violated()),),
)
def what_is_forbidden_later_resolves(game: ForceOfWillProcesses) -> bool:
    """The Edict resolved while it waited."""
    return game.forbidden and some(
        game.stack, lambda e: e.kind == Kind.JUDGMENT and e.stage == Stage.CARRIED_OUT
    )


@possible(cites=("FOW12:705.1", "FOW12:705.3a"), says="a ruler that was rested in response enters rested")
def a_j_ruler_enters_rested(game: ForceOfWillProcesses) -> bool:
    """The judgment was not lost by it."""
    return game.rested and some(
        game.stack, lambda e: e.kind == Kind.JUDGMENT and e.stage == Stage.CARRIED_OUT
    )


@possible(
    cites=("FOW12:705.1b", "FOW12:1024"),
    says="a ruler that became astral while its judgment waited enters the field",
)
def a_healed_ruler_enters(game: ForceOfWillProcesses) -> bool:
    """It is not astral any more."""
    return game.zone[Card.RULER] == Zone.FIELD and game.zone[Card.FALL] == Zone.GRAVEYARD and not game.astral


@possible(cites="FOW12:1024", says="a J-ruler that is destroyed is astral in the ruler area")
def a_destroyed_j_ruler_is_astral(game: ForceOfWillProcesses) -> bool:
    """Its judgment had been played."""
    return game.astral and game.judged and game.zone[Card.RULER] == Zone.RULER_AREA


@possible(
    cites=("FOW12:716.3b", "S-FOW:12/2"),
    says="the process of a warden that was discarded resolves, and nothing comes of it",
)
def a_discarded_warden_stays_away(game: ForceOfWillProcesses) -> bool:
    """Nothing canceled it."""
    return game.zone[Card.WARDEN] == Zone.GRAVEYARD and some(
        game.stack, lambda e: e.kind == Kind.WARDEN and e.stage == Stage.CARRIED_OUT
    )


@possible(
    cites=("FOW12:705.1", "FOW12:710.1"),
    says="judgment is played in a turn in which a stone was called, once the ruler is recovered",
)
def judgment_after_a_stone(game: ForceOfWillProcesses) -> bool:
    """An effect has to recover it."""
    return game.called and game.judged


@possible(cites="FOW12:1012.1", says="a chant is canceled in response, and is in the graveyard unresolved")
def a_chant_is_canceled(game: ForceOfWillProcesses) -> bool:
    """The Nullify that did it is still on the chase."""
    return (
        game.zone[Card.CHARM] == Zone.GRAVEYARD
        and some(game.stack, lambda e: e.card == Card.NULLIFY and e.stage == Stage.CARRIED_OUT)
        and some(game.stack, lambda e: e.kind == Kind.JUDGMENT)
    )


@possible(cites="FOW12:717.2b-2", says="a warden gives will in the turn it came")
def a_warden_gives_will(game: ForceOfWillProcesses) -> bool:
    """Nothing waits on the chase for it."""
    return game.willed and game.will > 0 and game.point == Point.MAIN


@possible(
    cites=("FOW12:604.1b", "FOW12:903.2a"),
    says="a chant with [Trigger] is played from standby by the player whose turn it is not",
)
def a_snare_is_sprung(game: ForceOfWillProcesses) -> bool:
    """It waits above something, so that it is no main timing."""
    return game.stack.size == 2 and game.stack.top.card == Card.SNARE


@possible(
    cites=("FOW12:713.1a", "FOW12:713.1b", "FOW12:713.3b"),
    says="a contract is made with a ruler that was rested for a magic stone, and the chant enters the field",
)
def a_rested_ruler_contracts(game: ForceOfWillProcesses) -> bool:
    """That the ruler is rested makes no difference to a contract."""
    return game.contracted and game.called and game.rested and game.zone[Card.PACT] == Zone.FIELD


@possible(cites="FOW12:713.1", says="a Contract chant resolves without a contract")
def a_contract_is_declined(game: ForceOfWillProcesses) -> bool:
    """Its player may, and need not."""
    return game.zone[Card.PACT] == Zone.GRAVEYARD and not game.contracted
