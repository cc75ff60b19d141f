"""The choices in a game: who makes each, when, by which clause, and where nobody is named."""
