"""The kiosk: Longship as a service that starts with the machine, and how it comes onto one and off again.

All of it lies in a few places, named in ``machine``. Versions lie side by side, and one link says which one
runs: everything that the system reads (the unit, rules for devices, drop-ins) is a link through that one. So
an update, and the way back, is the renaming of one link, and a power cut leaves the old version or the new.
"""
