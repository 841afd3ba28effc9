"""Words of languages: the lists by which the engine reads requests, wikis and guidance.

One module a subject. Whoever adds a language adds its words to each of them:

| module | words | read by |
|---|---|---|
| `deed` | kinds of change, states, directions, negations | `execute/asking.py` |
| `question` | beginnings of a question, and of words of change | `propose/routing.py` |
| `yes_no` | the two words, and what joins them | `policy/message.py` |
| `number` | numbers and per cent in words | `numeral.py` |
| `record` | articles, titles, places, synonyms in descriptions | `snapshot/wording.py` |
| `slot` | words that are no part of a name | `plancache/slot.py` |
| `wiki` | marks of examples and of rules, words for everybody | `acquire/` |
| `guidance` | the plain English of lessons; no other language | `experience/plain.py` |
| `calendar` | months and days of the week, written by a script from CLDR | `day.py` |

The lists are evidence and no permission: no word lets pass what the rules refuse.
"""
