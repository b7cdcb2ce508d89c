#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Words of the project: every label, title, finding, page, help and document is held against forbidden.csv.

words_test.py TEXTS PROGRAM prints what is wrong by surface, the longest list first, and ends with 1 where there is anything.
"""
import collections
import csv
import json
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
GENERATED = {"formulas.md"}  # its texts are those of the surfaces "title", "why" and "source"

Text = collections.namedtuple("Text", "surface place text")


def forbidden():
    """Patterns of forbidden words, what to write instead, the phrases in which they are right, and the surfaces that have to be without them."""
    with open(HERE / "forbidden.csv", newline="") as file:
        for row in csv.DictReader(file):
            pattern = re.compile(rf"(?<![\w-])(?:{row['words']})(?![\w-])", re.I)
            allowed = [re.compile(each, re.I) for each in row["allowed"].split("|") if each]
            yield pattern, row["instead"], allowed, row["surfaces"].split("|") if row["surfaces"] else None


def same_names():
    """Pairs of ids that may have one name: an input and the result that is the same quantity."""
    with open(HERE / "same_names.csv", newline="") as file:
        return {frozenset((row["id"], row["other"])) for row in csv.DictReader(file)}


def of_library(program):
    lines = subprocess.run([program], capture_output=True, text=True, check=True).stdout.splitlines()
    return [Text(**json.loads(line)) for line in lines]


def of_help(program, known):
    """Sentences of the help of every command that are not those of an input, without examples."""
    seen = {sentence for each in known for sentence in sentences(each.text)}
    overview = subprocess.run([program, "--help"], capture_output=True, text=True, check=True).stdout
    for command, summary in re.findall(r"^  ([a-z]+) +(\S.*)", overview.split("Commands")[1], re.M):
        yield Text("summary", command, summary)
        text = subprocess.run([program, "help", command], capture_output=True, text=True, check=True).stdout
        text = re.sub(r"^ +llmsize .*(?:\n {4,}.*)*", "", text, flags=re.M)
        for sentence in sentences(re.sub(r"^  -\S+(?: \S+)*?(?:$| {2,}| (?=[A-Z][a-z]))", ". ", text, flags=re.M)):
            if sentence not in seen:
                seen.add(sentence)
                yield Text("command", command, sentence)


def sentences(text):
    return [each.strip(" .") for each in re.split(r"(?<=[.:!?])\s", " ".join(text.split())) if each.strip(" .")]


def of_documents():
    """Paragraphs of the documents, without code, addresses and quotations."""
    for file in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]:
        if file.name in GENERATED:
            continue
        text = re.sub(r"^```.*?^```", lambda block: "\n" * block[0].count("\n"), file.read_text(), flags=re.M | re.S)
        text = re.sub(r"`[^`\n]*`|\]\([^)\n]*\)|https?://\S+|\"[^\"\n]*\"|“[^”\n]*”", " ", text)
        for paragraph in re.finditer(r"(?:^\|.*$|(?:^[^|\n].*\n?)+)", text, re.M):
            line = text.count("\n", 0, paragraph.start()) + 1
            yield Text("document", f"{file.relative_to(ROOT)}:{line}", paragraph[0])


def is_allowed(text, found, phrases):
    return any(phrase.start() <= found.start() and found.end() <= phrase.end() for each in phrases for phrase in each.finditer(text))


def bare(text):
    """Without ids and names of numbers: "{training.step_time}", `--nodes`."""
    return re.sub(r"\{[^}]*\}|`[^`]*`|--[a-z][\w.-]*|\b[a-z_]+\.[a-z_]+\b", " ", text)


def offences(texts):
    rules = list(forbidden())
    for each in texts:
        text = bare(each.text)
        for pattern, instead, allowed, surfaces in rules:
            if surfaces and each.surface not in surfaces:
                continue
            for found in pattern.finditer(text):
                if not is_allowed(text, found, allowed):
                    yield each, found[0], instead
                    break


def misformed(texts):
    """Labels and titles that are no noun phrases in sentence case, help of an option with a full stop, questions as headings."""
    for each in texts:
        text = each.text.strip()
        if each.surface in ("label", "title") and re.search(r"[.?!]$", text):
            yield each, text[-1], "a noun phrase without a full stop or question mark"
        if each.surface in ("label", "title") and not re.match(r"[A-Z0-9]|[a-z]*[A-Z]", text):
            yield each, text.split()[0], "sentence case"
        if each.surface == "help" and len(sentences(text)) == 1 and text.endswith("."):
            yield each, ".", "help of an option without a full stop"
        if each.surface == "summary" and text.endswith("?"):
            yield each, "?", "an imperative"
        if each.surface == "document" and re.match(r"#+ .*\?\s*$", text):
            yield each, "?", "a noun phrase or a task"


def shared_names(texts):
    """Names that two ids have: of two inputs, two results, or an input and a result that are different quantities."""
    allowed = same_names()
    holders = collections.defaultdict(list)
    for each in texts:
        if each.surface in ("label", "title") and each.place not in holders[each.text.lower()]:
            holders[each.text.lower()].append(each.place)
    for name, ids in sorted(holders.items()):
        if len(ids) > 1 and not (len(ids) == 2 and frozenset(ids) in allowed):
            yield name, ids


def excerpt(text, word, width=70):
    at = max(0, re.search(re.escape(word), text, re.I).start() - width // 2) if word.lower() in text.lower() else 0
    return " ".join(text[at:at + width].split())


def main(texts_program, program):
    library = of_library(texts_program)
    # A text of several pages counts once.
    texts = list({(each.surface, each.place if each.surface in ("label", "title", "document") else "", each.text): each
                  for each in [*library, *of_help(program, library), *of_documents()]}.values())
    by_surface = collections.defaultdict(list)
    for each, word, instead in [*offences(texts), *misformed(texts)]:
        by_surface[each.surface].append(f"{each.place}: {word} → {instead}: … {excerpt(bare(each.text), word)}")
    for name, ids in shared_names(texts):
        by_surface["one name of several ids"].append(f"{name}: {', '.join(ids)}")
    for surface, lines in sorted(by_surface.items(), key=lambda item: -len(item[1])):
        print(f"\n{surface}: {len(lines)}")
        for line in lines:
            print(f"  {line}")
    print("\n" + ", ".join(f"{surface}: {len(lines)}" for surface, lines in by_surface.items()))
    return 1 if by_surface else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
