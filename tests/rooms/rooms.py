# SPDX-License-Identifier: Apache-2.0
"""The rooms of the program: who includes whom, and the table of docs/architecture.md that says who may."""
import pathlib
import re
from typing import NamedTuple

FOLDERS = ("core", "cli", "gui")
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*"((?:core|cli|gui)/[^"]+)"', re.M)
ROW = re.compile(r"^\| (`[a-z_/]+`(?:, `[a-z_/]+`)*) \| ")


class Arrow(NamedTuple):
    """One include that leads from one room into another."""
    tail: str  # room that includes
    head: str  # room that is included
    file: str
    include: str

    def __str__(self):
        return f'{self.file} includes "{self.include}"'


def table(architecture):
    """Rows of the table from the top: the folders that each names. Folders of one row are one room and may include each other."""
    lines = architecture.split("\n")
    start = lines.index("| room | what lives there |") + 2
    rows = []
    for line in lines[start:]:
        found = ROW.match(line)
        if not found:
            break
        rows.append(re.findall(r"`([^`]+)`", found[1]))
    return rows


def room_of(path, folders):
    """The folder of the table that holds a file: the longest that its path begins with; nothing where there is none."""
    inside = [folder for folder in folders if path.startswith(folder + "/")]
    return max(inside, key=len, default=None)


def sources(root):
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in (".cpp", ".hpp"):
                yield path.relative_to(root).as_posix(), path.read_text()


def arrows(root, folders):
    """Every include between two folders of the table."""
    for file, text in sources(root):
        for include in INCLUDE.findall(text):
            tail, head = room_of(file, folders), room_of(include, folders)
            if tail and head and tail != head:
                yield Arrow(tail, head, file, include)


def complaints(root, architecture):
    """What is wrong, one sentence each; nothing where every room stands only on rooms above it."""
    rows = table(architecture)
    place = {folder: number for number, row in enumerate(rows) for folder in row}
    for folder in place:
        if not any((root / folder).glob("*.[ch]pp")):
            yield f"the table names {folder}, which holds no source file"
    for file, _ in sources(root):
        if not room_of(file, place):
            yield f"{file}: its room is not in the table"
        elif (room := str(pathlib.PurePosixPath(file).parent)) not in place:
            yield f"{file}: {room} is not in the table; a part of a room stands in the row of its room"
    for arrow in arrows(root, place):
        if place[arrow.head] > place[arrow.tail]:
            yield f"{arrow}: {arrow.head} stands below {arrow.tail}"


def edges(root, rows):
    """Pairs of rows, by their first folder: who stands on whom, without those that follow from others."""
    first = {folder: row[0] for row in rows for folder in row}
    direct = {row[0]: set() for row in rows}
    for arrow in arrows(root, list(first)):
        if first[arrow.tail] != first[arrow.head]:
            direct[first[arrow.tail]].add(first[arrow.head])

    def reached(room, without):
        """Rooms that a room stands on, not counting its own step to `without`."""
        todo, seen = [head for head in direct[room] if head != without], set()
        while todo:
            head = todo.pop()
            if head not in seen:
                seen.add(head)
                todo += direct[head]
        return seen

    return sorted((tail, head) for tail, heads in direct.items() for head in heads if head not in reached(tail, head))
