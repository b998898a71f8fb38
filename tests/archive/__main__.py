"""Keeps a bundle of a game of every ruleset that has none yet: python -m tests.archive. What is kept stays as it is."""

from pathlib import Path
from tempfile import TemporaryDirectory

from referee.games import every
from referee.service.records.bundles import export
from tests.archive.games import played
from tests.archive.test_untouched import KEPT
from tests.service.storied import NAME, storied
from tests.service.world import World

KEPT.mkdir(exist_ok=True)
with TemporaryDirectory() as folder:
    if not (KEPT / "storied.zip").exists():
        (Path(folder) / "storied").mkdir()
        export(storied(Path(folder) / "storied", "wizards-duel").campaign, NAME, KEPT / "storied.zip")
    world = World.made(Path(folder))
    for number, (slug, rules) in enumerate(every(third_party=False).items()):
        if not (file := KEPT / f"{slug}.zip").exists():
            export(world.campaign, played(world, rules, number, most=3).name, file)
            file.chmod(0o644)
