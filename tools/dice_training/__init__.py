"""What makes the networks that ``calibration`` reads dice by: drawn scenes, rendered rigs, and training.

The shipped weights of the face reader were trained by ``train faces`` on three kinds of pictures: scenes of
``make_data --scenes 800``; rigs like those of ``rigs --rigs 19``, of twelve pictures each; and labelled
pictures of other rigs by the same renderer.
"""
