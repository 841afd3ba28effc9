"""The pool of clients and projects of the consultancy of ``erc3-test``: data and its reader.

A seed takes a part of it, so that no list of one company can be learned by heart.
"""

from collections.abc import Sequence
from dataclasses import dataclass

__all__ = ["CLIENTS", "IN_HOUSE", "KVARNSTEN", "ClientSketch", "ProjectSketch"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectSketch:
    """What is fixed of a project."""

    id: str
    name: str
    description: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ClientSketch:
    """What is fixed of a client."""

    id: str
    name: str
    location: str
    brief: str
    projects: tuple[ProjectSketch, ...]

    @property
    def domain(self) -> str:
        """Where its people have their e-mail."""
        return f"{self.id.removeprefix('cust_').replace('_', '-')}.example"


# A client: stem | name | location | brief; its projects, each with a dash: stem | name | text.
_CLIENTS = """
ostrevik_port | Ostrevik Port Authority | Ostrevik, Norway | Runs a harbour with a cruise quay.
- ostrevik_night | Night Noise Survey North Quay | Cranes and reefer plugs after ten at night.
- ostrevik_horns | Ship Horn Etiquette | How loud a departure has to be, and how often.
scheldekade | Scheldekade Terminals | Ghent, Belgium | Handles steel coils and grain on the canal.
- scheldekade_night | Night Noise Survey South Quay | Grain suction and coil trucks at night.
- scheldekade_wall | Container Wall Trial | Do three rows of empty boxes shade the village?
stavenes | Stavenes Ferries AS | Bergen, Norway | Car ferries between islands, two of them electric.
- stavenes_cabins | Quiet Cabins for the Night Boat | Engine hum in the cabins under the deck.
- stavenes_ramp | Ramp Slam Reduction | Rubber, hinges and the clang at five in the morning.
mirante_hall | Fundação Sala Mirante | Porto, Portugal | Keeps a concert hall of 900 seats.
- mirante_canopy | Canopy Above the Violas | A reflector for the strings, in plywood or glass.
- mirante_foyer | Foyer Chatter Absorbers | Speech in the foyer during the second half.
- mirante_organ | Organ Loft Survey | Wind noise and reverberation around the new loft.
amandsberg | Parochie Sint-Amandsberg | Ghent, Belgium | A parish with a tower and two views of it.
- amandsberg_bells | Bell Tower Louvres | Shutters that keep the bells away from one balcony.
- amandsberg_loft | Organ Loft Check | Cracks, draughts and a howl at low F.
murbahn | Murbahn Verkehrs AG | Graz, Austria | Runs trams and one funicular.
- murbahn_curve | Squeal in the Castle Curve | Wheel squeal on a curve of 19 metres.
- murbahn_depot | Depot Neighbours Dialogue | Measuring together with the people next door.
- murbahn_sleepers | Booted Sleepers Test Track | Ground-borne noise on 200 metres of new track.
hospital_sol | Hospital da Encosta do Sol | Coimbra, Portugal | A teaching hospital with a helipad.
- hospital_sol_alarm | Alarm Fatigue on the Ward | Which of forty beeps anybody still hears.
- hospital_sol_heli | Helipad Window Package | Glass and seals for the third floor.
bruggenwacht | Bruggenwacht Vlaanderen | Bruges, Belgium | Looks after movable and other bridges.
- bruggenwacht_deck | Singing Bridge Deck | A steel grid that hums in G when lorries pass.
- bruggenwacht_swing | Footbridge Sway Test | Forty volunteers walking in step.
wildon_stage | Stadtbühnen Wildon | Wildon, Austria | Opera, operetta and a summer stage.
- wildon_stage_pit | Orchestra Pit Exposure | What the second trombone does to the oboe.
- wildon_stage_summer | Summer Stage Limits | Curfew, wind and the neighbours uphill.
vindheia | Vindheia Kraft | Stavanger, Norway | Owns eleven wind turbines on a ridge.
- vindheia_swish | Swish at the Farmhouse | Amplitude modulation in stable winter air.
- vindheia_blades | Winter Blade Study | Does ice on the blades make them louder?
quinta_pedra | Quinta da Pedra Quarries | Viseu, Portugal | Granite from two open pits.
- quinta_pedra_blast | Blast Vibration Log | Velocities at eleven cellars for one year.
- quinta_pedra_crusher | Crusher Housing | A shed around the crusher that still opens.
wolfsbach | Marktgemeinde Wolfsbach | Wolfsbach, Austria | A market town on a main road.
- wolfsbach_school | Classrooms That Carry | Speech intelligibility in nine old classrooms.
- wolfsbach_road | Quiet Asphalt Decision | Is the porous surface worth its money?
skarvoy | Skarvøy Marine Institute | Skarvøy, Norway | Listens to fish and the ships above.
- skarvoy_tank | Silent Test Tank | Pumps that do not drown the cod.
- skarvoy_buoy | Listening Buoy Calibration | Hydrophones, before and after a winter.
serra_baixa | Cooperativa Serra Baixa | Guarda, Portugal | Forty households with three turbines.
- serra_baixa_vote | Turbine Noise Before the Vote | A neutral forecast for the village meeting.
lindenegg | Pflegehaus Lindenegg | Graz, Austria | A home for elderly people beside a railway.
- lindenegg_dining | Dining Room for Hearing Aids | Sixty voices, one ceiling.
- lindenegg_rail | Freight Train Cellar Check | Rumble under the east wing.
dok_zuid | Stadsatelier Dok Zuid | Antwerp, Belgium | Rents rehearsal rooms in a warehouse.
- dok_zuid_drums | Drummer Next to Harpist | Two rooms, one wall, three proposals.
fjordline | Fjordline Rail Estates | Voss, Norway | Builds flats on disused station land.
- fjordline_flats | Flats on the Goods Yard | Springs under four houses, or not.
- fjordline_horn | Level Crossing Horn Case | An expert opinion for the district court.
vale_manso | Diocese de Vale Manso | Lamego, Portugal | Looks after ninety churches.
- vale_manso_echo | Echo in the Round Chapel | A dome that answers the preacher.
- vale_manso_chime | Chime Volume by Night | Hours and quarters, with and without hammer.
kern_textil | Kern & Söhne Weberei | Feldbach, Austria | Weaves ribbons on machines from 1961.
- kern_textil_looms | Loom Hall Hearing Plan | Who stands where for how long.
brouwhuis | Brouwhuis De Ketel | Leuven, Belgium | A brewery with a terrace and neighbours.
- brouwhuis_cooling | Cooling Tower Whine | A tone at 315 hertz that follows the weather.
- brouwhuis_terrace | Terrace Evenings Forecast | Two hundred chairs and one row of houses.
kystradio | Kystradio Vest | Bergen, Norway | A radio house with four small studios.
- kystradio_studio | Studio Two Refit | Flutter echo between window and door.
biblioteca | Biblioteca do Mondego | Coimbra, Portugal | A town library under a glass roof.
- biblioteca_rain | Rain on the Glass Roof | Reading room levels during a shower.
- biblioteca_stairs | Whispering Staircase | Why the desk hears the second floor.
koralm_rink | Eishalle Koralm | Deutschlandsberg, Austria | An ice rink with a loudspeaker.
- koralm_rink_announce | Announcements That Arrive | Speech over skates, music and glass.
dal_kaldt | Dal Kaldt Server Park | Odda, Norway | Servers in an old smelter, cooled by the river.
- dal_kaldt_fans | Fan Farm Forecast | Sixty fans across a quiet fjord.
waterzicht | Woonbond Waterzicht | Kortrijk, Belgium | Housing association of 2,100 flats.
- waterzicht_steps | Footfall Between Flats | Floors on test in five stairwells.
- waterzicht_lift | Lift Motor Transfer | A hum in the bedroom of flat 4C.
adega | Adega do Outeiro | Mealhada, Portugal | Sparkling wine from a cellar with a long echo.
- adega_bottling | Bottling Line Enclosure | Clinking at 94 decibels, six hours a day.
ruprecht | Stift Sankt Ruprecht | Weiz, Austria | An abbey with a school and a peal of six.
- ruprecht_peal | Peal of Six Inventory | Pitch, decay and clapper of every bell.
- ruprecht_refectory | Silent Refectory | An acoustic plaster that monks may paint.
zandvoorde | Luchthaven Zandvoorde | Ostend, Belgium | A regional airport with night mail.
- zandvoorde_ground | Ground Run Pen | Where engines may be tested before six.
kvitnes | Kvitnes Alpine | Geilo, Norway | Lifts, slopes and snow guns.
- kvitnes_guns | Snow Gun Curfew Map | Which gun may run near which cabin.
- kvitnes_lift | Gondola Station Hum | A gearbox and the hotel above it.
coroa | Metro Ligeiro da Coroa | Coimbra, Portugal | Is building a light rail line.
- coroa_ears | Street Canyon Forecast | Tram noise between tall houses.
- coroa_lab | Laboratory Next to the Line | Microscopes, six metres from the rails.
"""

_IN_HOUSE = """
fermata_house | Fermata Holm | Bergen, Norway | The mark of in-house projects, no client.
- house_chamber | Chamber Door Renewal | The reverberation chamber gets a door that closes.
- house_handbook | Handbook of Quiet Words | Terms for reports, in five languages.
- house_archive | Tape Archive Rescue | Recordings from 1998 to 2004, before they crumble.
- house_cellar | Quiet Cellar Certificate | Papers for the quietest room of the house.
- house_model | City Model Refresh | New roofs for the model of the city centre.
"""

_KVARNSTEN = """
masthugg | Masthugg Varv | Gothenburg, Sweden | A yard that repairs ferries and tall ships.
- masthugg_dock | Dry Dock Hammer Log | Impact noise while the hulls are scaled.
- masthugg_crane | Slewing Crane Foundations | Vibration of piles beside a museum ship.
papperdal | Papperdal Bruk | Borås, Sweden | A paper mill with machines of four generations.
- papperdal_roller | Roller Number Seven | A bearing that shakes the control room.
- papperdal_hall | Finishing Hall Screens | Screens between cutters and packers.
alvstrand | Älvstrand Hospital | Trollhättan, Sweden | A hospital beside a lock.
- alvstrand_mri | Scanner on a Quiet Slab | A floor for the scanner above the garage.
- alvstrand_lock | Lock Gates at Night | Slams of the lock gates, room by room.
tegelbro | Tegelbro Bostäder | Mölndal, Sweden | Builds flats in former brickworks.
- tegelbro_dance | Dance School Below, Flats Above | A floor that keeps the tango downstairs.
"""


def _parse(table: str) -> tuple[ClientSketch, ...]:
    clients: list[tuple[list[str], list[ProjectSketch]]] = []
    for line in table.strip().splitlines():
        fields = [field.strip() for field in line.removeprefix("- ").split("|")]
        if line.startswith("- "):
            stem, name, text = fields
            project = ProjectSketch(id=f"proj_{stem}", name=name, description=text)
            clients[-1][1].append(project)
        else:
            clients.append((fields, []))
    return tuple(_client(fields, projects) for fields, projects in clients)


def _client(fields: Sequence[str], projects: Sequence[ProjectSketch]) -> ClientSketch:
    stem, name, location, brief = fields
    return ClientSketch(
        id=f"cust_{stem}", name=name, location=location, brief=brief, projects=tuple(projects)
    )


CLIENTS = _parse(_CLIENTS)
"""The pool; every company has the first two, whose surveys have nearly the same name."""

IN_HOUSE = _parse(_IN_HOUSE)[0]
"""Projects without a client record; the id is only a mark."""

KVARNSTEN = _parse(_KVARNSTEN)
"""The clients that the merged firm brings along."""
