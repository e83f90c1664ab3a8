"""Rule profiles: named sets of options, one TOML file each."""
