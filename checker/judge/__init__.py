"""The questions asked of a game: claims, built-in checks, rulebooks, and the verdicts on them."""
