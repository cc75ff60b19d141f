"""What comes of a game of Berserk, and what must be possible in it."""

from checker import count, eventually, every, leads_to, may_act, possible, some, under, violated
from models.berserk import SLOW, Berserk, Creature, Deed, Mage, Player
from models.priority_stack import Stage

# -- what comes of it --------------------------------------------------------------------------------


@leads_to(
    cites=("S-BK:303.4/5", "S-BK:302.8"),
    says="whatever is declared, the stack becomes empty again",
)
def the_stack_empties(game: Berserk) -> tuple[bool, bool]:
    """Nobody has to be fair: every deed is declared once."""
    return bool(game.stack), not game.stack


@eventually(
    cites=("S-BK:302.5/3", "BKON:300.3"),
    says="the phases come to their end",
    expect=violated(length=5),
    also=(under(phase_ends="both_pass"),),
)
def the_phases_end(game: Berserk) -> bool:
    """By the text, two passes on an empty stack end nothing."""
    return game.over()


# -- what must be possible: without these, the claims above would say little ---------------------------


@possible(cites=("S-BK:303.4/4", "S-BK:302.7/1"), says="a reply is performed while what it replies to waits")
def a_reply_is_performed_first(game: Berserk) -> bool:
    """Two entries, and the newer one is being performed."""
    return game.stack.size >= 2 and game.is_resolving()


@possible(cites="S-BK:303.3/2", says="one player has two deeds on the stack without any pass in between")
def the_declarer_declares_again(game: Berserk) -> bool:
    """Who keeps priority may declare another."""
    return count(game.stack, lambda e: e.controller == game.turn_player) == 2 and not game.passed


@possible(cites="S-BK:303.2/1", says="either player can be the first to pass")
def the_other_player_passes_first(game: Berserk) -> bool:
    """The Active player has priority because the opponent has passed."""
    return Player(1) in game.passed and game.turn_player in game.holders


@possible(
    cites=("S-BK:302.5/2", "BK208:208.1"), says="a symbiote outlives its host as an independent creature"
)
def a_symbiote_lives_on(game: Berserk) -> bool:
    """It is no symbiote any more."""
    return Creature.HOST not in game.alive and Creature.SYMBIOTE in game.alive and not game.is_symbiote


@possible(cites="S-BK:302.5/1", says="a symbiote dies with its host")
def a_symbiote_dies(game: Berserk) -> bool:
    """Its text does not let it live on."""
    return Creature.SYMBIOTE not in game.alive


@possible(
    cites=("S-BK:302.3/2", "BKON:405.4"), says="a triggered ability is performed although its source has died"
)
def a_trigger_outlives_its_source(game: Berserk) -> bool:
    """The Host's revenge has been carried out."""
    return Creature.HOST not in game.alive and some(
        game.stack, lambda e: e.deed == Deed.REVENGE and e.stage == Stage.CARRIED_OUT
    )


@possible(
    cites="S-BK:302.6/3",
    says="an ability has its effect and cannot be paid for",
    also=(
        under(without_means="refused", expect=violated()),
        under(without_means="refused", payment="after_replies"),
    ),
)
def an_ability_for_nothing(game: Berserk) -> bool:
    """The blessing had its effect after its token had been stolen."""
    return game.blessed and Deed.BLESS in game.unpaid and not game.owed


@possible(cites=("BK19:503.3", "BKON:103.4"), says="the exchange of tokens is cut")
def a_cycle_ends(game: Berserk) -> bool:
    """All three have gained one, and no more is to be gained."""
    return every(Mage, lambda m: game.tokens[m] >= 1) and not game.gain and not game.gained


@possible(cites=("S-BK:303.4/3", "S-BK:301.2"), says="a fast deed is declared while a slow one waits")
def fast_on_slow(game: Berserk) -> bool:
    """The slow one is below."""
    return some(
        game.stack,
        game.stack,
        lambda below, above: (
            below.arrived < above.arrived
            and some(SLOW, lambda d: below.deed == d)
            and above.deed == Deed.SHOT
        ),
    )


@possible(cites="S-BK:303.1/2", says="an effect may forbid the Active player to do anything, who passes")
def a_silenced_player_passes(game: Berserk) -> bool:
    """The opponent has priority because of that pass."""
    return game.turn_player in game.silenced and game.turn_player in game.passed and may_act(Player(1))
