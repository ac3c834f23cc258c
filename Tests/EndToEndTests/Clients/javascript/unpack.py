"""Writes the sources of Google's JavaScript SDK out of the source map of a bundle: unpack.py WHEEL DIRECTORY.

Files of `missing` fill the holes: the bundle has no modules that its app does not use. None replaces a file of the SDK.
"""

import json
import pathlib
import re
import shutil
import sys
import zipfile

VERSIONS = {"firebase": "11.3.1", "@firebase/auth": "1.9.0"}
SOURCE = re.compile(r"\.\./node_modules/((?:@firebase|idb)/.*)")
PACKAGE = re.compile(r"from '([./a-z-]+/package\.json)'")

own = pathlib.Path(__file__).parent
wheel, directory = sys.argv[1], pathlib.Path(sys.argv[2])
modules = directory / "node_modules"
shutil.rmtree(directory, ignore_errors=True)

with zipfile.ZipFile(wheel) as archive:
    maps = [name for name in archive.namelist() if re.search(r"/static/js/main\.\w+\.js\.map$", name)]
    sources = json.loads(archive.read(maps[0]))


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


for source, text in zip(sources["sources"], sources["sourcesContent"]):
    match = SOURCE.fullmatch(source)
    if not match or ".." in match[1]:
        continue
    path = modules / match[1]
    write(path, text)
    # The packages name themselves by files that are no modules.
    for package in PACKAGE.findall(text):
        target = (path.parent / package).resolve()
        name = "firebase" if target.parent.name == "firebase" else f"@firebase/{target.parent.name}"
        write(target, json.dumps({"name": name, "version": VERSIONS.get(name, "0.0.0")}))

for path in (own / "missing").rglob("*.ts"):
    target = modules / path.relative_to(own / "missing")
    if target.exists():
        sys.exit(f"unpack: the SDK has {target}")
    write(target, path.read_text())
for package, main in (("app", "src/index.ts"), ("auth", "src/index.ts"), ("idb", "build/index.js")):
    target = modules / ("idb" if package == "idb" else f"@firebase/{package}") / "package.json"
    described = json.loads(target.read_text()) if target.exists() else {"name": package}
    write(target, json.dumps({**described, "main": main}))
shutil.copy(own / "entry.ts", directory)
