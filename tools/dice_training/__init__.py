"""What makes the networks that ``calibration`` reads dice by: drawn scenes, rendered rigs, and training.

``make_data`` draws scenes, ``rigs`` renders trays with Blender, by rule and of what was ``written`` down by
hand, ``train`` learns from all of it. ``unseen`` renders what none of them may learn from. The extra
``training`` names the packages that all this needs.
"""
