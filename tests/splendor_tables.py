"""Positions of Splendor with every kind of decision, for tests of its board."""

from __future__ import annotations

TABLE = """
shown1 = "1-05 1-12 1-20 1-33"
shown2 = "2-03 2-14 2-17 2-28"
shown3 = "3-02 3-08 3-11 3-19"
deck1 = "1-01 1-40"
deck2 = "2-01"
first = 1
"""
HELD = "{ w = 2, b = 2, g = 1, r = 1, k = 1, gold = 3 }"
CROWDED = f"""
title = "four at the table, much of it reserved"
game = "splendor"
seats = 4
[position]
{TABLE}
nobles = "n01 n05 n06 n08"
turn = 2
players = [
  {{ tokens = {{ w = 2 }}, cards = "1-09 1-10 1-17", reserved = "3-03 3-10 2-21" }},
  {{ tokens = {HELD}, cards = "1-18 1-19 1-34", nobles = "n09", reserved = "2-06", hidden = "3-15" }},
  {{ hidden = "2-09 1-30" }},
  {{}},
]
"""
RETURNING = f"""
title = "two tokens too many"
game = "splendor"
seats = 3
options = {{ gold = "published" }}
[position]
{TABLE}
nobles = "n01 n05 n06 n08"
turn = 2
owes = "return"
players = [{{}}, {{ tokens = {{ w = 3, b = 1, r = 4, k = 3, gold = 1 }}, cards = "1-18" }}, {{}}]
"""
CHOOSING = f"""
title = "two nobles would come"
game = "splendor"
seats = 3
[position]
{TABLE}
nobles = "n01 n06 n07 n08"
turn = 1
owes = "noble"
players = [
  {{ cards = "1-06 1-07 1-03 1-04 1-09 1-10 1-11 1-13 1-17 1-18 1-19" }},
  {{}},
  {{}},
]
"""
LAST = f"""
title = "the last round"
game = "splendor"
seats = 2
[position]
{TABLE}
nobles = "n01 n05"
turn = 2
players = [
  {{ cards = "3-04 3-07 3-12 2-05 1-08", nobles = "n02", tokens = {{ w = 3, b = 1 }} }},
  {{ tokens = {{ w = 1, b = 1, g = 1, r = 1, k = 1 }} }},
]
"""
STUCK = """
title = "nothing can be done"
game = "splendor"
seats = 2
options = { gold = "published" }
[position]
shown1 = "1-05 1-08"
nobles = "n01 n05 n06"
players = [
  { tokens = { w = 2, b = 2, g = 2, r = 2, k = 2 }, reserved = "3-01 3-03 3-04" },
  { tokens = { w = 2, b = 2, g = 2, r = 2, k = 2 } },
]
"""
TABLES = {"crowded": CROWDED, "returning": RETURNING, "choosing": CHOOSING, "last": LAST, "stuck": STUCK}
