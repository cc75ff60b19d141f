"""What a model is written with, and how its rules become a transition system."""
