"""Word tables for matching: countries, cities, abbreviations, words that say little.

General English business vocabulary and geography; nothing of any company.
"""

from collections.abc import Mapping
from types import MappingProxyType

__all__ = [
    "ABBREVIATIONS",
    "CLASS_WORDS",
    "COUNTRIES",
    "DIRECTIONS",
    "GENERIC_WORDS",
    "PARTICLES",
    "PHRASES",
    "PLACE_WORDS",
    "STATUS_WORDS",
    "STOP_WORDS",
    "SYNONYMS",
    "TITLES",
]


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _by_word(said: Mapping[str, str]) -> Mapping[str, str]:
    """Return word → what it is said for, of lists of words by what they are said for."""
    return MappingProxyType({word: one for one, words in said.items() for word in words.split()})


STOP_WORDS = _names(
    """
    a an and any are as at be by der das die dem den des de du el en et for from für il in ins is
    la le les lo los mit of on or our s so some that the their them there these this those to um
    und via von vom was we which who whom whose will with within you your zu zum zur our us my me
    its it they one all about regarding concerning related called named new
    """
)
"""Dropped from descriptions, never from person names."""

TITLES = _names(
    """
    mr mrs ms miss mx dr prof professor herr frau sig signor signora signore monsieur madame mme
    ing dipl gospodin gospoda gospodja senor senora employee colleague teammate coworker person
    user staff member worker manager engineer lead
    """
)
"""Words around a person's name."""

PARTICLES = _names(
    "van von de der den del della dello di da dal dalla du des la le lo el al bin ibn ter ten zu"
    " zur zum do dos das af av"
)

CLASS_WORDS = _names(
    """
    client customer company account project projects initiative program programme skill skills
    site office branch location department dept division unit team business firm projekt kunde
    firma abteilung standort progetto cliente azienda proyecto oficina projet bureau interest
    willingness motivation knowledge language level usage area strong
    """
)
"""Generic words that only say what kind of thing is meant: free when not found."""

GENERIC_WORDS = CLASS_WORDS | _names(
    """
    ag ab aps as bv co corp corporation gmbh group inc industries industry kft kg limited llc llp
    ltd nv oy oyj partner partners plc pty sa sarl sas se sl spa srl sro solution solutions
    service services holding holdings international global provider enterprise enterprises
    organisation organization supplier vendor operator maker producer manufacturer prospect
    specialist effort engagement work package system systems competence competency ability
    capability will desire expertise experience use premises city town region gruppe buero ufficio
    reparto sede internal
    """
)
"""Words that fit many things: they count little, found or not."""

STATUS_WORDS = _names(
    "active archived paused idea exploring ongoing current old former planned finished completed"
    " running closed early exploratory"
)

PHRASES = MappingProxyType(
    {
        "proof of concept": "poc",
        "quality assurance": "qa",
        "research and development": "rnd",
        "r and d": "rnd",
        "r d": "rnd",
        "human resources": "hr",
        "information technology": "infotech",
        "head quarters": "hq",
        "head office": "hq",
        "main office": "hq",
        "computer vision": "cv",
        "machine learning": "ml",
        "artificial intelligence": "ai",
        "natural language processing": "nlp",
        "large language model": "llm",
        "large language models": "llm",
        "original equipment manufacturer": "oem",
        "health and safety": "hse",
        "customer relationship management": "crm",
        "enterprise resource planning": "erp",
        "quality management system": "qms",
        "quality management systems": "qms",
        "minimum viable product": "mvp",
        "high value": "hv",
        "united states": "usa",
        "united kingdom": "uk",
        "great britain": "uk",
        "czech republic": "czechia",
        "the netherlands": "netherlands",
    }
)
"""Folded phrases -> the short form that stands for them."""

ABBREVIATIONS = _by_word(
    {
        "group": "grp",
        "service": "svc svcs",
        "management": "mgmt mgt",
        "manufacturing": "mfg",
        "engineering": "eng",
        "international": "intl",
        "industrial": "ind",
        "technology": "tech",
        "system": "sys",
        "infrastructure": "infra",
        "administration": "admin",
        "development": "dev",
        "operations": "ops",
        "quality": "qual",
        "production": "prod",
        "specification": "spec",
        "certification": "cert",
        "refurbishment": "refurb",
        "clean": "cleanup",
        "temperature": "temp",
        "department": "dept",
        "collaboration": "collab",
        "hq": "headquarters headquarter hauptsitz zentrale",
        "association": "assoc",
        "university": "univ",
        "automotive": "auto",
        "machinery": "mach",
    }
)
"""Short form → the word it stands for."""

SYNONYMS = _by_word(
    {
        "factory": "plant works werk fabrik stabilimento mill",
        "employee": "staff personnel",
        "company": "firm",
        "rail": "railway railroad railcar",
        "active": "ongoing current running",
        "color": "colour",
        "aluminium": "aluminum",
        "program": "programme",
        "center": "centre",
        "quick": "fast",
        "eco": "ecological",
        "cold": "cooled refrigerated chilled",
        "analysis": "analytics",
    }
)

_COUNTRIES = {
    "austria": "austrian oesterreich osterreich",
    "belgium": "belgian belgien belgie belgique",
    "bosnia": "bosnian",
    "bulgaria": "bulgarian bulgarien",
    "canada": "canadian kanada",
    "china": "chinese",
    "croatia": "croatian kroatien hrvatska",
    "czechia": "czech tschechien",
    "denmark": "danish daenemark danemark danmark",
    "estonia": "estonian estland",
    "finland": "finnish finnland",
    "france": "french frankreich francia",
    "germany": "german deutschland germania deutsch deutsche deutscher",
    "greece": "greek griechenland",
    "hungary": "hungarian ungarn",
    "iceland": "icelandic",
    "india": "indian indien",
    "ireland": "irish irland",
    "italy": "italian italien italia",
    "japan": "japanese",
    "latvia": "latvian lettland",
    "lithuania": "lithuanian litauen",
    "luxembourg": "luxembourgish luxemburg",
    "macedonia": "macedonian",
    "mexico": "mexican",
    "montenegro": "montenegrin",
    "netherlands": "dutch niederlande holland",
    "norway": "norwegian norwegen norge",
    "poland": "polish polen polska",
    "portugal": "portuguese",
    "romania": "romanian rumaenien",
    "russia": "russian russland",
    "serbia": "serbian serbien srbija",
    "slovakia": "slovak slovakian slowakei",
    "slovenia": "slovene slovenian slowenien",
    "spain": "spanish spanien espana",
    "sweden": "swedish schweden sverige",
    "switzerland": "swiss schweiz suisse svizzera",
    "turkey": "turkish tuerkei turkiye",
    "uk": "british britain england english",
    "ukraine": "ukrainian",
    "usa": "american america us",
    "brazil": "brazilian",
    "australia": "australian",
    "korea": "korean",
}
COUNTRIES = frozenset((*_COUNTRIES, "europe"))

PLACE_WORDS = _by_word(
    _COUNTRIES
    | {
        "munich": "munchen muenchen monaco",
        "vienna": "wien viennese",
        "prague": "praha prag",
        "milan": "milano mailand",
        "rome": "roma rom",
        "turin": "torino",
        "venice": "venezia venedig",
        "florence": "firenze",
        "cologne": "koln koeln",
        "warsaw": "warszawa warschau",
        "belgrade": "beograd belgrad",
        "zurich": "zuerich",
        "geneva": "geneve genf",
        "copenhagen": "kobenhavn koebenhavn kopenhagen",
        "lisbon": "lisboa lissabon",
        "brussels": "bruxelles brussel bruessel",
        "bucharest": "bucuresti bukarest",
        "athens": "athen",
        "moscow": "moskva moskau",
        "antwerp": "antwerpen",
        "gothenburg": "goteborg",
        "nordic": "nordics scandinavia scandinavian scandi",
        "balkan": "balkans",
        "alpine": "alps alpen",
        "baltic": "baltics",
    }
)
"""Demonyms and foreign names of countries, regions and cities -> one word."""

DIRECTIONS = _names(
    "north south east west northern southern eastern western central mid upper lower greater"
)
