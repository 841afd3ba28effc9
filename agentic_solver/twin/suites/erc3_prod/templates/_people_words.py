"""What sites, crafts and keenness are called in the languages of the requests about people."""

from collections.abc import Mapping

from agentic_solver.twin.drawing.mention import Mention

__all__ = [
    "BRANCHES",
    "CRAFTS",
    "KEEN",
    "NO",
    "OFF_SITE",
    "PLANTS",
    "SITES",
    "WALK",
    "YES",
    "craft_words",
    "keen_words",
    "site_words",
    "team_words",
]

WALK = "Aalborg – Head Works"
PLANTS = (WALK, "Liepāja – Rope Plant", "Volos – Netting Plant")
BRANCHES = (
    "Hamburg – Branch",
    "Gothenburg – Branch",
    "Antwerp – Branch",
    "Marseille – Branch",
    "Bilbao – Branch",
    "Rijeka – Branch",
)
SITES = (*PLANTS, *BRANCHES)
OFF_SITE = "Off-site – Contract"

YES = ("Yes", "Ja", "Oui", "Sí", "Sì", "Sim", "Tak", "Jā", "Ναι", "yes", "ja", "oui", "sí", "sì",
       "sim", "tak", "jā", "ναι")  # fmt: skip
NO = ("No", "Nein", "Non", "Não", "Nie", "Nee", "Nej", "Nē", "Όχι", "no", "nein", "non", "não",
      "nie", "nee", "nej", "nē", "όχι")  # fmt: skip
"""Every language that a question for yes or no is asked in; capital letters first."""

# English with what people say instead, German, French, Spanish, Italian, Dutch and Danish.
_AT: Mapping[str, tuple[tuple[str, ...], str, str, str, str, str]] = {
    PLANTS[0]: (("in Aalborg", "at the walk"),
                "in Aalborg", "à Aalborg", "en Aalborg", "ad Aalborg", "i Aalborg"),
    PLANTS[1]: (("in Liepāja", "in Liepaja", "at the harbour"),
                "in Liepāja", "à Liepāja", "en Liepāja", "a Liepāja", "i Liepāja"),
    PLANTS[2]: (("in Volos", "at the loft"),
                "in Volos", "à Volos", "en Volos", "a Volos", "i Volos"),
    BRANCHES[0]: (("in Hamburg",),
                  "in Hamburg", "à Hambourg", "en Hamburgo", "ad Amburgo", "i Hamborg"),
    BRANCHES[1]: (("in Gothenburg", "in Göteborg"),
                  "in Göteborg", "à Göteborg", "en Gotemburgo", "a Göteborg", "i Göteborg"),
    BRANCHES[2]: (("in Antwerp", "in Antwerpen"),
                  "in Antwerpen", "à Anvers", "en Amberes", "ad Anversa", "i Antwerpen"),
    BRANCHES[3]: (("in Marseille",),
                  "in Marseille", "à Marseille", "en Marsella", "a Marsiglia", "i Marseille"),
    BRANCHES[4]: (("in Bilbao",),
                  "in Bilbao", "à Bilbao", "en Bilbao", "a Bilbao", "i Bilbao"),
    BRANCHES[5]: (("in Rijeka",),
                  "in Rijeka", "à Rijeka", "en Rijeka", "a Fiume", "i Rijeka"),
}  # fmt: skip


def site_words(site: str, name: str = "at", *, formal: bool = False) -> dict[str, Mention | str]:
    """Return fields that say where: ``{at_en}`` is "in Aalborg", ``{at_fr}`` "à Aalborg".

    ``formal`` leaves out what only colleagues say, "at the walk".
    """
    spoken, german, french, spanish, italian, danish = _AT[site]
    english = spoken[:1] if formal else spoken
    return {
        f"{name}_en": Mention(kind="location", id=site, forms=english),
        f"{name}_de": german,
        f"{name}_nl": german,
        f"{name}_fr": french,
        f"{name}_es": spanish,
        f"{name}_it": italian,
        f"{name}_da": danish,
    }


_TEAMS: Mapping[str, tuple[str, ...]] = {
    "People Office": ("People Office", "HR"),
    "Ledger Office": ("Ledger Office", "finance", "bookkeeping"),
}


def team_words(department: str) -> dict[str, Mention | str]:
    """Return a department as recorded, ``{department}``, and as people say it, ``{team}``."""
    spoken = Mention(kind="department", id=department, forms=_TEAMS.get(department, (department,)))
    return {"department": department, "team": spoken}


# English (as the wiki has it), German, French, Spanish, Danish.
CRAFTS: Mapping[str, tuple[str, str, str, str, str]] = {
    "craft_splicing": ("Splicing and terminations", "Spleißen und Endverbindungen",
                       "Épissure et terminaisons", "Empalmes y terminaciones",
                       "Splejsning og endebeslag"),
    "craft_braiding": ("Braiding machine set-up", "Einrichten von Flechtmaschinen",
                       "Réglage des machines à tresser", "Ajuste de trenzadoras",
                       "Indstilling af flettemaskiner"),
    "craft_netting": ("Net knotting and mending", "Knüpfen und Flicken von Netzen",
                      "Nouage et réparation de filets", "Anudado y remiendo de redes",
                      "Knytning og reparation af net"),
    "craft_polymer": ("Synthetic fibre knowledge", "Kenntnis synthetischer Fasern",
                      "Connaissance des fibres synthétiques",
                      "Conocimiento de fibras sintéticas", "Viden om syntetiske fibre"),
    "craft_wire": ("Steel wire rope", "Stahldrahtseile", "Câbles en acier", "Cables de acero",
                   "Ståltovværk"),
    "craft_loadtest": ("Load testing", "Belastungsprüfungen", "Essais de charge",
                       "Pruebas de carga", "Belastningsprøver"),
    "craft_rigplan": ("Rigging and lifting plans", "Rigg- und Hebepläne",
                      "Plans de gréement et de levage", "Planes de aparejo e izado",
                      "Rigge- og løfteplaner"),
    "craft_drawing": ("Technical drawing", "Technisches Zeichnen", "Dessin technique",
                      "Dibujo técnico", "Teknisk tegning"),
    "craft_records": ("Quality records and audits", "Qualitätsnachweise und Audits",
                      "Dossiers qualité et audits", "Registros de calidad y auditorías",
                      "Kvalitetsdokumentation og audit"),
    "craft_stock": ("Stock and dispatch planning", "Lager- und Versandplanung",
                    "Planification des stocks et des expéditions",
                    "Planificación de existencias y envíos", "Lager- og forsendelsesplanlægning"),
    "craft_pennant": ("Order entry in Pennant", "Auftragserfassung in Pennant",
                      "Saisie des commandes dans Pennant",
                      "Registro de pedidos en Pennant", "Ordreregistrering i Pennant"),
    "craft_bargain": ("Contract negotiation", "Vertragsverhandlung", "Négociation de contrats",
                      "Negociación de contratos", "Kontraktforhandling"),
    "craft_steering": ("Project steering", "Projektsteuerung", "Pilotage de projets",
                       "Dirección de proyectos", "Projektstyring"),
    "craft_german": ("German", "Deutsch", "Allemand", "Alemán", "Tysk"),
    "craft_french": ("French", "Französisch", "Français", "Francés", "Fransk"),
}  # fmt: skip
KEEN: Mapping[str, tuple[str, str, str, str, str]] = {
    "keen_travel": ("Willingness to travel", "Reisebereitschaft", "Disposition à voyager",
                    "Disposición a viajar", "Rejselyst"),
    "keen_teach": ("Joy in training apprentices", "Freude am Ausbilden von Lehrlingen",
                   "Plaisir de former des apprentis", "Gusto por formar aprendices",
                   "Glæde ved at oplære lærlinge"),
    "keen_crew": ("Interest in leading a crew", "Interesse daran, eine Mannschaft zu führen",
                  "Envie de diriger une équipe", "Interés por dirigir una cuadrilla",
                  "Interesse for at lede et hold"),
    "keen_swap": ("Interest in working at another site for a while",
                  "Interesse, eine Zeit lang an einem anderen Standort zu arbeiten",
                  "Envie de travailler un temps sur un autre site",
                  "Interés por trabajar un tiempo en otra sede",
                  "Interesse for at arbejde på et andet sted en tid"),
    "keen_software": ("Curiosity about shop-floor software", "Neugier auf Werkstattsoftware",
                      "Curiosité pour les logiciels d’atelier",
                      "Curiosidad por el software de taller",
                      "Nysgerrighed på værkstedssoftware"),
    "keen_recycling": ("Interest in recycled fibre", "Interesse an Recyclingfasern",
                       "Intérêt pour la fibre recyclée", "Interés por la fibra reciclada",
                       "Interesse for genbrugsfibre"),
    "keen_visits": ("Enjoyment of client visits", "Freude an Kundenbesuchen",
                    "Plaisir de rendre visite aux clients", "Gusto por visitar a los clientes",
                    "Glæde ved kundebesøg"),
}  # fmt: skip


def craft_words(craft: str, name: str = "craft") -> dict[str, Mention | str]:
    """Return the labels of a craft as fields: ``{craft_en}``, ``{craft_de}`` and so on."""
    return _labels(craft, name, CRAFTS[craft])


def keen_words(keen: str, name: str = "keen") -> dict[str, Mention | str]:
    """Return the labels of a keenness as fields: ``{keen_en}``, ``{keen_de}`` and so on."""
    return _labels(keen, name, KEEN[keen])


def _labels(
    item: str, name: str, labels: tuple[str, str, str, str, str]
) -> dict[str, Mention | str]:
    english, german, french, spanish, danish = labels
    small = english[0].lower() + english[1:]
    keeps = item in ("craft_german", "craft_french")
    return {
        f"{name}_en": english if keeps else small,
        f"{name}_EN": english,
        f"{name}_de": german,
        f"{name}_fr": french,
        f"{name}_es": spanish,
        f"{name}_da": danish,
    }
