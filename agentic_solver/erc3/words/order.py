"""Words for the ends of an order, in many languages: data, no code.

They are compared with what an *answer* takes of an order, so that the lowest is not told as the
highest; no change rests on them. An entry is the beginning of a word, in plain ASCII; ``word=`` is
the whole word. Scripts without blanks between words are looked up as they are written.
"""

__all__ = ["HIGHEST", "LOWEST"]

HIGHEST = """
    highest largest biggest strongest most= greatest hochst starkst grosst meist= meiste meisten
    najwyz najwieks najvis najvec hogst storst hojest hoogste grootste augstak
    lielak luchsh naivys naibol nejvys nejvet korkein suurin legmagas legnagy
    最高 最多 最大 높은 많은 최고 최대
"""

LOWEST = """
    lowest smallest weakest least= fewest niedrigst schwachst kleinst wenigst najniz najmniej
    najmanj lagst minst lavest mindst laagste kleinste minste zemak mazak naimen nejniz nejmen
    matalin pienin legalacs legkis 最低 最少 最小 낮은 적은 최저 최소
"""
"""Superlatives that say which end of an order is meant."""
