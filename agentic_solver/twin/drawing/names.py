"""Names of people for drawn companies.

The names of a language stay together, so that most of them sound like somebody. Family names have
one form for everybody, which is why none of those is here that differ for women and men.
"""

import random
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

__all__ = ["FIRST_NAMES", "LANGUAGES", "SURNAMES", "NamePool", "any_name", "draw_names"]


@dataclass(frozen=True, slots=True, kw_only=True)
class NamePool:
    """The names of one language."""

    first: tuple[str, ...]
    last: tuple[str, ...]


def _pool(first: str, last: str) -> NamePool:
    return NamePool(first=_split(first), last=_split(last))


def _split(names: str) -> tuple[str, ...]:
    return tuple(" ".join(name.split()) for name in names.split(","))


LANGUAGES: Mapping[str, NamePool] = MappingProxyType(
    {
        "albanian": _pool(
            """Arben, Besnik, Drita, Elira, Fatmir, Gjergj, Liridona, Mimoza, Shpresa, Valbona""",
            """Berisha, Çela, Dervishi, Gashi, Hoxha, Krasniqi, Leka, Prifti, Shehu, Zeqiri""",
        ),
        "basque": _pool(
            """Aitor, Ainhoa, Amaia, Eneko, Garazi, Iker, Itziar, Jokin, Nerea, Xabier""",
            """Agirre, Altuna, Arrizabalaga, Elizondo, Etxeberria, Goikoetxea, Ibarra, Lasa,
            Mendizabal, Otxoa, Urrutia, Zubizarreta""",
        ),
        "croatian": _pool(
            """Ante, Božena, Dražen, Hrvoje, Jadranka, Josipa, Krešimir, Luka, Mirna, Nikša,
            Snježana, Tvrtko, Vedrana, Zrinka, Željko""",
            """Babić, Božić, Filipović, Horvat, Jurić, Knežević, Kovačić, Lončar, Matković,
            Pavlović, Perić, Radić, Šarić, Tomić, Vuković, Živković""",
        ),
        "czech": _pool(
            """Alžběta, Bohumil, Dalibor, Eliška, Jiří, Květa, Lubomír, Matěj, Ondřej, Radka,
            Růžena, Šárka, Tomáš, Vendula, Zdeněk""",
            """Hájků, Janků, Jirků, Kočí, Krejčí, Lepší, Martinů, Petrů, Šerých, Kovářů,
            Veselých, Vrzalů""",
        ),
        "danish": _pool(
            """Aksel, Asger, Birthe, Dorthe, Esben, Freja, Gudrun, Jeppe, Kirsten, Mads, Mette,
            Rasmus, Signe, Søren, Troels, Ulla""",
            """Ægidius, Bruun, Dahl, Frandsen, Grønbæk, Holmgaard, Jespersen, Kjær, Lykkegaard,
            Møller, Nørgaard, Østergaard, Poulsen, Riis, Skov, Sørensen, Thygesen, Vestergaard""",
        ),
        "dutch": _pool(
            """Anouk, Bram, Daan, Femke, Gijs, Hanneke, Jeroen, Joost, Lieke, Maarten, Marloes,
            Pieter, Roos, Sjoerd, Tijmen, Wietske""",
            """Brouwer, de Bruijn, de Haan, de Ruiter, Dijkstra, Hoekstra, Kuipers, Meijer,
            Smeets, ter Horst, van Beek, van den Heuvel, van der Linden, van der Velde,
            van ’t Hoff, Vermeulen, Wouters, Zijlstra""",
        ),
        "english": _pool(
            """Alastair, Beatrix, Callum, Daphne, Edmund, Fiona, Graham, Hazel, Imogen, Keith,
            Lorna, Niall, Rowan, Siobhán, Wilfred""",
            """Ashdown, Blackwood, Carmichael, Fairweather, Hathaway, Kirkbride, Lockwood,
            MacLeod, McAllister, O’Brien, O’Connell, O’Sullivan, Pemberton, Sinclair,
            Thackeray, Whitlock""",
        ),
        "estonian": _pool(
            """Aive, Eerik, Helve, Jaak, Kaarel, Külli, Leelo, Mihkel, Piret, Rein, Tõnu, Ülle,
            Urmas, Veiko""",
            """Ilves, Järv, Kask, Kivi, Koppel, Lepik, Mägi, Oja, Pärn, Põld, Rebane, Saar, Sepp,
            Tamm, Vaher, Õunapuu""",
        ),
        "finnish": _pool(
            """Aino, Antti, Eero, Hilkka, Jaakko, Kaisa, Lauri, Mikko, Päivi, Pirkko, Sinikka,
            Tapio, Väinö, Ylermi""",
            """Hämäläinen, Heikkinen, Järvinen, Kärkkäinen, Koskela, Laakso, Lehtonen, Mäkelä,
            Niemi, Nieminen, Pöyhönen, Rantala, Salmi, Töyry, Virtanen""",
        ),
        "french": _pool(
            """Aurélie, Benoît, Cécile, Damien, Élodie, Étienne, François, Gaëlle, Hélène,
            Jérôme, Maëlys, Noémie, Océane, Rémi, Sylvain, Thibault, Yannick""",
            """Beauchamp, Bérenger, Chevalier, de la Tour, Delacroix, Dubois, Faucher, Gaillard,
            Jourdain, Lefèvre, Le Goff, Le Bihan, L’Hermite, Marchand, Mercier, Pélissier,
            Quéméneur, Rousseau, Vasseur""",
        ),
        "german": _pool(
            """Annegret, Bernd, Dörte, Eberhard, Friedrich, Gesine, Heike, Ingo, Jürgen, Käthe,
            Lothar, Mechthild, Norbert, Rüdiger, Sören, Ulrike, Wiebke""",
            """Ahlers, Baumgärtner, Brömmel, Clasen, Dierksen, Eickhoff, Fiedler, Goßmann,
            Hübner, Jürgensen, Köhler, Lütjens, Nießen, Petersen, Rademacher, Schröder,
            Schäfer, Tietjen, Uhlig, von Hagen, Wüstenberg, zur Mühlen""",
        ),
        "greek": _pool(
            """Anastasia, Athanasios, Chrysoula, Despina, Eleftheria, Evangelos, Fotini,
            Ioanna, Kyriakos, Lefteris, Panagiotis, Sotiris, Stavroula, Theodoros, Vasiliki,
            Yiannis""",
            """Alexiou, Anagnostou, Antoniou, Athanasiou, Christou, Dimitriou, Economou, Georgiou,
            Ioannou, Konstantinou, Nikolaou, Panagiotou, Stavrou, Theodorou, Vasileiou,
            Xenou""",
        ),
        "hungarian": _pool(
            """Ágnes, Balázs, Csilla, Dénes, Emőke, Ferenc, Gergő, Ildikó, Katalin, László,
            Miklós, Réka, Szilárd, Tünde, Zsófia""",
            """Bíró, Csonka, Fazekas, Fülöp, Gönczi, Hegedűs, Kerekes, Lőrincz, Mészáros, Nagy,
            Pálfi, Sárközi, Szabó, Szűcs, Tóth, Vörös""",
        ),
        "italian": _pool(
            """Alessio, Beatrice, Carlotta, Donato, Elisabetta, Fabrizio, Ginevra, Leonardo,
            Loredana, Niccolò, Ottavia, Raffaele, Serena, Tiziana, Ugo""",
            """Barbieri, Cattaneo, Colombo, D’Angelo, D’Agostino, De Santis, Dell’Acqua,
            Di Stefano, Fontana, Galli, Lo Presti, Marchetti, Pellegrini, Rinaldo, Sartori,
            Zanetti""",
        ),
        "polish": _pool(
            """Bożena, Czesław, Dorota, Elżbieta, Grażyna, Grzegorz, Jędrzej, Kazimierz,
            Łukasz, Małgorzata, Mieczysław, Paweł, Róża, Stanisław, Wojciech, Żaneta""",
            """Bąk, Ciesielczyk, Dąbek, Gołąb, Jędrzejczak, Kołodziej, Łoś, Mróz, Nowak,
            Pająk, Pietrzyk, Sikora, Stępień, Szymczak, Wieczorek, Wójcik, Wrona, Żuk""",
        ),
        "portuguese": _pool(
            """Afonso, Anabela, Conceição, Duarte, Fátima, Gonçalo, Inês, João, Leonor, Luís,
            Matilde, Rúben, Teresinha, Vasco""",
            """Araújo, Baptista, Brandão, da Conceição, da Costa, das Neves, dos Santos,
            Figueiredo, Gonçalves, Lourenço, Magalhães, Marçal, Queirós, Simões, Teixeira,
            Vilaça""",
        ),
        "romanian": _pool(
            """Anca, Bogdan, Călin, Doina, Dragoș, Florentina, Gheorghe, Ileana, Mădălina,
            Mihai, Răzvan, Ruxandra, Ștefan, Tudorel, Viorica""",
            """Albu, Bălan, Ciobanu, Dănilă, Drăgan, Enache, Ionescu, Lazăr, Munteanu, Oprea,
            Popescu, Rădulescu, Stănescu, Ștefănescu, Țurcanu, Văcaru""",
        ),
        "scandinavian": _pool(
            """Åsa, Bengt, Eirik, Göran, Håkon, Ingrid, Jörgen, Kjersti, Linnéa, Malin, Ørjan,
            Ragnhild, Sverre, Torbjørn, Vigdis""",
            """Åkesson, Bergström, Björklund, Engström, Fjellstad, Håkansson, Haugen, Kvamme,
            Lindqvist, Nyström, Ødegård, Sjöberg, Solheim, Strömberg, Tveit, Wikström""",
        ),
        "serbian": _pool(
            """Aleksandar, Biljana, Bojan, Dragana, Đorđe, Gordana, Jovan, Ljubica, Miloš,
            Nebojša, Ognjen, Radmila, Slobodan, Svetlana, Zorica""",
            """Aleksić, Bogdanović, Đorđević, Ilić, Jovanović, Lazarević, Marković, Mitrović,
            Nikolić, Obradović, Petrović, Ristić, Simić, Stanković, Todorović, Vasić""",
        ),
        "slovene": _pool(
            """Alenka, Blaž, Črt, Franc, Jože, Jerneja, Klemen, Lovro, Mojca, Primož, Rok,
            Špela, Tadej, Urška, Žiga""",
            """Bizjak, Černe, Golob, Hribar, Jereb, Kotnik, Kranjc, Medved, Oblak, Pirc, Rozman,
            Šuštar, Turk, Vidmar, Zajc, Žagar""",
        ),
        "spanish": _pool(
            """Álvaro, Begoña, Cristóbal, Encarnación, Héctor, Íñigo, Jacinto, José, Lucía,
            Marisol, Nuño, Pilar, Rocío, Sebastián, Verónica""",
            """Bermúdez, Castaño, de la Fuente, del Río, Domínguez, Espinosa, Ferrándiz, Galán,
            Ibáñez, León, Muñoz, Núñez, Ordóñez, Peñalver, Quiñones, Sepúlveda, Vélez, Yáñez""",
        ),
        "turkish": _pool(
            """Ayşe, Barış, Çağla, Defne, Emre, Gülşen, Hakan, Jale, Kerem, Nurgül, Özgür,
            Pınar, Şule, Tolga, Zeynep""",
            """Akgün, Aydın, Çelik, Çetinkaya, Doğan, Güneş, Kaya, Kılıç, Öztürk, Şahin,
            Tekin, Türkmen, Uçar, Yıldırım, Yılmaz, Yücel""",
        ),
        "ukrainian": _pool(
            """Andriy, Bohdana, Dmytro, Halyna, Ihor, Kateryna, Larysa, Mykola, Nadiya,
            Oleksandr, Oksana, Serhiy, Taras, Vasyl, Yaroslava, Zoryana""",
            """Bondarenko, Boyko, Honchar, Hrytsenko, Karpenko, Koval, Kravchuk, Lysenko,
            Marchenko, Melnyk, Moroz, Oliynyk, Polishchuk, Rudenko, Shevchuk, Tkachenko,
            Vovk, Yurchenko""",
        ),
    }
)
"""Language → its names; Greek and Cyrillic ones in Latin letters."""

FIRST_NAMES: tuple[str, ...] = tuple(
    dict.fromkeys(name for pool in LANGUAGES.values() for name in pool.first)
)
SURNAMES: tuple[str, ...] = tuple(
    dict.fromkeys(name for pool in LANGUAGES.values() for name in pool.last)
)

# How often a first name goes with a family name of another language.
_MIXED = 0.12
# How often a first name is dealt that may have been out before.
_REPEATED = 0.3
# Fewer family names than people, so that a good part of the people shares one.
_SURNAMES_PER_PERSON = 0.72


def draw_names(rng: random.Random, count: int) -> tuple[str, ...]:
    """Return ``count`` different full names, given name first; many share a family name.

    Raises:
        ValueError: there are not that many names.
    """
    bearers = _draw_surnames(rng, count)
    first_names = _Deck(rng)
    names: dict[str, None] = {}
    while len(names) < count:
        language, surname = rng.choice(bearers)
        if rng.random() < _MIXED:
            language = rng.choice(tuple(LANGUAGES))
        names.setdefault(f"{first_names.draw(language)} {surname}")
    return tuple(names)


def any_name(rng: random.Random) -> str:
    """Return a full name; among many people names come again."""
    pool = LANGUAGES[rng.choice(tuple(LANGUAGES))]
    return f"{rng.choice(pool.first)} {rng.choice(pool.last)}"


def _draw_surnames(rng: random.Random, count: int) -> list[tuple[str, str]]:
    """Return family names with their language, enough for ``count`` people."""
    pool = [(language, name) for language, names in LANGUAGES.items() for name in names.last]
    if not 0 <= count <= len(pool):
        raise ValueError(f"{count} names are wanted, and there are {len(pool)} family names")
    return rng.sample(pool, max(1, round(count * _SURNAMES_PER_PERSON)))


class _Deck:
    """First names of each language; few are dealt again before all have been out."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._rest: dict[str, list[str]] = {}

    def draw(self, language: str) -> str:
        """Return the next first name of a language."""
        first = LANGUAGES[language].first
        if self._rng.random() < _REPEATED:
            return self._rng.choice(first)
        rest = self._rest.get(language)
        if not rest:
            rest = self._rest[language] = self._rng.sample(first, len(first))
        return rest.pop()
