"""A smart home's MQTT broker as one of the devices: told what everyone at the table sees, and no more."""
