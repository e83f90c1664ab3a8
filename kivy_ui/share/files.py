"""Pictures as files: PNG for telephones, PDF for a printer."""

from __future__ import annotations

import struct
import zlib
from typing import NamedTuple

PAGE_W, PAGE_H = 595.28, 841.89
"""A4 in points, of which 72 are an inch."""
MARGIN = 36.0


class Picture(NamedTuple):
    """Pixels from the top left, three bytes each: red, green, blue."""

    width: int
    height: int
    pixels: bytes


def _lines(picture: Picture) -> bytes:
    """The pixels packed as PNG and PDF both read them: each line says first that it is not filtered."""
    row = picture.width * 3
    lines = (picture.pixels[start : start + row] for start in range(0, row * picture.height, row))
    return zlib.compress(b"\0" + b"\0".join(lines), 9)


def png(picture: Picture) -> bytes:
    """The picture as a PNG file."""
    head = struct.pack(">IIBBBBB", picture.width, picture.height, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", _lines(picture)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        for name, data in chunks
    )


def pdf(picture: Picture) -> bytes:
    """The picture on a page of A4, as large as fits between the margins."""
    scale = min((PAGE_W - 2 * MARGIN) / picture.width, (PAGE_H - 2 * MARGIN) / picture.height)
    wide, high = picture.width * scale, picture.height * scale
    left, low = (PAGE_W - wide) / 2, (PAGE_H - high) / 2
    drawing = f"q {wide:.2f} 0 0 {high:.2f} {left:.2f} {low:.2f} cm /Picture Do Q".encode()
    image = (
        f"<< /Type /XObject /Subtype /Image /Width {picture.width} /Height {picture.height}"
        " /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /FlateDecode"
        f" /DecodeParms << /Predictor 15 /Colors 3 /Columns {picture.width} >>"
    )
    page = (
        f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {PAGE_W} {PAGE_H}] /Contents 4 0 R"
        " /Resources << /XObject << /Picture 5 0 R >> >> >>"
    )
    objects = (
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        page.encode(),
        _stream("<<", drawing),
        _stream(image, _lines(picture)),
    )
    file = bytearray(b"%PDF-1.5\n%\xe2\xe3\xcf\xd3\n")
    places = []
    for number, text in enumerate(objects, start=1):
        places.append(len(file))
        file += b"%d 0 obj\n%s\nendobj\n" % (number, text)
    start = len(file)
    file += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    file += b"".join(b"%010d 00000 n \n" % place for place in places)
    file += b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, start)
    return bytes(file)


def _stream(head: str, data: bytes) -> bytes:
    return b"%s /Length %d >>\nstream\n%s\nendstream" % (head.encode(), len(data), data)
