"""Trees of which there may be any number: loops over them, and what happens to all of them in one event."""

from dataclasses import dataclass
from typing import Self

from checker import (
    Bag,
    Game,
    Map,
    Maybe,
    Object,
    Participant,
    Set,
    action,
    automatic,
    bag,
    between_actions,
    each,
    ghost,
    integer,
    observer,
    one_of,
    require,
    scope,
    some,
    start,
    state_based,
    triggered,
)


class Player(Participant, size=scope(2, least=2, most=3)):
    """A player."""


class Tree(Object, size=scope(2, least=1, most=3)):
    """A tree."""


@dataclass(frozen=True, kw_only=True)
class Note:
    """That a tree has lost its last fruit."""

    tree: Tree
    owner: Player


class Orchard(Game):
    """Players pick fruit, and storms take it; a tree without fruit is noted and felled, all at once."""

    turn_player: Player
    owner: Map[Tree, Player]
    fruit: Map[Tree, int] = each(Tree, integer(0, 2, start=2))
    guard: Map[Tree, Maybe[Player]]
    felled: Set[Tree]
    marked: Maybe[Tree]
    wind: int = integer(0, 1, start=0)
    notes: Bag[Note] = bag(Note, size=scope(3))
    bare: Set[Tree] = ghost()  # trees that have been without fruit

    procedure = between_actions("state_based", "read_note")

    def stands(self, tree: Tree) -> bool:
        """Return whether a tree stands."""
        return tree not in self.felled

    def is_guarded(self, tree: Tree) -> bool:
        """Return whether anybody guards a tree."""
        return some(Player, lambda p: self.guard[tree] == p)

    def is_noted(self, tree: Tree) -> bool:
        """Return whether it is noted that a tree has lost its last fruit."""
        return some(self.notes, lambda n: n.tree == tree)

    def lose(self, tree: Tree, number: int) -> None:
        """Take fruit from a tree, as long as it has any."""
        if self.fruit[tree] > number:
            self.fruit[tree] -= number
        else:
            self.fruit[tree] = 0

    @start()
    def plant(self) -> None:
        """Young trees of the first player have one fruit, and are guarded."""
        require(self.turn_player == Player(0), self.owner[Tree(0)] == Player(0))
        for tree in Tree:
            owner = self.owner[tree]
            if owner == self.turn_player:
                self.fruit[tree] = 1
                self.guard[tree] = owner.next_in_game
        self.marked = Tree(0)

    @action(says="{player} picks from {tree}")
    def pick(self, player: Player, tree: Tree) -> None:
        """A fruit of a tree that stands and is not guarded by somebody else."""
        require(self.turn_player == player, self.stands(tree), self.fruit[tree] > 0)
        self.guard[tree] = player
        self.fruit[tree] -= 1
        self.marked = tree
        self.turn_player = player.next_in_game

    @action(says="{player} lets a storm come")
    def storm(self, player: Player) -> None:
        """It takes one fruit of every tree, and two of those that are guarded."""
        require(self.turn_player == player, not self.notes)
        self.wind = 1 - self.wind
        for tree in Tree:
            if self.stands(tree):
                number = 2 if self.guard[tree] == player else 1
                self.lose(tree, number)
                self.guard[tree] = None
        self.turn_player = player.next_in_game

    @action(says="{player} picks everywhere")
    def pick_everywhere(self, player: Player) -> None:
        """One fruit of every tree; it is wrong to do so where one has none."""
        require(self.turn_player == player, some(Tree, lambda t: self.fruit[t] == 2))
        for tree in Tree:
            self.fruit[tree] -= 1

    @action(says="{player} counts trees")
    def count_trees(self, player: Player) -> None:
        """It is only done where every tree stands; then nobody guards any, and the turn is over."""
        require(self.turn_player == player)
        for tree in Tree:
            require(self.stands(tree))
        for tree in Tree:
            self.guard[tree] = None
        if not some(Tree, self.is_guarded):
            self.turn_player = player.next_in_game

    @triggered(says="the last fruit of {tree} is noted")
    def last_fruit(self, before: Self, tree: Tree) -> None:
        """A tree that had fruit and has none."""
        require(before.fruit[tree] > 0, self.fruit[tree] == 0)
        self.notes.add(Note(tree=tree, owner=self.owner[tree]))

    @automatic(says="{note.tree} is seen to be bare")
    def read_note(self, note: Note = one_of("notes")) -> None:
        """Notes are read one by one."""
        self.notes.remove(note)
        if self.marked == note.tree:
            self.marked = None

    @state_based(says="{tree} is felled")
    def fell(self, tree: Tree) -> None:
        """A tree without fruit is felled, once that is no news."""
        require(self.stands(tree), self.fruit[tree] == 0, not self.is_noted(tree))
        self.felled.add(tree)

    @state_based(says="nobody guards {tree} any more")
    def leave(self, tree: Tree) -> None:
        """Nobody guards a tree without fruit, unless it is marked."""
        require(self.fruit[tree] == 0, self.is_guarded(tree), self.marked != tree)
        self.guard[tree] = None

    @observer
    def watch(self, before: Self, step: object) -> None:
        """Remember which trees have been without fruit."""
        for tree in Tree:
            if self.fruit[tree] == 0:
                self.bare.add(tree)
