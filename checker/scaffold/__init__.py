"""What ``ruleproof new`` writes: a repository of the user's own, with a game that can be checked at once."""
