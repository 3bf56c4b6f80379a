"""The rules of the games and nothing else: pure, deterministic, standard library only."""
