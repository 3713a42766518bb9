#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
"""Programs that have their data in a file that they map, and ask for it by Zipf's law.

mapped-load.py PROGRAM make FILE PAGES: makes the file.

mapped-load.py PROGRAM run FILE REQUESTS: makes so many requests.  Then it prints where the file
is mapped, as FROM-TO, and how many pages its cgroup has of memory that is of no file.

Programs are array, which reads a byte of one page; search, which looks a line up by bisection, as
look(1) does; and sqlite, which asks for a row of a table by its key.  The seed is fixed: each run
asks for the same.
"""

import array
import itertools
import mmap
import os
import random
import sqlite3
import sys

PAGE = 4096


def by_zipf(choices, requests, power=1.0):
    """Returns numbers below choices, of which 0 comes most often."""
    shares = itertools.accumulate(1 / rank**power for rank in range(1, choices + 1))
    return array.array("I", random.choices(range(choices), cum_weights=list(shares), k=requests))


def mapped(path):
    """Returns all of the file, mapped."""
    with open(path, "rb") as file:
        return mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ)


class Array:
    """Favourites lie anywhere in the file."""

    @staticmethod
    def make(path, pages):
        with open(path, "wb") as file:
            for page in range(pages):
                file.write(page.to_bytes(8, "little") * (PAGE // 8))

    def __init__(self, path, requests):
        self.data = mapped(path)
        order = list(range(len(self.data) // PAGE))
        random.shuffle(order)
        self.todo = array.array("I", (order[i] for i in by_zipf(len(order), requests)))

    def run(self):
        data = self.data
        for page in self.todo:
            data[page * PAGE]


class Search:
    """Lines of 64 bytes in order, of which one of 8 is looked up; favourites lie anywhere."""

    LINE = 64
    STEP = 8

    @staticmethod
    def make(path, pages):
        with open(path, "wb") as file:
            for line in range(pages * PAGE // Search.LINE):
                file.write(b"%063d\n" % line)

    def __init__(self, path, requests):
        self.data = mapped(path)
        keys = len(self.data) // self.LINE // self.STEP
        self.todo = array.array("I", (i * 7919 % keys for i in by_zipf(keys, requests, 0.9)))

    def run(self):
        for key in self.todo:
            self.find(b"%063d\n" % (key * self.STEP))

    def find(self, line):
        first, last = 0, len(self.data) // self.LINE
        while first < last:
            middle = (first + last) // 2
            if self.data[middle * self.LINE : (middle + 1) * self.LINE] < line:
                first = middle + 1
            else:
                last = middle
        if self.data[first * self.LINE : (first + 1) * self.LINE] != line:
            sys.exit("not found")


class Sqlite:
    """Rows of 1 KB, four a page; the newest are asked for most."""

    @staticmethod
    def make(path, pages):
        base = sqlite3.connect(path)
        base.execute("PRAGMA journal_mode=off")
        base.execute("PRAGMA synchronous=off")
        base.execute("CREATE TABLE mail(id INTEGER PRIMARY KEY, text BLOB)")
        base.execute(
            "WITH RECURSIVE new(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM new WHERE id < ?)"
            " INSERT INTO mail SELECT id, zeroblob(1000) FROM new",
            (4 * pages,),
        )
        base.commit()
        base.close()

    def __init__(self, path, requests):
        self.base = sqlite3.connect(path)
        self.base.execute("PRAGMA mmap_size=1000000000")
        self.rows = self.base.execute("SELECT max(id) FROM mail").fetchone()[0]
        self.todo = by_zipf(self.rows, requests, 0.8)

    def run(self):
        for back in self.todo:
            self.base.execute("SELECT text FROM mail WHERE id=?", (self.rows - back,)).fetchone()


def where(path):
    """Returns FROM-TO of the file's mappings."""
    with open("/proc/self/maps", encoding="ascii") as maps:
        ranges = [line.split()[0] for line in maps if line.endswith(f" {path}\n")]
    return f"0x{ranges[0].split('-')[0]}-0x{ranges[-1].split('-')[1]}"


def beside():
    """Returns pages of our cgroup that are of no file."""
    with open("/proc/self/cgroup", encoding="ascii") as cgroup:
        folder = "/sys/fs/cgroup" + cgroup.read().strip().split("::")[1]
    if not os.path.exists(folder + "/memory.stat"):
        return 0
    with open(folder + "/memory.stat", encoding="ascii") as stat:
        counts = dict(line.split() for line in stat)
    return (int(counts["anon"]) + int(counts["kernel"])) // PAGE


def main(program, what, path, number):
    kind = {"array": Array, "search": Search, "sqlite": Sqlite}[program]
    if what == "make":
        kind.make(path, int(number))
        return
    random.seed(1)
    load = kind(path, int(number))
    load.run()
    print(where(path), beside())


main(*sys.argv[1:])
