"""The possible clients of the ropeworks Skarholm, the company of ``erc3-prod``."""

from agentic_solver.twin.drawing.blueprint import ClientIdea

__all__ = ["CLIENTS"]


def _client(
    stem: str, name: str, everyday: str, location: str, brief: str, *, key_account: bool = False
) -> ClientIdea:
    return ClientIdea(
        id=f"cust_{stem}",
        name=name,
        everyday=everyday,
        brief=brief,
        location=location,
        domain=f"{stem.replace('_', '-')}.example",
        key_account=key_account,
    )


CLIENTS: tuple[ClientIdea, ...] = (
    _client(
        "nordkyst", "Nordkyst Havbruk A/S", "the North Coast fish farms", "Norway",
        "Salmon farms in eleven fjords; cage nets and mooring grids.", key_account=True,
    ),
    _client(
        "elbkran", "Elbkran Umschlagges. mbH & Co.", "the Elbe crane terminal", "Germany",
        "Container cranes on the lower Elbe; hoist ropes and spreader slings.", key_account=True,
    ),
    _client(
        "sierra_alta", "Teleféricos S. Alta, S.L.", "the Sierra Alta cable cars", "Spain",
        "Two small aerial ropeways in the mountains, built in the sixties.", key_account=True,
    ),
    _client(
        "scheldewind", "Scheldewind Offsh. N.V.", "the Schelde offshore wind farm", "Belgium",
        "Forty turbines off the coast; tag lines, lifting kits, rescue kits.",
    ),
    _client(
        "bacs_estuaire", "Cie. des Bacs de l’Estuaire", "the Estuary ferry company", "France",
        "River ferries with cars and cows; mooring lines and gangway nets.",
    ),
    _client(
        "kvarner", "Kvarner Uzgoj d.o.o.", "the sea bass farm in the Kvarner bay", "Croatia",
        "Sea bass and sea bream in round cages between the islands.",
    ),
    _client(
        "bergalv", "Bergälvs Skogs AB", "the forestry people from Bergälven", "Sweden",
        "Timber on steep slopes; winch ropes and chokers.",
    ),
    _client(
        "kantara", "KANTARA Lift & Hebe GmbH", "Kantara lifts", "Austria",
        "Maker of goods lifts; suspension ropes in short lengths.",
    ),
    _client(
        "grand_rideau", "Th. du Grd. Rideau", "the Grand Rideau theatre", "France",
        "Opera stage with ninety fly bars, some of them older than the electric light.",
    ),
    _client(
        "klimop", "Klimop Speeltoestellen B.V.", "the climbing frame maker Klimop", "Netherlands",
        "Playground builder; space nets, rope bridges, swings.",
    ),
    _client(
        "baltreiss", "Baltreiss Ostas Serv. SIA", "the Baltreiss port service", "Latvia",
        "Tugs and line handlers in two ports; towing hawsers.",
    ),
    _client(
        "aegina", "Aegina Ichthyo S.A.", "the fish farmers from Aegina", "Greece",
        "Family business with six cages and plans for sixteen.",
    ),
    _client(
        "vuoksi", "Vuoksen Voima Oyj", "the Vuoksi power station", "Finland",
        "Hydropower; debris nets in front of the intakes.",
    ),
    _client(
        "arenapol", "Arena-Pol Obiekty Sp. z o.o.", "the Polish stadium operator", "Poland",
        "Runs three stadiums; ball stop nets and roof ropes.",
    ),
    _client(
        "cantabria_pesca", "Coop. Pesquera Cantábr.", "the fishing cooperative at Santoña",
        "Spain", "Thirty boats for anchovy and tuna; purse seines and warps.",
    ),
    _client(
        "moleson", "Téléph. Molésonnaz SA", "the cable car at the Molésonnaz", "Switzerland",
        "One cabin, one hauling rope, many cheese makers on board.",
    ),
    _client(
        "circo_lume", "Circo Lume Soc. Coop.", "the Lume circus", "Italy",
        "Travelling circus; trapeze nets and high wires.",
    ),
    _client(
        "harrow_crag", "Harrow Crag Rope Access Ltd.", "the rope access crew from Harrow Crag",
        "United Kingdom", "Works on bridges, towers and cathedrals; access ropes.",
    ),
    _client(
        "dunaportal", "Dunaportál Daru Kft.", "the crane people on the Danube", "Hungary",
        "Portal cranes in an inland port; hoist ropes.",
    ),
    _client(
        "marisma", "Aquacult. da Marisma Lda.", "the oyster farm in the salt marsh", "Portugal",
        "Oysters in bags on long lines.",
    ),
    _client(
        "bosfor", "Boğaz Römorkör A.Ş.", "the Bosporus tugs", "Türkiye",
        "Escort tugs in the strait; bow hawsers of high-modulus fibre.",
    ),
    _client(
        "sund_broen", "Sundbro-Drift I/S", "the bridge operator at the sound", "Denmark",
        "Keeps a suspension bridge alive; inspection nets and hanger ropes.",
    ),
    _client(
        "hebrid", "Hebr. Isl. Lifeboat Tr.", "the Hebridean lifeboats", "United Kingdom",
        "Four lifeboat stations; heaving lines and rescue nets.",
    ),
    _client(
        "krkonos", "Lanovky Krkonošské, a.s.", "the chairlifts in the Giant Mountains", "Czechia",
        "Five chairlifts; hauling ropes and evacuation kits.",
    ),
    _client(
        "jurabahn", "Jurab.-Seil Genossensch.", "the funicular in the Jura", "Switzerland",
        "A funicular of 1907 with its second rope.",
    ),
    _client(
        "dobrogea", "Dobrogea Calcar S.R.L.", "the quarry in the Dobrogea", "Romania",
        "Limestone quarry with a dragline and a bucket ropeway.",
    ),
    _client(
        "ostrov", "Spol. Ostrov Scén. s.r.o.", "the stage builders Ostrov", "Czechia",
        "Open-air stages; truss slings and roof nets.",
    ),
    _client(
        "lagune", "Laguneneiland Recr. V.O.F.", "the holiday island in the lagoon", "Netherlands",
        "Zip lines and rope gardens for guests.",
    ),
)  # fmt: skip
"""All of them; a company has some."""
