from checker.scenario import Scene, start
from models.magic_triggers import MagicTriggers, Part, Player, Source, Table

P1, P2 = Player(0), Player(1)


def game(table: Table, controller: dict[Source, Player], **fields: object) -> Scene[MagicTriggers]:
    """The first player has priority in the main phase."""
    return start(MagicTriggers, where=lambda g: g.table == table, controller=controller, **fields)


def both_pass(scene: Scene[MagicTriggers]) -> Scene[MagicTriggers]:
    return scene.do("pass_priority").do("pass_priority")


def on_stack(scene: Scene[MagicTriggers]) -> list[tuple[str, str]]:
    """The entries on the stack from the lowest: source and controller."""
    entries = [dict(entry.fields) for entry in scene.shows("stack")]
    return [(entry["source"], entry["controller"]) for entry in entries]


def test_what_triggers_on_a_trigger_is_stacked_above_it_whoever_is_active() -> None:
    scene = game(Table.ECHOES, {Source.BELL: P2, Source.ECHO: P1})
    both_pass(both_pass(scene))
    assert on_stack(scene) == [("BELL", "P2"), ("ECHO", "P1")]
    scene.must(lambda g: g.part == Part.CLEANUP and P1 in g.holders)


def test_cleanup_comes_again_after_a_trigger_and_the_card_that_was_drawn_is_discarded() -> None:
    scene = game(Table.OATHS, {Source.BELL: P1, Source.OATH: P1}, library={P1: 1})
    both_pass(scene).must(lambda g: g.part == Part.END)
    both_pass(scene)  # the Oath resolves and the Bell triggers: one card is discarded, another one drawn
    both_pass(scene).do("bell_resolves", draws=True).must(lambda g: g.hand[P1] == 2)
    both_pass(scene).must(lambda g: g.part == Part.CLEANUP and g.hand[P1] == 1 and g.stack.size == 1)
    both_pass(scene).do("bell_resolves", draws=False).forget()
    both_pass(scene).must(lambda g: g.part == Part.OVER)
    assert scene.log[-3:] == ["end_sequence", "clean_up", "end_turn"]


def test_a_state_based_action_calls_for_priority_in_cleanup_as_well() -> None:
    scene = game(Table.CREATURE, {})
    both_pass(both_pass(scene)).must(lambda g: g.part == Part.CLEANUP and P1 in g.holders and not g.stack)
    both_pass(scene).must(lambda g: g.part == Part.OVER)


def test_without_either_nobody_has_priority_in_cleanup() -> None:
    scene = game(Table.WELLS, {Source.BELL: P1, Source.WELL: P1}, hand={P1: 1}).forget()
    both_pass(both_pass(scene)).must(lambda g: g.part == Part.OVER)
    assert scene.log[-3:] == ["end_sequence", "clean_up", "end_turn"]


def test_an_ability_stays_with_who_controlled_its_source_as_it_triggered() -> None:
    scene = game(Table.OATHS, {Source.BELL: P1, Source.OATH: P1})
    both_pass(scene).do("pass_priority").do("play_theft", player=P2, source=Source.OATH)
    both_pass(scene).must(lambda g: g.controller[Source.OATH] == P2)
    assert on_stack(scene) == [("OATH", "P1")]
    both_pass(scene).must(lambda g: g.hand[P1] == 1 and g.hand[P2] == 1)


def test_a_countered_ability_does_nothing() -> None:
    scene = game(Table.OATHS, {Source.BELL: P1, Source.OATH: P1})
    both_pass(both_pass(scene).do("play_counterspell", player=P1)).do("counter", player=P1)
    scene.must(lambda g: not g.stack and not g.waiting and g.hand[P1] == 2)


def test_a_state_trigger_triggers_again_when_its_ability_was_countered() -> None:
    scene = start(
        MagicTriggers,
        scopes={"effects": 2},
        where=lambda g: g.table == Table.WELLS and g.controller[Source.WELL] == P1,
        there=[Source.WELL],
        hand={P1: 1},
    )
    both_pass(scene.do("play_discard", player=P1)).must(lambda g: g.hand[P1] == 0)
    assert on_stack(scene) == [("WELL", "P1")]
    both_pass(scene.do("play_counterspell", player=P1)).forget().do("counter", player=P1)
    assert scene.log == ["counter", "finish_resolution", "stack_trigger", "give_priority"]
    assert on_stack(scene) == [("WELL", "P1")]


def test_a_condition_that_is_false_at_the_event_triggers_nothing() -> None:
    scene = game(Table.OATHS, {Source.BELL: P1, Source.OATH: P1}, hand={P1: 0})
    both_pass(scene).must(lambda g: g.part == Part.END and not g.stack)
