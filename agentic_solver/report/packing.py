"""JSON on a page: compressed, in letters that no text of a run can break out of."""

import base64
import gzip
import hashlib
import json

__all__ = ["csp_hash", "packed"]


def packed(value: object) -> str:
    """Return ``value`` as JSON, compressed, in base64; equal data give equal text."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    data = gzip.compress(text.encode("utf-8", errors="replace"), compresslevel=6, mtime=0)
    return base64.b64encode(data).decode()


def csp_hash(content: str) -> str:
    """Return the source expression that lets a page run exactly this script or style."""
    digest = hashlib.sha256(content.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"
