"""Words of languages: the lists by which the engine reads numbers, names, wikis and guidance.

No list decides whether a change is asked for: that is what a reading of the request is for.

One module a subject. Whoever adds a language adds its words to each of them:

| module | words | read by |
|---|---|---|
| `yes_no` | the two words, and what joins them | `policy/message.py` |
| `number` | numbers and per cent in words | `numeral.py` |
| `record` | articles, titles, places, synonyms in descriptions | `finders/` |
| `order` | the highest and the lowest, in answers | `execute/picking.py` |
| `match` | no words: how an entry of a list is found in a text | `picking.py`, `family.py` |
| `slot` | words that are no part of a name | `plancache/slot.py` |
| `wiki` | marks of examples and of rules, words for everybody | `acquire/` |
| `calendar` | months and days of the week, written by a script from CLDR | `day.py` |

The lists are evidence and no permission: no word lets pass what the rules refuse.
"""
