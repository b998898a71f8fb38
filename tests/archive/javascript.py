"""Running the verifier that is written in JavaScript."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

VERIFIER = Path(__file__).parents[2] / "referee" / "archive" / "verify.js"
NODE = shutil.which("node")

needs_node = pytest.mark.skipif(NODE is None, reason="There is no node here to run verify.js with")


def said_by_node(*args: str | Path) -> tuple[int, str]:
    """Run the verifier as a player would; return its exit code and what it said."""
    assert NODE is not None
    done = subprocess.run([NODE, VERIFIER, *args], capture_output=True, text=True)
    assert done.stderr == ""
    return done.returncode, done.stdout


def computed(script: str, cases: Any) -> Any:
    """Run a function body over ``cases``, with the verifier as ``V``; return what it returns."""
    assert NODE is not None
    body = f"""
        const V = require({json.dumps(str(VERIFIER))});
        const cases = JSON.parse(require("node:fs").readFileSync(0, "utf-8"));
        const hex = bytes => Buffer.from(bytes).toString("hex");
        const unhex = text => new Uint8Array(Buffer.from(text, "hex"));
        (async () => {{ {script} }})().then(found => console.log(JSON.stringify(found)));
    """
    done = subprocess.run([NODE, "-e", body], input=json.dumps(cases), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
