"""Pictures of an evening to hand on, drawn as the screens are."""
