"""Barbarian Attack: landings on the coast, knights on paths, battles, prisoners and gold."""
