"""Trains the networks on what ``make_data`` drew and ``rigs`` rendered, and writes them as ONNX files.

Needs PyTorch, which reading dice does not. A batch is made from the seed and its number alone, so that it
does not depend on how many processes make them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from torch import nn
from torch.nn import functional

from calibration import networks
from calibration.model import REFERENCE_PX
from tools.dice_training.drawings import Floats, Random
from tools.dice_training.events import FACES, event_piece
from tools.dice_training.pieces import WINDOW_PX, face_patch, stance_piece, window
from tools.dice_training.sides import side_piece
from tools.dice_training.trays import tray_piece

DOUBT = 0.015
"""How much of every label is left open."""
LEAN_COUNTS = 2.0
"""How much it counts in which direction what is looked at points, beside whether it lies flat: a network that
tells the one knows the other."""
NARROW_UNTIL = 0.85
"""The last steps, of all this share on, are made with numbers of 32 bits in any case."""


class Finder(nn.Module):
    """Eight planes to eight maps of a quarter of their size."""

    def __init__(self, wide: int = 32, dilations: tuple[int, ...] = (1, 2, 4, 2, 1)) -> None:
        super().__init__()
        self.stem = nn.Sequential(_layer(8, 16, 2), nn.ReLU(), _layer(16, wide, 2), nn.ReLU())
        self.blocks = nn.ModuleList([_layer(wide, wide, 1, dilation) for dilation in dilations])
        self.out = nn.Conv2d(wide, 8, 1)
        with torch.no_grad():
            self.out.bias.copy_(torch.tensor([-3.0, -4.0, -3.0, 0, 0, 0, 0, 0]))

    def forward(self, values: Any) -> Any:
        values = self.stem(values)
        for block in self.blocks:
            values = functional.relu(values + block(values))
        return self.out(values)


def _layer(before: int, after: int, stride: int = 1, dilation: int = 1) -> nn.Sequential:
    """A 3 by 3 convolution, evened out over a batch; both become one when it is written."""
    return nn.Sequential(
        nn.Conv2d(before, after, 3, stride, dilation, dilation, bias=False), nn.BatchNorm2d(after)
    )


def _dense(before: int, after: int, side: int) -> nn.Sequential:
    """A dense layer for all that is seen, ``side`` by ``side``, written as a convolution: OpenCV keeps the
    weights of other dense layers twice."""
    return nn.Sequential(nn.Conv2d(before, after, side), nn.ReLU(), nn.Flatten())


def finder_loss(out: Any, target: Any) -> Any:
    """Heat of dice by a focal loss, foreign things by cross entropy, measures by distance."""
    known, total = target[:, 9], target.new_zeros(())
    for place in (0, 1):
        heat, logit = target[:, place], out[:, place]
        chance = torch.sigmoid(logit)
        there = heat > 0.7
        gain = there * (1 - chance) ** 2 * functional.softplus(-logit)
        loss = ~there * (1 - heat) ** 4 * chance**2 * functional.softplus(logit)
        total = total + ((gain + loss) * known).sum() / (there.sum() + 8)
    cross = functional.softplus(out[:, 2]) - out[:, 2] * target[:, 2]
    total = total + 3 * (cross * known).mean()
    chosen = target[:, 8] * known
    off = (out[:, 3:8] - target[:, 3:8]).abs() * target.new_tensor([1, 1, 0.7, 0.7, 6]).view(1, 5, 1, 1)
    return total + (off.sum(1) * chosen).sum() / (chosen.sum() + 8)


class Faces(nn.Module):
    """Five planes of a patch to eight logits and four measures."""

    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            *(_layer(5, 24, 2), nn.ReLU(), _layer(24, 40), nn.ReLU()),
            *(_layer(40, 64, 2), nn.ReLU(), _layer(64, 96, 2), nn.ReLU()),
            *(_dense(96, 128, networks.FACE_PX // 8), nn.Linear(128, 12)),
        )

    def forward(self, values: Any) -> Any:
        return self.layers(values)


class Closer(nn.Module):
    """The same by a larger network, for faces that are in doubt."""

    def __init__(self) -> None:
        super().__init__()
        self.begin = nn.Sequential(_layer(5, 32), nn.ReLU(), _layer(32, 48, 2), nn.ReLU())
        self.fine = _Twice(48)
        self.narrow = nn.Sequential(_layer(48, 80, 2), nn.ReLU())
        self.middle = _Twice(80)
        self.end = nn.Sequential(_layer(80, 128, 2), nn.ReLU())
        self.coarse = _Twice(128)
        self.out = nn.Sequential(
            *(nn.Dropout(0.2), _dense(128, 192, networks.FACE_PX // 8)),
            *(nn.Dropout(0.2), nn.Linear(192, 12)),
        )

    def forward(self, values: Any) -> Any:
        values = self.fine(self.begin(values))
        values = self.middle(self.narrow(values))
        return self.out(self.coarse(self.end(values)))


class _Twice(nn.Module):
    """Two convolutions that add to what they are given."""

    def __init__(self, wide: int) -> None:
        super().__init__()
        self.layers = nn.Sequential(_layer(wide, wide), nn.ReLU(), _layer(wide, wide))

    def forward(self, values: Any) -> Any:
        return functional.relu(values + self.layers(values))


class Events(nn.Module):
    """Three planes of a face and three of a face of an event die to the logit of their being the same. In
    training it is given a face and all four of an event die, which it turns."""

    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            *(_layer(6, 32, 2), nn.ReLU(), _layer(32, 48), nn.ReLU(), _Twice(48)),
            *(_layer(48, 64, 2), nn.ReLU(), _Twice(64), _layer(64, 96, 2), nn.ReLU()),
            *(nn.Dropout(0.2), _dense(96, 96, REFERENCE_PX // 8), nn.Linear(96, 1)),
        )

    def forward(self, values: Any) -> Any:
        if values.shape[1] == 6:
            return self.layers(values)
        seen, faces = values[:, :3], values[:, 3:].unflatten(1, (FACES, 3))
        turned = torch.stack([torch.rot90(faces, turn, (3, 4)) for turn in range(4)], 2)
        pairs = torch.cat([seen[:, None, None].expand_as(turned), turned], 3)
        return self.layers(pairs.flatten(0, 2)).unflatten(0, (-1, FACES, 4))[..., 0].amax(2)


def events_loss(out: Any, target: Any) -> Any:
    """Cross entropy between the four faces, of which only some may be known, and none of them."""
    logits = torch.cat([out.masked_fill(target[:, 1:] < 0.5, -1e4), torch.zeros_like(out[:, :1])], 1)
    return functional.cross_entropy(logits, target[:, 0].long())


def faces_loss(out: Any, target: Any) -> Any:
    """Cross entropy, with a little doubt about every label, and how far the face is off."""
    cross = functional.cross_entropy(out[:, :8], target[:, 0].long(), label_smoothing=DOUBT)
    off = (out[:, 8:] - target[:, 2:]).abs().sum(-1) * target[:, 1]
    return cross + 3 * off.mean()


class Stance(nn.Module):
    """Eight planes around a die to the logit of its lying flat, and how far the side in the middle points to
    the right and down, which only its training asks for."""

    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            *(_layer(8, 24, 2), nn.ReLU(), _layer(24, 32), nn.ReLU(), _layer(32, 48, 2), nn.ReLU()),
            *(nn.Dropout2d(0.1), _layer(48, 64), nn.ReLU(), _layer(64, 64, 2), nn.ReLU()),
            *(nn.Dropout(0.4), _dense(64, 64, networks.STANCE_PX // 8), nn.Linear(64, 3)),
        )

    def forward(self, values: Any) -> Any:
        return self.layers(values)


def stance_loss(out: Any, target: Any) -> Any:
    """Cross entropy, with a little doubt about every label, and how far the direction is off where it is
    known."""
    cross = functional.binary_cross_entropy_with_logits(out[:, 0], target[:, 0] * (1 - 2 * DOUBT) + DOUBT)
    off = functional.smooth_l1_loss(out[:, 1:], target[:, 1:3], beta=0.1, reduction="none")
    return cross + LEAN_COUNTS * (off.sum(1) * target[:, 3]).mean()


class Tray(nn.Module):
    """Seven planes around the dice to the logit of belonging to the floor, for cells of two by two pixels."""

    def __init__(self, wide: int = 48, dilations: tuple[int, ...] = (1, 2, 4, 1)) -> None:
        super().__init__()
        self.fine = nn.Sequential(_layer(7, 16, 2), nn.ReLU(), _layer(16, 16), nn.ReLU())
        self.middle = nn.Sequential(_layer(16, 32, 2), nn.ReLU(), _layer(32, 32), nn.ReLU())
        self.coarse = nn.Sequential(_layer(32, wide, 2), nn.ReLU())
        self.blocks = nn.ModuleList([_layer(wide, wide, 1, dilation) for dilation in dilations])
        self.to_middle = nn.ConvTranspose2d(wide, 32, 2, 2)
        self.at_middle = nn.Sequential(_layer(32, 32), nn.ReLU())
        self.to_fine = nn.ConvTranspose2d(32, 16, 2, 2)
        self.out = nn.Sequential(_layer(16, 16), nn.ReLU(), nn.Conv2d(16, 1, 1))

    def forward(self, values: Any) -> Any:
        fine = self.fine(values)
        middle = self.middle(fine)
        coarse = self.coarse(middle)
        for block in self.blocks:
            coarse = functional.relu(coarse + block(coarse))
        middle = self.at_middle(functional.relu(middle + self.to_middle(coarse)))
        return self.out(functional.relu(fine + self.to_fine(middle)))


def tray_loss(out: Any, target: Any) -> Any:
    """Cross entropy, of which the surroundings of the floor's sides count most."""
    cross = functional.binary_cross_entropy_with_logits(out[:, 0], target[:, 0], reduction="none")
    return (cross * target[:, 1]).mean()


# --- training --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Network:
    """How a network is trained."""

    make: Callable[[], nn.Module]
    loss: Callable[[Any, Any], Any]
    cut: Callable[[Any, Random], tuple[Floats, Floats] | None]
    size: tuple[int, ...]
    batch: int
    rate: float


NETWORKS = {
    "finder": Network(Finder, finder_loss, window, (8, WINDOW_PX, WINDOW_PX), 24, 4e-3),
    "stance": Network(
        Stance, stance_loss, stance_piece, (8, networks.STANCE_PX, networks.STANCE_PX), 96, 3e-3
    ),
    "tray": Network(Tray, tray_loss, tray_piece, (7, networks.TRAY_PX, networks.TRAY_PX), 16, 4e-3),
    "faces": Network(Faces, faces_loss, face_patch, (5, networks.FACE_PX, networks.FACE_PX), 96, 3e-3),
    "closer": Network(Closer, faces_loss, face_patch, (5, networks.FACE_PX, networks.FACE_PX), 128, 2e-3),
    "events": Network(Events, events_loss, event_piece, (6, REFERENCE_PX, REFERENCE_PX), 64, 2e-3),
    "sides": Network(Closer, faces_loss, side_piece, (5, networks.FACE_PX, networks.FACE_PX), 96, 3e-3),
}


class Batches(torch.utils.data.Dataset[Any]):
    """Each batch from its number: pieces of views of one group or another, a share of each."""

    def __init__(
        self,
        groups: list[list[Any]],
        shares: list[float],
        network: Network,
        seed: int,
        steps: int,
    ) -> None:
        self.groups, self.shares, self.network = groups, shares, network
        self.seed, self.steps = seed, steps

    def __len__(self) -> int:
        return self.steps

    def __getitem__(self, number: int) -> tuple[Floats, Floats]:
        if number >= self.steps:
            raise IndexError(number)
        random = np.random.default_rng([self.seed, number])
        values: list[Floats] = []
        targets: list[Floats] = []
        while len(values) < self.network.batch:
            group = self.groups[int(random.choice(len(self.groups), p=self.shares))]
            made = self.network.cut(group[int(random.integers(len(group)))], random)
            if made is not None:
                values.append(made[0])
                targets.append(made[1])
        # float16 is fine enough for colours of 8 bits, and only half as much has to reach the device
        return np.stack(values, dtype=np.float16), np.stack(targets)


class Mean(nn.Module):
    """Several networks as one that says their mean: they err in different places."""

    def __init__(self, models: list[nn.Module]) -> None:
        super().__init__()
        self.models = nn.ModuleList(models)

    def forward(self, values: Any) -> Any:
        found = [model(values) for model in self.models]
        return sum(found[1:], found[0]) / len(found)


@dataclass(frozen=True)
class Machine:
    """How networks are trained: on which ``device``, as PyTorch calls it, by how many ``cutters``, processes
    that cut pieces for each, and whether ``narrow``: all but the last steps with numbers of 16 bits
    (bfloat16), which some processors do more than twice as fast."""

    device: str = "cpu"
    cutters: int = 1
    narrow: bool = False


def train(
    name: str,
    views: list[tuple[list[Any], float]],
    steps: int,
    seed: int,
    out: Path,
    machine: Machine,
    begin: Path | None = None,
) -> None:
    """Trains one of the networks on groups of views, each with its share, by AdamW; writes the mean of its
    weights over the last steps, and the mean loss of the last tenth. It begins with the weights that were
    written for another network of the same kind, if any.
    """
    network = NETWORKS[name]
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    torch.manual_seed(seed)
    groups = [(group, share) for group, share in views if group]
    whole = sum(share for _, share in groups)
    shares = [share / whole for _, share in groups]
    source = torch.utils.data.DataLoader(
        Batches([group for group, _ in groups], shares, network, seed, steps),
        batch_size=None,
        num_workers=machine.cutters,
        prefetch_factor=8,
    )
    model = network.make()
    if begin is not None:
        model.load_state_dict(torch.load(begin, weights_only=True)["weights"])
    model = model.to(machine.device, memory_format=torch.channels_last)
    mean = torch.optim.swa_utils.AveragedModel(
        model, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.998), use_buffers=True
    )
    adam = torch.optim.AdamW(model.parameters(), network.rate, weight_decay=0.01)
    rising = max(0.05, 2 / steps)
    pace = torch.optim.lr_scheduler.OneCycleLR(adam, network.rate, total_steps=steps, pct_start=rising)
    kind = torch.device(machine.device).type
    costs = []
    for number, (values, target) in enumerate(source, start=1):
        adam.zero_grad()
        given = values.to(machine.device).float().contiguous(memory_format=torch.channels_last)
        with torch.autocast(kind, torch.bfloat16, enabled=machine.narrow and number < NARROW_UNTIL * steps):
            found = model(given)
        cost = network.loss(found.float(), target.to(machine.device))
        cost.backward()
        adam.step()
        pace.step()
        mean.update_parameters(model)
        costs.append(cost.detach())
        if number % 100 == 0:
            print(f"{name} {seed}, {number}: {float(torch.stack(costs[-100:]).mean()):.4f}", flush=True)
    loss = float(torch.stack(costs[-max(1, steps // 10) :]).mean())
    part = out.with_suffix(".part")
    torch.save({"weights": mean.module.to("cpu").state_dict(), "loss": loss}, part)
    part.replace(out)


def joined(name: str, trained: Sequence[Path], out: Path) -> float:
    """Writes what these trained networks say in the mean; their mean loss."""
    models, losses = [], []
    for file in trained:
        stored = torch.load(file, weights_only=True)
        models.append(NETWORKS[name].make())
        models[-1].load_state_dict(stored["weights"])
        losses.append(stored["loss"])
    write(models[0] if len(models) == 1 else Mean(models), NETWORKS[name].size, out)
    return float(np.mean(losses))


def write(model: nn.Module, size: tuple[int, ...], file: Path) -> None:
    """As an ONNX file that takes any number of patches, or a picture of any size."""
    training = model.training
    model.eval()
    free = {2: "rows", 3: "columns"} if isinstance(model, Finder) else {0: "count"}
    part = file.with_suffix(".part")
    torch.onnx.export(
        model,
        (torch.zeros(1, *size),),
        str(part),
        input_names=["values"],
        output_names=["found"],
        dynamic_axes={"values": free, "found": free},
        opset_version=13,
        dynamo=False,
    )
    part.replace(file)
    model.train(training)
