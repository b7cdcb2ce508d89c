#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Lays out the pages of the book for Sphinx: pages.py PROGRAM FOLDER

Guides are those of docs and of the top of the tree; their links lead to pages of the book. Pages of formulas, inputs and schemas are made of what the
program prints.
"""
import collections
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
BOOK = ROOT / "docs/book"
# Pages from outside of docs, by their names in the book.
TOP = {"README.md": "overview", "CONTRIBUTING.md": "recipes", "CHANGELOG.md": "changes", "SECURITY.md": "security"}
# The book has a page for each formula instead.
FORMULAS = "docs/formulas.md"
FENCE = re.compile(r"^```.*?^```$", re.M | re.S)
SPAN = re.compile(r"^#.*$|(?P<picture>!?)\[(?P<words>(?:[^\[\]]|\[[^\]]*\])*)\]\((?P<target>[^)\s]+)\)|`(?P<code>[^`\n]+)`", re.M)

Formula = collections.namedtuple("Formula", "id title unit argument text why assumes source reads")


def printed(program, *arguments):
    return subprocess.run([program, *arguments], capture_output=True, text=True, check=True).stdout


# What the program knows

def formulas(program):
    """The formulas of the reference that the program prints, by id: results, then functions."""
    found = {}
    for block in re.split(r"^### ", printed(program, "catalog", "formulas", "--format", "md"), flags=re.M)[1:]:
        block = re.sub(r"^## (?:.*\n?)+", "", block, flags=re.M)
        title, head, *paragraphs = [each.strip() for each in re.split(r"\n\n+", block.strip())]
        id_, argument, unit = re.fullmatch(r"`([^`]+)`(?: of (.+?))? in (.+)", head).groups()
        text = paragraphs.pop(0).removeprefix("> ")
        reads = []
        if paragraphs[-1].startswith("* "):
            for line in paragraphs.pop().splitlines():
                reads.append(re.fullmatch(r"\* (.+?): `([^`]+)`, (.+)", line).groups())
        source = paragraphs.pop().removeprefix("Source: ")
        assumes = paragraphs.pop().removeprefix("Assumes: ") if paragraphs[-1].startswith("Assumes: ") else ""
        why, = paragraphs
        found[id_] = Formula(id_, title, unit, argument, text, why, assumes, source, reads)
    return found


def inputs(program):
    """Rows of the inputs by key."""
    return {row["key"]: row for row in json.loads(printed(program, "catalog", "inputs", "--json"))["rows"]}


def room(id_):
    return id_.split(".")[0]


class Names:
    """Where the book has what: files of the tree, formulas, inputs."""

    def __init__(self, known_formulas, known_inputs):
        self.formulas, self.inputs = known_formulas, known_inputs
        self.files = dict(TOP)
        for path in [*sorted((ROOT / "docs").glob("*.md")), *sorted(BOOK.glob("*.md"))]:
            self.files[str(path.relative_to(ROOT))] = path.stem
        self.files[FORMULAS] = "formulas/index"
        self.taken = set()

    def of_id(self, id_):
        """The address of a formula or an input from the top of the book; None of what is neither."""
        if id_ in self.formulas:
            return f"formulas/{id_}.md"
        if id_ in self.inputs:
            return f"inputs/{room(id_)}.md#{id_.replace('.', '')}"
        return None

    def led(self, text, place):
        """A page from a place in the tree as a page of the book: ids and links lead to pages of the book. Files of the tree are taken into the book."""
        def span(found):
            if found["code"]:
                address = self.of_id(found["code"])
                return f"[{found[0]}]({address})" if address else found[0]
            if not found["target"] or re.match(r"https?:|mailto:|#", found["target"]):
                return found[0]
            path, _, anchor = found["target"].partition("#")
            file, words = os.path.normpath(os.path.join(os.path.dirname(place), path)), found["words"]
            if file in self.files:
                return f"[{words}]({self.files[file]}.md{f'#{anchor}' if anchor and file != FORMULAS else ''})"
            if (ROOT / file).is_dir():
                return f"`{file}`" if words.strip("`") in file else f"{words} (`{file}`)"
            self.taken.add(file)
            return f"{found['picture']}[{words}](files/{in_book(file)})"

        parts, end = [], 0
        for block in FENCE.finditer(text):
            parts += [SPAN.sub(span, text[end:block.start()]), captioned(block[0])]
            end = block.end()
        return "".join(parts) + SPAN.sub(span, text[end:])


def with_one_title(text):
    """A page of the book has one title: what follows a second one is a section of it."""
    titles = 0

    def lowered(found):
        nonlocal titles
        titles += found[0] == "# "
        return found[0] if titles < 2 or found[0].startswith("`") else f"#{found[0]}"

    return re.sub(rf"{FENCE.pattern}|^#+ ", lowered, text, flags=re.M | re.S)


def in_book(file):
    """The name of a file of the tree below files: Markdown there is no page."""
    return f"{file}.txt" if file.endswith(".md") else file


def captioned(block):
    """A block whose first line names a file has the name as its caption."""
    return re.sub(r"\A```(\w+) (\S+)\n", r"```{code-block} \1\n:caption: \2\n\n", block)


# Pages that are made

# The list at the side has no entry for each of them: it would be as long as a page on every page.
ORPHAN = "---\norphan: true\n---\n"


def safe(text):
    """A text as a paragraph or a cell of Markdown that shows it as it is."""
    return re.sub(r"([\\`*_{}\[\]<>#|~$^])", r"\\\1", text)


def link(names, id_):
    """A link from a page of a formula or of inputs, written as HTML: Sphinx takes a minute to look up ten thousand."""
    page, _, anchor = names.of_id(id_).partition("#")
    address = page.replace(".md", ".html") + ("#" + re.sub(r"[^a-z0-9]+", "-", id_.lower()) if anchor else "")
    return f'<a class="reference internal" href="../{address}"><code class="docutils literal notranslate"><span class="pre">{id_}</span></code></a>'


def formula_page(formula, names, readers):
    kind = {None: "Result", "the case": "Function"}.get(formula.argument, f"Function of {safe(formula.argument or '')}")
    unit = "1 (count or ratio)" if formula.unit == "1" else safe(formula.unit)
    text = f"{ORPHAN}# {safe(formula.title)}\n\n"
    text += f"[Formulas](index.md) › [{room(formula.id)}]({room(formula.id)}.md)\n\n"
    # The search finds titles first: that of the formula and its id.
    text += f"## `{formula.id}`\n\n{kind} in {unit}\n\n"
    text += f"```{{code-block}} text\n:class: formula\n\n{formula.text}\n```\n\n{safe(formula.why)}\n\n"
    if formula.assumes:
        text += f"Assumes: {safe(formula.assumes)}\n\n"
    text += f"Source: {safe(formula.source)}\n"
    if formula.reads:
        text += "\n**Reads**\n\n| symbol | | id |\n|---|---|---|\n"
        text += "".join(f"| {safe(symbol)} | {safe(label)} | {link(names, id_)} |\n" for symbol, id_, label in formula.reads)
    if readers:
        text += "\n**Read by**\n\n| | id |\n|---|---|\n"
        text += "".join(f"| {safe(names.formulas[id_].title)} | {link(names, id_)} |\n" for id_ in readers)
    return text + f"\n`llmsize explain {formula.id}` shows it with the numbers of a scenario.\n"


def formula_pages(names):
    """Pages of formulas, of their rooms, and the page that lists the rooms."""
    readers = collections.defaultdict(dict)
    for formula in names.formulas.values():
        for _, id_, _ in formula.reads:
            assert names.of_id(id_), f"{formula.id} reads {id_}, which has no page"
            readers[id_][formula.id] = True
    rooms = collections.defaultdict(list)
    for formula in names.formulas.values():
        yield f"formulas/{formula.id}.md", formula_page(formula, names, readers[formula.id])
        rooms[room(formula.id)].append(formula)
    for name, members in sorted(rooms.items()):
        rows = "".join(f"| {safe(each.title)} | {link(names, each.id)} | {safe(each.unit)} |\n" for each in members)
        yield f"formulas/{name}.md", f"{ORPHAN}# Formulas: {name}\n\n[Formulas](index.md)\n\n| formula | id | unit |\n|---|---|---|\n{rows}"
    listed = "".join(f"| [{name}]({name}.md) | {len(members)} | {safe(', '.join(each.title for each in members[:3]))}{', …' if len(members) > 3 else ''} |\n" for name, members in sorted(rooms.items()))
    yield "formulas/index.md", (
        "# Formulas\n\nEach result has a page: its formula, unit, reason and source, what it reads, and what reads it. Functions are values at other arguments than "
        f"those of the scenario. There are {len(names.formulas)} pages, by the first word of the id:\n\n| | formulas | first |\n|---|---|---|\n{listed}\n"
        "Values are in base units. `[A if c, else B]` is A if c holds, otherwise B; `[A if known, else B]` is B if A is absent.\n")
    yield from input_pages(names, readers)


def input_pages(names, readers):
    groups = collections.defaultdict(list)
    for row in names.inputs.values():
        groups[room(row["key"])].append(row)
    for name, rows in sorted(groups.items()):
        text = f"{ORPHAN}# Inputs: {name}\n\n[Inputs](index.md)\n"
        for row in rows:
            facts = [f"Option `{row['option']}`"] if row["option"] else []
            facts += [f"one of `{row['unit']}`" if "|" in row["unit"] else f"unit {safe(row['unit'])}"]
            facts += [f"default {safe(row['default'])}"] if row["default"] else []
            text += f"\n## {row['key']}\n\n{safe(row['help'])}\n\n{' · '.join(facts)}\n"
            if readers[row["key"]]:
                text += "\nRead by " + ", ".join(link(names, each) for each in readers[row["key"]]) + "\n"
        yield f"inputs/{name}.md", text
    listed = "".join(f"| [{name}]({name}.md) | {len(rows)} |\n" for name, rows in sorted(groups.items()))
    yield "inputs/index.md", (
        "# Inputs\n\nEvery input of a scenario: its key in files and columns, its option, unit, default, and the formulas that read it. `llmsize catalog inputs` lists "
        f"them.\n\n| group | inputs |\n|---|---|\n{listed}")


def kind_of_value(schema):
    if "const" in schema:
        return f"`{json.dumps(schema['const'])}`"
    if "enum" in schema:
        return ", ".join(f"`{each}`" for each in schema["enum"])
    if "anyOf" in schema and "type" not in schema:
        return " or ".join(dict.fromkeys(kind_of_value(each) for each in schema["anyOf"]))
    kind = schema.get("type", "any")
    return " or ".join(kind) if isinstance(kind, list) else kind


def fields(schema, names, place=""):
    """Rows of a table: a field, what it may be, what it means. Groups of inputs are one row that links to the inputs."""
    for name, field in schema.get("properties", {}).items():
        path = f"{place}{name}"
        group = field if "properties" in field else next((each for each in field.get("anyOf", []) if "properties" in each), {})
        keys = [f"{name}.{key}" if key != "id" else (f"{name}.id" if f"{name}.id" in names.inputs else name) for key in group.get("properties", {})]
        known = [key for key in keys if key in names.inputs]
        if place == "" and known and len(known) * 2 > len(keys):
            yield path, "object", f"{len(known)} [inputs](inputs/{name}.md): " + ", ".join(f"`{key.split('.')[-1]}`" for key in known[:8]) + (", …" if len(known) > 8 else "")
            continue
        required = ", required" if name in schema.get("required", []) else ""
        yield path, kind_of_value(field) + required, safe(field.get("description", ""))
        yield from fields(field, names, f"{path}.")
        items = field.get("items", {})
        yield from fields(items, names, f"{path}[].") if "properties" in items else ()
        more = field.get("additionalProperties")
        yield from fields(more, names, f"{path}.*.") if isinstance(more, dict) else ()


def schema_page(program, names, folder):
    schemas = json.loads(printed(program, "catalog", "--schema", "--json"))
    text = ("# Schemas\n\nJSON Schemas (draft-07) of the files that llmsize reads and writes, for editors and programs. `llmsize catalog --schema KIND` prints one, "
            "`llmsize catalog --schema` prints all. [Formats](formats.md) describes the files.\n")
    (folder / "files/schemas").mkdir(parents=True)
    for kind, schema in schemas.items():
        (folder / f"files/schemas/{kind}.json").write_text(json.dumps(schema, indent=2, ensure_ascii=False) + "\n")
        found = list(fields(schema, names))
        texts = [f"`{path}`" for path, *row in found if row == ["string", ""]]
        rows = "".join(f"| `{path}` | {value} | {meaning} |\n" for path, value, meaning in found if [value, meaning] != ["string", ""])
        rows += f"| {', '.join(texts)} | string | |\n" if texts else ""
        text += f"\n## {kind}\n\n{safe(schema['title'])}. Schema: [{kind}.json](files/schemas/{kind}.json)\n\n| field | value | meaning |\n|---|---|---|\n{rows}"
    return text


def main(program, folder):
    names = Names(formulas(program), inputs(program))
    shutil.rmtree(folder, ignore_errors=True)
    pages = {f"{name}.md": names.led(with_one_title((ROOT / file).read_text()), file) for file, name in names.files.items() if file != FORMULAS}
    pages.update(formula_pages(names))
    for name, text in pages.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    (folder / "schemas.md").write_text(schema_page(program, names, folder))
    for file in sorted(names.taken):
        target = folder / "files" / in_book(file)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / file, target)
    shutil.copytree(BOOK / "static", folder / "static")
    shutil.copyfile(BOOK / "conf.py", folder / "conf.py")


if __name__ == "__main__":
    main(str(pathlib.Path(sys.argv[1]).resolve()), pathlib.Path(sys.argv[2]))
