"""The eye of the dice camera: from pictures to readings. Empty until the camera joins the table."""
