"""The command ``ruleproof``."""
