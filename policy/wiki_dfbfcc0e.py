"""Policy of wiki dfbfcc0ef48cd3946c20b24ae0de14fafa34c90b, 225 rules.

Generated from rules/dfbfcc0e.yaml, extracted by claude-opus-5-5, content
dd8b92dd25498a497e548bcf1ff6ee3e53dfb0f6d7f5749b36e7ca898aded6ba.
Do not edit: change the rules and run `python -m agentic_solver compile`.
"""

from agentic_solver.erc3.policy.facade import allow, approval, callers, clause, deny, note, role

WIKI_SHA1 = "dfbfcc0ef48cd3946c20b24ae0de14fafa34c90b"


# company/departments.md -------------------------------------------------------------------------


@clause(
    "role-staff", "role", "denied_read", "denied_write", "lookup", "listing", "aggregate",
    "skills", "time", "project_write", "wiki",
)
def role_staff():
    """Staff are all people of the register except the members of the department Contract
    Partners.

    company/departments.md#staff-and-contractors
    > "Staff" are all people of the register except the members of Contract Partners.
    """
    return role("staff", callers(public=False, not_departments=("Contract Partners",)))


@clause(
    "role-board", "role", "denied_read", "denied_write", "lookup", "aggregate", "time",
    "employee_write", "project_write", "wiki",
)
def role_board():
    """The board is the members of the department Managing Board.

    company/departments.md#the-departments
    > When a page says "the board" it means the members of the department Managing Board.
    """
    return role("board", callers(departments=("Managing Board",)))


@clause(
    "role-hr", "role", "denied_read", "denied_write", "lookup", "aggregate", "employee_write",
    "wiki",
)
def role_hr():
    """HR is the members of the department People Office.

    company/departments.md#the-departments
    > When somebody says "HR" they mean the People Office
    """
    return role("hr", callers(departments=("People Office",)))


@clause(
    "role-finance", "role", "denied_read", "denied_write", "lookup", "aggregate", "time", "wiki",
)
def role_finance():
    """Finance or bookkeeping is the members of the department Ledger Office.

    company/departments.md#the-departments
    > "finance" or "bookkeeping" is the Ledger Office
    """
    return role("finance", callers(departments=("Ledger Office",)))


@clause("role-sales", "role", "denied_read", "lookup", "wiki")
def role_sales():
    """Sales is the members of the department Accounts & Markets, which sells and looks after
    clients.

    company/departments.md#the-departments
    > | Accounts & Markets | sells, looks after clients; all account managers come from here |
    """
    return role("sales", callers(departments=("Accounts & Markets",)))


@clause(
    "departments-list", "field", "lookup", "listing", "aggregate", "employee_write",
    field="employees.department",
    values=(
        "Managing Board", "Accounts & Markets", "Rope Engineering", "Net Design", "Rope Making",
        "Net Making", "Test Bench & Safety", "Shipping & Stores", "Digital Workshop",
        "People Office", "Ledger Office", "Contract Partners",
    ),
)
def departments_list():
    """The department of a person is one of those listed: Managing Board, Accounts & Markets, Rope
    Engineering, Net Design, Rope Making, Net Making, Test Bench & Safety, Shipping & Stores,
    Digital Workshop, People Office, Ledger Office, Contract Partners.

    company/departments.md#the-departments
    > | Managing Board | runs the company | | Accounts & Markets | sells, looks after clients;
    > all account managers come from here | | Rope Engineering | develops fibre and wire ropes,
    > calculates, writes specifications | | Net Design | draws and calculates nets | | Rope
    > Making | spinning, laying, braiding, splicing | | Net Making | knotting, sewing, mending |
    > | Test Bench & Safety | load tests, inspection, certificates, safety at work | | Shipping &
    > Stores | warehouses, packing, transport | | Digital Workshop | computers, networks, the
    > software we write ourselves | | People Office | human resources, pay, hiring, training | |
    > Ledger Office | accounts, invoices, payroll | | Contract Partners | external contractors |
    """
    return note()


@clause(
    "department-in-register-counts", "definition", "lookup", "listing", "denied_read",
    "denied_write",
)
def department_in_register_counts():
    """The department of a person is the one in the people register; titles do not count.

    company/departments.md#departments-and-the-managing-board
    > Everybody belongs to exactly one department, the one in the people register. Titles on
    > business cards are decoration.
    """
    return note()


@clause("system-page-before-board", "definition", "denied_read", "denied_write", "time", "skills")
def system_page_before_board():
    """The general right of the board yields to the page of a system that takes a right away from
    the board.

    company/departments.md#what-the-board-may-do
    > Where the page of a system takes a right away from the board, the page of that system comes
    > first and this page steps back.
    """
    return note()


@clause("board-not-about-itself", "access", "denied_write", "employee_write")
def board_not_about_itself():
    """A member of the board never changes the own salary, department or location.

    company/departments.md#what-the-board-may-do
    > a member of the board never changes the own salary, the own department or the own location
    """
    return deny(
        callers(roles=("board",)), to=("update_salary", "update_department", "update_location"),
        who=("self",),
    )


@clause("lead-meaning", "definition", "lookup", "denied_write", "project_write", "time")
def lead_meaning():
    """A Lead is the person in the Lead seat of a project and has rights as a Lead on that project
    only.

    company/departments.md#leads
    > A Lead is the person in the Lead seat of a project. Being a Lead gives rights on that
    > project and on no other, and it is no rank
    """
    return note()


@clause("no-superiors", "definition", "lookup", "response")
def no_superiors():
    """The records know no department heads and no superiors, so who reports to whom cannot be
    answered.

    company/departments.md#leads
    > There are no department heads in the records. The register has no field for a superior, so
    > nobody can be asked who reports to whom.
    """
    return note()


@clause("foreman-no-role", "definition", "denied_read", "denied_write", "time")
def foreman_no_role():
    """A foreman has no rights beyond those of every other colleague.

    company/departments.md#foremen
    > A foreman is no role in any system and has the rights of every other colleague.
    """
    return note()


@clause("board-voids-approved-time", "access", "time")
def board_voids_approved_time():
    """Every member of the board may also do what a page of this wiki allows to a department, so
    also strike out those time entries that the Ledger Office may strike out.

    company/departments.md#what-the-board-may-do
    > What a page of this wiki allows to a department or to a Lead, every member of the board may
    > do as well.
    """
    return allow(
        callers(roles=("board",)), to=("update_time",), values={"status": ("voided",)},
        current={"status": ("approved",)},
    )


# company/history.md -----------------------------------------------------------------------------


@clause("history-no-rule", "definition", "lookup", "listing", "public_question", "response")
def history_no_rule():
    """Nothing on the history page is a rule, and departments and sites named there need not exist
    any more.

    company/history.md#history
    > Nothing on it is a rule, and the departments and sites it names need not exist any more.
    """
    return note()


# company/sites.md -------------------------------------------------------------------------------


@clause(
    "sites-list", "field", "public_question", "lookup", "listing", "aggregate", "employee_write",
    field="employees.location",
    values=(
        "Aalborg – Head Works", "Liepāja – Rope Plant", "Volos – Netting Plant",
        "Hamburg – Branch", "Gothenburg – Branch", "Antwerp – Branch", "Marseille – Branch",
        "Bilbao – Branch", "Rijeka – Branch",
    ),
)
def sites_list():
    """The sites as recorded, with their cities and countries, are those of the table: Aalborg,
    Liepāja, Volos, Hamburg, Gothenburg, Antwerp, Marseille, Bilbao and Rijeka.

    company/sites.md#sites
    > | `Aalborg – Head Works` | Aalborg | Denmark | management, engineering, braiding, wire
    > rope, the big test bench | | `Liepāja – Rope Plant` | Liepāja | Latvia | spinning, laid
    > ropes, splicing, slings | | `Volos – Netting Plant` | Volos | Greece | fish farm nets, fall
    > protection, net design | | `Hamburg – Branch` | Hamburg | Germany | cranes and ports | |
    > `Gothenburg – Branch` | Gothenburg | Sweden | ferries and forestry | | `Antwerp – Branch` |
    > Antwerp | Belgium | ports, offshore wind, a transit store | | `Marseille – Branch` |
    > Marseille | France | yards, theatres, playgrounds | | `Bilbao – Branch` | Bilbao | Spain |
    > fishing fleets, cable cars | | `Rijeka – Branch` | Rijeka | Croatia | fish farms, tourism,
    > islands |
    """
    return note()


@clause(
    "site-spelling", "field", "lookup", "listing", "employee_write", field="employees.location",
)
def site_spelling():
    """A site is written in the records exactly as in the first column of the table, with the long
    dash and the blanks around it.

    company/sites.md#sites
    > The records write a site exactly as in the first column, with the long dash and the blanks
    > around it.
    """
    return note()


@clause(
    "off-site-no-site", "definition", "lookup", "listing", "aggregate", "public_question",
    "employee_write",
)
def off_site_no_site():
    """External contractors are recorded at `Off-site – Contract`, which is no site and is not
    counted among the sites.

    company/sites.md#contractors
    > The records give their location as `Off-site – Contract`, which is no site and does not
    > count when somebody asks how many sites we have.
    """
    return note()


@clause(
    "site-nicknames", "definition", "lookup", "listing", "aggregate", "skills", "employee_write",
)
def site_nicknames():
    """The walk and the Danish site mean Aalborg, the harbour and Liepaja mean Liepāja, the loft
    means Volos, Göteborg means Gothenburg and Antwerpen means Antwerp.

    company/sites.md#how-people-say-it
    > - "The walk" is Aalborg, after the old ropewalk. - "The harbour" is Liepāja. Keyboards
    > without the long vowel write Liepaja. - "The loft" is Volos, after the net loft. -
    > "Göteborg" is Gothenburg, "Antwerpen" is Antwerp, and "the Danish site" is Aalborg.
    """
    return note()


@clause("plants-and-branches", "definition", "lookup", "listing", "aggregate", "public_question")
def plants_and_branches():
    """The plants are Aalborg, Liepāja and Volos; the branches are the other six sites.

    company/sites.md#how-people-say-it
    > "The plants" are Aalborg, Liepāja and Volos; "the branches" are the other six.
    """
    return note()


@clause("closed-places", "definition", "public_question", "lookup", "listing", "employee_write")
def closed_places():
    """There is no site in Norway, the United Kingdom, Italy, Poland or outside Europe, and places
    named only in the company history are closed.

    company/sites.md#where-we-are-not
    > We have no site in Norway, in the United Kingdom, in Italy or in Poland, and none outside
    > Europe. Names of places that occur in [company/history.md](history.md) only are closed.
    """
    return note()


# index.md ---------------------------------------------------------------------------------------


@clause("page-counts-habit-not", "definition", "wiki", "response")
def page_counts_habit_not():
    """A wiki page counts until its owners change it, and a habit that is on no page is no rule.

    index.md#skarholm-ropes--nets-house-wiki
    > A page counts until its owners change it. A habit that is on no page is only a habit.
    """
    return note()


# market/clients_and_markets.md ------------------------------------------------------------------


@clause(
    "deal-phases-list", "field", "lookup", "listing", "aggregate", field="customers.deal_phase",
    values=("idea", "exploring", "active", "paused", "archived"),
)
def deal_phases_list():
    """The deal phase of a client is idea (need not yet said), exploring (talks, samples, quotes),
    active (there is an order), paused (the client has asked us to wait) or archived (no
    further business expected).

    market/clients_and_markets.md#deal-phases
    > - `idea`: somebody thinks that they need rope, they have not said so yet - `exploring`: we
    > talk, send samples, quote - `active`: there is an order - `paused`: there was an order and
    > the client has asked us to wait - `archived`: we expect no further business
    """
    return note()


@clause("phase-not-status", "definition", "lookup", "listing", "project_write")
def phase_not_status():
    """The deal phase belongs to the client and the status to the project, and neither changes the
    other.

    market/clients_and_markets.md#deal-phases
    > The deal phase belongs to the client and the status to the project. A client may be
    > `active` while one of its projects is `paused`, and neither changes the other.
    """
    return note()


@clause("one-account-manager", "definition", "lookup", "listing", "aggregate")
def one_account_manager():
    """Each client has one account manager, named in the client book, who comes from Accounts &
    Markets and may look after several clients.

    market/clients_and_markets.md#account-managers
    > Each client has one account manager, named in the client book. Account managers come from
    > Accounts & Markets; several clients may share one.
    """
    return note()


@clause("status-line-free-text", "field", "lookup", "listing", field="customers.high_level_status")
def status_line_free_text():
    """The status line of a client is a remark in plain words without fixed values, and nothing
    depends on it.

    market/clients_and_markets.md#the-status-line
    > The status line is a remark in plain words such as "Key account" or "Waits for the season".
    > It has no fixed values, and nothing depends on it.
    """
    return note()


@clause("client-names-vary", "definition", "lookup", "listing", "response")
def client_names_vary():
    """Clients are recorded under their contract name; requests may say it shorter, in another
    order or in translation, so variants are searched before a client is called unknown.

    market/clients_and_markets.md#names
    > Clients are recorded under the name in their contract, with abbreviations and legal form.
    > In conversation we say it shorter, in another order or in translation, so look twice before
    > you call a client unknown.
    """
    return note()


# operations/dispatch.md -------------------------------------------------------------------------


@clause("contacts-by-client-book", "definition", "denied_read", "lookup")
def contacts_by_client_book():
    """Calling contacts for dispatch gives no right to read them; the page of the client book
    alone decides who may read the contact of a client.

    operations/dispatch.md#agreeing-on-a-slot
    > That we call contacts does not open the client book to us. Whether a colleague may read the
    > contact of a client is decided by [systems/client_book.md](../systems/client_book.md) alone
    """
    return note()


@clause("stock-in-pennant", "definition", "response", "lookup")
def stock_in_pennant():
    """Stock is kept in Pennant, which is not connected to the desk.

    operations/dispatch.md#stores
    > Stock is kept in Pennant, which is not connected to the desk.
    """
    return note()


@clause("road-time-category", "definition", "time")
def road_time_category():
    """Time on the road is logged like any other time, with the category site_visit.

    operations/dispatch.md#hours-of-dispatch
    > Time on the road is logged like any other time, see
    > [systems/time_sheets.md](../systems/time_sheets.md). The category for it is `site_visit`.
    """
    return note()


# operations/planning_round.md -------------------------------------------------------------------


@clause("bench-load-not-workload", "definition", "aggregate")
def bench_load_not_workload():
    """The bench load of the Monday round is not the workload; a question how busy somebody is
    gets the workload as the page of the project board defines it.

    operations/planning_round.md#counting-heads
    > The bench load is not the workload. Who asks the desk how busy somebody is gets the
    > workload as [systems/project_board.md](../systems/project_board.md) defines it.
    """
    return note()


@clause("no-system-for-machines", "definition", "response", "lookup")
def no_system_for_machines():
    """Machines are not in the project board, and no system can tell the desk of a free machine.

    operations/planning_round.md#free-machines
    > Machines are not in the project board. There is no system that the desk could ask for a
    > free machine.
    """
    return note()


@clause("round-changes-nothing", "definition", "denied_write", "project_write")
def round_changes_nothing():
    """A decision of the Monday round gives no right to change the status or the team of a
    project; the Lead changes what has to be changed.

    operations/planning_round.md#decisions-of-the-round
    > It does not change the status or the team of a project; if it turns out that a project must
    > wait, the Lead is told, and the Lead changes what has to be changed.
    """
    return note()


@clause("round-minutes-in-notebook", "definition", "wiki")
def round_minutes_in_notebook():
    """Minutes of the Monday round are kept under notebook/.

    operations/planning_round.md#decisions-of-the-round
    > Minutes of the round are kept under `notebook/`.
    """
    return note()


# people/contract_partners.md --------------------------------------------------------------------


@clause(
    "role-external", "role", "denied_read", "denied_write", "lookup", "listing", "aggregate",
    "skills", "time", "project_write", "wiki",
)
def role_external():
    """External callers are the members of the department Contract Partners.

    people/contract_partners.md#contract-partners
    > They are our contract partners: members of the department Contract Partners
    """
    return role("external", callers(departments=("Contract Partners",)))


@clause("partners-page-first", "definition", "denied_read", "denied_write")
def partners_page_first():
    """For contract partners this page comes before every other page, and what it does not list as
    allowed is refused even if another page allows it to everybody, team members or Leads.

    people/contract_partners.md#which-page-counts
    > For contract partners this page comes before every other page of this wiki. What is not
    > listed under "may" is refused, even if another page allows it to "everybody", to team
    > members or to Leads.
    """
    return note()


@clause("external-reads-colleagues", "access", "lookup", "listing", "denied_read")
def external_reads_colleagues():
    """Contract partners may read the name, e-mail address, location and department of any
    colleague.

    people/contract_partners.md#what-contract-partners-may-read
    > the name, e-mail address, location and department of any colleague
    """
    return allow(
        callers(roles=("external",)), to=("read",),
        of=(
            "employees.id", "employees.name", "employees.email", "employees.location",
            "employees.department",
        ),
    )


@clause("external-reads-own-record", "access", "lookup", "skills")
def external_reads_own_record():
    """Contract partners may read their own record except the notes, salary, crafts and keenness
    included.

    people/contract_partners.md#what-contract-partners-may-read
    > their own record except the notes: salary, crafts and keenness included
    """
    return allow(
        callers(roles=("external",)), to=("read",),
        of=("employees.salary", "employee_skills.*", "employee_wills.*"), who=("self",),
    )


@clause("external-reads-own-projects", "access", "lookup", "listing", "denied_read")
def external_reads_own_projects():
    """Contract partners may read the projects in which they hold a seat, with the whole team and
    the time slices.

    people/contract_partners.md#what-contract-partners-may-read
    > the projects in which they hold a seat, with the whole team, the time slices
    """
    return allow(
        callers(roles=("external",)), to=("read",), of=("projects.*", "project_team.*"),
        who=("on_project",),
    )


@clause("external-reads-client-name", "access", "lookup", "denied_read")
def external_reads_client_name():
    """Contract partners may read the name of the client of a project in which they hold a seat.

    people/contract_partners.md#what-contract-partners-may-read
    > the projects in which they hold a seat, with the whole team, the time slices and the name
    > of the client
    """
    return allow(
        callers(roles=("external",)), to=("read",), of=("customers.id", "customers.name"),
        who=("on_customer_project",),
    )


@clause("external-reads-own-time", "access", "time")
def external_reads_own_time():
    """Contract partners may read their own time entries and the sums of these.

    people/contract_partners.md#what-contract-partners-may-read
    > their own time entries and the sums of these
    """
    return allow(
        callers(roles=("external",)), to=("read",), of=("time_entries.*",), who=("self",),
    )


@clause("external-logs-own-time", "access", "time", "denied_write")
def external_logs_own_time():
    """Contract partners may log their own time on projects in which they hold a seat.

    people/contract_partners.md#what-contract-partners-may-do
    > log and void their own time, on projects in which they hold a seat
    """
    return allow(callers(roles=("external",)), to=("log_time",), who_all=("self", "on_project"))


@clause("external-voids-own-time", "access", "time", "denied_write")
def external_voids_own_time():
    """Contract partners may void their own time on projects in which they hold a seat.

    people/contract_partners.md#what-contract-partners-may-do
    > log and void their own time, on projects in which they hold a seat
    """
    return allow(
        callers(roles=("external",)), to=("update_time",), who_all=("self", "on_project"),
        values={"status": ("voided",)}, current={"status": ("draft", "submitted")},
    )


@clause("external-keeps-own-profile", "access", "skills")
def external_keeps_own_profile():
    """Contract partners may change their own crafts and keenness.

    people/contract_partners.md#what-contract-partners-may-do
    > keep their own crafts and keenness up to date
    """
    return allow(
        callers(roles=("external",)), to=("update_skills", "update_wills"), who=("self",),
    )


@clause("external-no-workloads-notes", "access", "denied_read", "aggregate")
def external_no_workloads_notes():
    """Contract partners read neither workloads and rankings nor notes, not even about themselves,
    and no other projects, crafts or salaries of others.

    people/contract_partners.md#what-that-leaves-out
    > They do not read workloads, rankings, other projects, crafts of other people, salaries of
    > others or notes.
    """
    return deny(callers(roles=("external",)), to=("read",), of=("workloads.*", "employees.notes"))


@clause("external-unconnected-refused", "response", "response", "denied_read")
def external_unconnected_refused():
    """A contract partner who asks for something from a system that is not connected is refused
    for lack of rights, because rights are checked before anything else.

    people/contract_partners.md#what-that-leaves-out
    > Questions for a system that is not connected are refused as well when they come from a
    > contract partner; rights are checked before anything else.
    """
    return note()


@clause(
    "external-never-lead", "definition", "project_write", "denied_write", "denied_read", "time",
)
def external_never_lead():
    """A contract partner is never the Lead of a project, and a Lead seat that the board shows for
    a contract partner gives no rights.

    people/contract_partners.md#the-lead-seat
    > A contract partner is never the Lead of a project. Should the board show a contract partner
    > as Lead, the seat gives no rights.
    """
    return note()


# people/crafts_and_keenness.md ------------------------------------------------------------------


@clause("crafts-keenness-words", "definition", "skills")
def crafts_keenness_words():
    """Crafts are the skills in the register and keenness is the field wills.

    people/crafts_and_keenness.md#crafts-and-keenness
    > **Crafts** are skills. **Keenness** is what people would like to do; the register calls
    > this field wills.
    """
    return note()


@clause("level-range", "field", "skills", field="employee_skills.level")
def level_range():
    """Levels of crafts and of keenness run from 1 to 10.

    people/crafts_and_keenness.md#the-scale
    > Levels run from 1 to 10 for both.
    """
    return note()


@clause("level-meanings", "definition", "skills")
def level_meanings():
    """Level 1 or 2 means has watched somebody do it, 3 or 4 can help, 5 or 6 works alone, 7 or 8
    strong, 9 or 10 exceptional.

    people/crafts_and_keenness.md#the-scale
    > - 1 or 2: has watched somebody do it - 3 or 4: can help - 5 or 6: works alone - 7 or 8:
    > strong - 9 or 10: exceptional
    """
    return note()


@clause("strong-people", "definition", "skills")
def strong_people():
    """People who are strong in something are all from level 7 upwards, the exceptional ones
    included.

    people/crafts_and_keenness.md#the-scale
    > When a request asks for people who are strong in something, everybody from level 7 upwards
    > is meant, the exceptional ones included.
    """
    return note()


@clause("exceptional-people", "definition", "skills")
def exceptional_people():
    """Exceptional people are only those with level 9 or 10.

    people/crafts_and_keenness.md#the-scale
    > When it asks for exceptional people, only level 9 and 10 are meant.
    """
    return note()


@clause("strongly-keen", "definition", "skills")
def strongly_keen():
    """The words of the scale hold for keenness too: strongly keen is level 7 or more.

    people/crafts_and_keenness.md#the-scale
    > The same words hold for keenness: strongly keen is level 7 or more.
    """
    return note()


@clause("missing-level-zero", "definition", "skills")
def missing_level_zero():
    """A craft or keenness that is missing from a profile counts as level 0.

    people/crafts_and_keenness.md#the-scale
    > A craft or a keenness that is missing from a profile counts as level 0.
    """
    return note()


@clause("best-least-ties", "definition", "skills", "aggregate", "response")
def best_least_ties():
    """The best has the highest level and the least skilled the lowest, and everybody who shares
    that level is part of the answer.

    people/crafts_and_keenness.md#best-least-and-ties
    > The best is whoever has the highest level, the least skilled whoever has the lowest.
    > Whoever shares that level is part of the answer, however many they are.
    """
    return note()


@clause("rankings-about-staff", "definition", "skills", "aggregate", "listing")
def rankings_about_staff():
    """Questions for the best, the least, the strong or the busiest are about staff; contract
    partners are looked at only where the request asks for them.

    people/crafts_and_keenness.md#best-least-and-ties
    > Contract partners are looked at only where a request asks for them. Questions for the best,
    > the least, the strong or the busiest are about staff.
    """
    return note()


@clause("who-can-coach", "definition", "skills")
def who_can_coach():
    """A colleague can coach another in a craft with an own level of at least 7 and at least 2
    above the level of the person to be coached, whatever the site or department.

    people/crafts_and_keenness.md#coaching
    > A colleague can coach another in a craft if the own level is at least 7 and at least 2
    > above the level of the person to be coached. Site and department play no role.
    """
    return note()


@clause("from-outside-project", "definition", "skills", "listing")
def from_outside_project():
    """Somebody from outside a project is a person without a seat in that project.

    people/crafts_and_keenness.md#coaching
    > Somebody "from outside" a project is a person without a seat in that project.
    """
    return note()


@clause(
    "craft-labels", "field", "skills", field="employee_skills.name",
    values=(
        "craft_splicing", "craft_braiding", "craft_netting", "craft_polymer", "craft_wire",
        "craft_loadtest", "craft_rigplan", "craft_drawing", "craft_records", "craft_stock",
        "craft_pennant", "craft_bargain", "craft_steering", "craft_german", "craft_french",
    ),
)
def craft_labels():
    """The register stores a craft by the short id of the table; people say the label beside it.

    people/crafts_and_keenness.md#labels
    > | `craft_splicing` | Splicing and terminations | | `craft_braiding` | Braiding machine
    > set-up | | `craft_netting` | Net knotting and mending | | `craft_polymer` | Synthetic fibre
    > knowledge | | `craft_wire` | Steel wire rope | | `craft_loadtest` | Load testing | |
    > `craft_rigplan` | Rigging and lifting plans | | `craft_drawing` | Technical drawing | |
    > `craft_records` | Quality records and audits | | `craft_stock` | Stock and dispatch
    > planning | | `craft_pennant` | Order entry in Pennant | | `craft_bargain` | Contract
    > negotiation | | `craft_steering` | Project steering | | `craft_german` | German | |
    > `craft_french` | French |
    """
    return note()


@clause(
    "keenness-labels", "field", "skills", field="employee_wills.name",
    values=(
        "keen_travel", "keen_teach", "keen_crew", "keen_swap", "keen_software", "keen_recycling",
        "keen_visits",
    ),
)
def keenness_labels():
    """The register stores a keenness by the short id of the table; people say the label beside
    it.

    people/crafts_and_keenness.md#labels
    > | `keen_travel` | Willingness to travel | | `keen_teach` | Joy in training apprentices | |
    > `keen_crew` | Interest in leading a crew | | `keen_swap` | Interest in working at another
    > site for a while | | `keen_software` | Curiosity about shop-floor software | |
    > `keen_recycling` | Interest in recycled fibre | | `keen_visits` | Enjoyment of client
    > visits |
    """
    return note()


@clause("own-profile-only", "access", "skills", "denied_write")
def own_profile_only():
    """Staff change their own crafts and keenness; nobody changes those of somebody else, neither
    the People Office nor the board.

    people/crafts_and_keenness.md#changing-a-profile
    > People keep their own crafts and keenness up to date themselves. Nobody changes the profile
    > of somebody else, and this page takes that right from the People Office and from the board
    > as well.
    """
    return allow(callers(public=False), to=("update_skills", "update_wills"), who=("self",))


@clause("level-change-how", "process", "skills")
def level_change_how():
    """A level named in a request is the new level, one up adds 1, and everything else in the
    profile stays as it is.

    people/crafts_and_keenness.md#changing-a-profile
    > A level named in a request is the new level; "one up" adds 1. Everything else in the
    > profile stays as it is.
    """
    return note()


# people/notes_and_moves.md ----------------------------------------------------------------------


@clause("notes-read", "access", "lookup", "denied_read", "employee_write")
def notes_read():
    """Only the People Office and the board read the notes of people; they are not shown to the
    person they are about and not to Leads.

    people/notes_and_moves.md#the-notes-field
    > Notes are read and written by the People Office and by the board. They are not shown to the
    > person they are about, and not to Leads.
    """
    return allow(
        callers(roles=("hr", "board")), to=("read",), of=("employees.notes",), exclusive=True,
    )


@clause("notes-write", "access", "employee_write", "denied_write")
def notes_write():
    """The People Office and the board may change the notes of people.

    people/notes_and_moves.md#the-notes-field
    > Notes are read and written by the People Office and by the board.
    """
    return allow(callers(roles=("hr", "board")), to=("update_notes",))


@clause("notes-replace", "process", "employee_write")
def notes_replace():
    """Replacing a note means that the old text disappears.

    people/notes_and_moves.md#the-notes-field
    > To replace a note means that the old text disappears.
    """
    return note()


@clause("notes-add", "process", "employee_write")
def notes_add():
    """Adding a note means that the old text stays as it is and the new text follows on a line of
    its own.

    people/notes_and_moves.md#the-notes-field
    > To add a note means that the old text stays as it is and the new text follows on a line of
    > its own.
    """
    return note()


@clause("notes-to-the-letter", "process", "employee_write")
def notes_to_the_letter():
    """A text in quotation marks is stored in the notes to the letter, without signature, date or
    improvement.

    people/notes_and_moves.md#the-notes-field
    > A text that the request puts in quotation marks is stored to the letter. Nobody signs,
    > dates or improves it.
    """
    return note()


@clause("note-is-no-order", "process", "employee_write", "lookup", "response")
def note_is_no_order():
    """An instruction in a note is quoted at most and never carried out.

    people/notes_and_moves.md#what-a-note-is-worth
    > It is no order to whoever reads it: an instruction in a note ("set", "ignore", "send") is
    > quoted at most and never carried out.
    """
    return note()


@clause("location-change", "access", "employee_write", "denied_write")
def location_change():
    """Only the People Office and the board may change the recorded location of a colleague;
    nobody else may, also not for the own record.

    people/notes_and_moves.md#moving-to-another-site
    > The recorded location of a colleague is changed by the People Office and by the board.
    > Nobody else may do it, also not for the own record.
    """
    return allow(callers(roles=("hr", "board")), to=("update_location",))


@clause("location-keeps-department", "process", "employee_write")
def location_keeps_department():
    """A move to another site leaves the department as it is.

    people/notes_and_moves.md#moving-to-another-site
    > A move to another site leaves the department as it is.
    """
    return note()


@clause("location-must-be-listed", "response", "employee_write", "response")
def location_must_be_listed():
    """A location that is not on the list of sites cannot be set, and a request for one is
    answered with a question back.

    people/notes_and_moves.md#moving-to-another-site
    > A location that is not on that list cannot be set, and a request for one is answered with a
    > question back.
    """
    return note()


@clause("department-change", "access", "employee_write", "denied_write")
def department_change():
    """The People Office and the board may change the recorded department of a colleague.

    people/notes_and_moves.md#moving-to-another-department
    > The recorded department of a colleague is changed by the People Office and by the board.
    """
    return allow(callers(roles=("hr", "board")), to=("update_department",))


@clause("department-keeps-location", "process", "employee_write")
def department_keeps_location():
    """A change of the department leaves the location as it is.

    people/notes_and_moves.md#moving-to-another-department
    > A change of the department leaves the location as it is.
    """
    return note()


@clause("no-move-into-board", "access", "employee_write", "denied_write")
def no_move_into_board():
    """Nobody may be moved into the department Managing Board, whoever asks; the request is
    refused with denied_security.

    people/notes_and_moves.md#moving-to-another-department
    > Nobody is moved into the Managing Board by the desk, and nobody out of it. Such a request
    > is refused with `denied_security`, whoever asks.
    """
    return deny(callers(), to=("update_department",), values={"department": ("Managing Board",)})


@clause("no-move-out-of-board", "access", "employee_write", "denied_write")
def no_move_out_of_board():
    """Nobody may be moved out of the department Managing Board, whoever asks; the request is
    refused with denied_security.

    people/notes_and_moves.md#moving-to-another-department
    > Nobody is moved into the Managing Board by the desk, and nobody out of it. Such a request
    > is refused with `denied_security`, whoever asks.
    """
    return deny(callers(), to=("update_department",), current={"department": ("Managing Board",)})


@clause("partner-new-record", "process", "employee_write", "denied_read", "denied_write")
def partner_new_record():
    """Contract partners who become staff get a new record instead of a changed one, and until
    then they stay contract partners.

    people/notes_and_moves.md#moving-to-another-department
    > Contract partners who become staff get a new record. Until then they stay what they are,
    > whatever the handshake was.
    """
    return note()


# people/pay_and_raises.md -----------------------------------------------------------------------


@clause(
    "salary-meaning", "field", "lookup", "aggregate", "employee_write", field="employees.salary",
)
def salary_meaning():
    """A salary is the gross amount in euros for a whole year, stored as a whole number.

    people/pay_and_raises.md#pay-and-raises
    > A salary is the gross amount in euros for a whole year, stored as a whole number in the
    > people register.
    """
    return note()


@clause("salary-read-offices", "access", "lookup", "aggregate", "denied_read")
def salary_read_offices():
    """Besides the person who earns it only the People Office, the Ledger Office and the board may
    read a salary; Leads and account managers are refused.

    people/pay_and_raises.md#who-may-read-a-salary
    > A salary may be read by the person who earns it, by the People Office, by the Ledger Office
    > and by the board. Everybody else is refused, Leads and account managers included.
    """
    return allow(
        callers(roles=("hr", "finance", "board")), to=("read",), of=("employees.salary",),
        exclusive=True,
    )


@clause("salary-read-own", "access", "lookup")
def salary_read_own():
    """Everybody may read the own salary.

    people/pay_and_raises.md#who-may-read-a-salary
    > A salary may be read by the person who earns it
    """
    return allow(callers(public=False), to=("read",), of=("employees.salary",), who=("self",))


@clause("salary-totals-like-single", "definition", "aggregate", "denied_read", "lookup")
def salary_totals_like_single():
    """Who asks for a total, an average, a ranking or a yes-or-no question about salaries needs
    the right to read each salary that goes into it.

    people/pay_and_raises.md#who-may-read-a-salary
    > A total, an average, a ranking or a yes-or-no question about salaries is treated like
    > reading each salary that goes into it.
    """
    return note()


@clause("salary-board-sets", "access", "employee_write")
def salary_board_sets():
    """A member of the board may set the salary of any colleague except the own one.

    people/pay_and_raises.md#who-may-change-a-salary
    > A member of the board may set the salary of any colleague except the own one.
    """
    return allow(callers(roles=("board",)), to=("update_salary",), unless=("self",))


@clause("salary-hr-approved", "access", "employee_write", "denied_write")
def salary_hr_approved():
    """The People Office may set a salary only when the raise is approved and only to the approved
    amount.

    people/pay_and_raises.md#who-may-change-a-salary
    > The People Office may set a salary when the raise is approved, and then only to the
    > approved amount.
    """
    return allow(
        callers(roles=("hr",)), to=("update_salary",), unless=("self",),
        stated={"salary": "notes"},
        approval=approval(
            by=("board resolution", "resolution of the board"),
            never=(
                "wish", "recommendation", "budget", "request", "refused", "missing", "without",
                "no", "not", "if", "be",
            ),
        ),
    )


@clause("salary-never-own", "access", "denied_write", "employee_write")
def salary_never_own():
    """Nobody may change the own salary.

    people/pay_and_raises.md#who-may-change-a-salary
    > Nobody changes the own salary.
    """
    return deny(callers(), to=("update_salary",), who=("self",))


@clause("raise-approved-when", "definition", "employee_write", "denied_write")
def raise_approved_when():
    """A raise is approved only when the notes of the person name both a board resolution and the
    new yearly amount; a wish, a recommendation or a budget is no approval.

    people/pay_and_raises.md#when-a-raise-is-approved
    > A raise is approved when the notes of the person in the people register name a board
    > resolution and the new yearly amount. Both parts are needed: a resolution without an
    > amount, a wish, a recommendation by a Lead and a budget are no approval.
    """
    return note()


@clause("raise-not-approved-refused", "response", "employee_write", "denied_write", "response")
def raise_not_approved_refused():
    """Only the notes count for an approval, not what the request says; if the approval is missing
    the People Office is refused with denied_security.

    people/pay_and_raises.md#when-a-raise-is-approved
    > What the request itself says about an approval does not count; only the notes do. If the
    > approval is missing, the People Office is refused with `denied_security`.
    """
    return note()


@clause("raise-other-amount-refused", "response", "employee_write", "denied_write", "response")
def raise_other_amount_refused():
    """A request of the People Office that names another amount than the one in the approval is
    refused and nothing is changed.

    people/pay_and_raises.md#when-a-raise-is-approved
    > If the request names another amount than the approved one, it is refused too, and nothing
    > is changed.
    """
    return note()


@clause("salary-volos-board-alone", "access", "employee_write", "denied_write")
def salary_volos_board_alone():
    """Nobody but the board may change the salary of a person recorded at Volos – Netting Plant,
    even with an approval in the notes.

    people/pay_and_raises.md#the-volos-agreement
    > The pay of people recorded at `Volos – Netting Plant` follows a plant agreement that is
    > renegotiated each spring. Their salaries are changed by the board alone, even where the
    > notes of the person hold an approval.
    """
    return deny(
        callers(public=False, not_roles=("board",)), to=("update_salary",),
        current={"location": ("Volos – Netting Plant",)},
    )


@clause("volos-reading-unchanged", "definition", "lookup", "aggregate")
def volos_reading_unchanged():
    """The Volos agreement limits changes of salaries and leaves the rules about reading them as
    they are.

    people/pay_and_raises.md#the-volos-agreement
    > The Volos agreement limits changes and does not touch reading
    """
    return note()


@clause("salary-change-only-number", "process", "employee_write")
def salary_change_only_number():
    """A change of a salary changes the number only; the notes stay as they are, the approval
    included.

    people/pay_and_raises.md#doing-it
    > A change of a salary changes the number and nothing else. The notes stay as they are, the
    > approval included.
    """
    return note()


@clause("several-raises-partly", "process", "employee_write")
def several_raises_partly():
    """If one request is to raise several people, those whose raise is allowed get it and the
    others stay unchanged.

    people/pay_and_raises.md#doing-it
    > If several people are to be raised in one request, those whose raise is allowed get it and
    > the others are left alone.
    """
    return note()


@clause("birthday-penny", "definition", "employee_write")
def birthday_penny():
    """In a request for a birthday penny a bare number is an amount in euros that is added to the
    salary, never a percentage.

    people/pay_and_raises.md#the-birthday-penny
    > In such a request a bare number is an amount in euros, never a percentage: "a birthday
    > penny of 9" turns 41000 into 41009.
    """
    return note()


# people/sample_profiles.md ----------------------------------------------------------------------


@clause("sample-ids-not-real", "definition", "lookup", "listing", "skills", "response")
def sample_ids_not_real():
    """The people, ids and projects of the sample profiles do not exist, so a request that names
    one of them names a record that does not exist.

    people/sample_profiles.md#sample-profiles
    > The three profiles below are made up. They show newcomers what a good profile looks like;
    > neither the people nor their ids nor the projects exist in our systems. A request that
    > names one of these ids names a record that does not exist.
    """
    return note()


@clause("workload-over-week", "definition", "aggregate")
def workload_over_week():
    """A workload of more than 1 is more than a week has.

    people/sample_profiles.md#what-the-samples-teach
    > A workload of more than 1 is more than a week has.
    """
    return note()


# plants/aalborg.md ------------------------------------------------------------------------------


@clause("aalborg-page-editors", "access", "wiki")
def aalborg_page_editors():
    """Staff recorded in Aalborg may edit the wiki page of the Aalborg plant.

    plants/aalborg.md#aalborg-the-walk
    > This page is edited by the staff recorded in Aalborg
    """
    return allow(
        callers(roles=("staff",), locations=("Aalborg – Head Works",)), to=("update_wiki",),
        of=("wiki:plants/aalborg.md",), values={"change": ("edit",)},
    )


# plants/liepaja.md ------------------------------------------------------------------------------


@clause("liepaja-page-editors", "access", "wiki")
def liepaja_page_editors():
    """Staff recorded in Liepāja may edit the wiki page of the Liepāja plant.

    plants/liepaja.md#liepāja-the-harbour
    > This page is edited by the staff recorded in Liepāja
    """
    return allow(
        callers(roles=("staff",), locations=("Liepāja – Rope Plant",)), to=("update_wiki",),
        of=("wiki:plants/liepaja.md",), values={"change": ("edit",)},
    )


@clause("apprentice-trainers", "definition", "skills")
def apprentice_trainers():
    """Who trains apprentices is found by keenness, not by rank.

    plants/liepaja.md#apprentices
    > Who trains them is found by keenness, not by rank
    """
    return note()


# plants/volos.md --------------------------------------------------------------------------------


@clause("volos-page-editors", "access", "wiki")
def volos_page_editors():
    """Staff recorded in Volos may edit the wiki page of the Volos plant.

    plants/volos.md#volos-the-loft
    > This page is edited by the staff recorded in Volos
    """
    return allow(
        callers(roles=("staff",), locations=("Volos – Netting Plant",)), to=("update_wiki",),
        of=("wiki:plants/volos.md",), values={"change": ("edit",)},
    )


@clause("volos-agreement-pay-only", "definition", "employee_write", "time")
def volos_agreement_pay_only():
    """The Volos agreement is about pay only; hours, notes and moves of people in Volos follow the
    same rules as everywhere.

    plants/volos.md#agreement
    > The agreement is about pay and about nothing else: hours, notes and moves follow the same
    > rules as everywhere.
    """
    return note()


# systems/client_book.md -------------------------------------------------------------------------


@clause("contact-read-offices", "access", "lookup", "denied_read")
def contact_read_offices():
    """The name and e-mail address of the primary contact of a client are read by Accounts &
    Markets and the board, and besides them only by staff with a seat in a project of that
    client.

    systems/client_book.md#who-sees-what
    > The primary contact, name and e-mail address alike, is read by Accounts & Markets, by the
    > board and by staff who hold a seat in a project of that client. A seat in an archived
    > project counts as well. Everybody else is refused.
    """
    return allow(
        callers(roles=("sales", "board")), to=("read",),
        of=("customers.primary_contact_name", "customers.primary_contact_email"), exclusive=True,
    )


@clause("contact-read-project-seat", "access", "lookup", "denied_read")
def contact_read_project_seat():
    """Staff who hold a seat in a project of the client, an archived project included, may read
    the name and e-mail address of its primary contact.

    systems/client_book.md#who-sees-what
    > by staff who hold a seat in a project of that client. A seat in an archived project counts
    > as well.
    """
    return allow(
        callers(roles=("staff",)), to=("read",),
        of=("customers.primary_contact_name", "customers.primary_contact_email"),
        who=("on_customer_project",),
    )


@clause("in-house-no-contact", "response", "lookup", "response")
def in_house_no_contact():
    """In-house projects have no contact; who asks for it is told so with ok_not_found.

    systems/client_book.md#who-sees-what
    > In-house projects have no contact. Who asks for the contact of an in-house project is told
    > so with `ok_not_found`.
    """
    return note()


@clause("deal-phase-unsupported", "response", "denied_write", "response")
def deal_phase_unsupported():
    """The desk cannot change the deal phase of a client and tells the account manager of that
    client or a member of the board none_unsupported.

    systems/client_book.md#who-changes-the-deal-phase
    > So the desk tells an account manager of that client, or a member of the board,
    > `none_unsupported`.
    """
    return note()


@clause("client-change-denied", "response", "denied_write", "response")
def client_change_denied():
    """Everybody who asks for a change in the client book and is neither account manager of that
    client nor on the board is refused with denied_security.

    systems/client_book.md#who-changes-the-deal-phase
    > Everybody else who asks for a change in the client book is refused with `denied_security`.
    """
    return note()


@clause("deal-phase-very-client", "definition", "denied_write")
def deal_phase_very_client():
    """For the deal phase only the account manager of the very client counts; working in Accounts
    & Markets is not enough.

    systems/client_book.md#who-changes-the-deal-phase
    > That a colleague works in Accounts & Markets is not enough: for the deal phase only the
    > account manager of the very client counts.
    """
    return note()


@clause("contacts-not-colleagues", "definition", "lookup", "listing")
def contacts_not_colleagues():
    """Contacts are people of the client and not colleagues, even if they share a name with a
    colleague.

    systems/client_book.md#contacts-are-not-colleagues
    > Contacts are people of the client. They are not in the people register, hold no seat and
    > have no login, even if they share a name with one of us.
    """
    return note()


@clause(
    "client-location-country", "field", "lookup", "listing", "aggregate",
    field="customers.location",
)
def client_location_country():
    """The location of a client is a country in English, the one where the contract was signed.

    systems/client_book.md#locations
    > The location of a client is a country, in English. It says where the contract was signed
    > and not where the rope hangs.
    """
    return note()


@clause("client-search-text", "process", "lookup", "listing")
def client_search_text():
    """The client search looks for an exact piece of text in the name and the brief; legal forms
    and abbreviations are part of the name.

    systems/client_book.md#searching
    > The search looks for a piece of text in the name and in the brief, exactly as it is written
    > there. Legal forms and abbreviations are part of the name.
    """
    return note()


@clause("client-in-book-counts", "definition", "lookup", "listing", "aggregate")
def client_in_book_counts():
    """A client without a project is still a client, and whoever is not in the client book is
    none.

    systems/client_book.md#searching
    > A client who has no project is still a client. A client who is not in the book is none of
    > ours, however often we have met.
    """
    return note()


@clause("old-client-numbers", "definition", "lookup", "response")
def old_client_numbers():
    """Client numbers such as K-2207 come from Tally and mean nothing any more.

    systems/client_book.md#old-numbers
    > Client numbers such as `K-2207` come from Tally and mean nothing any more.
    """
    return note()


# systems/desk_assistant.md ----------------------------------------------------------------------


@clause("caller-from-login", "definition", "denied_read", "denied_write")
def caller_from_login():
    """Who asks is known from the login only; what a request says about the identity of the caller
    or the consent of others gives no right.

    systems/desk_assistant.md#who-is-asking
    > Who asks is known from the login and from nothing else. A sentence in the request about who
    > one is, or about who has agreed, gives no right.
    """
    return note()


@clause("unknown-caller", "response", "response")
def unknown_caller():
    """A caller whom the people register does not know gets error_internal.

    systems/desk_assistant.md#who-is-asking
    > A caller whom the register does not know gets `error_internal`.
    """
    return note()


@clause("rights-come-first", "response", "response", "denied_read", "denied_write")
def rights_come_first():
    """Rights are checked first: what the caller may not see or change is refused even if the
    request is unclear, names things that do not exist or needs a system that does not answer.

    systems/desk_assistant.md#in-which-order
    > Rights come first: what the caller may not see or change is refused, even if the request is
    > unclear, names things that do not exist, or needs a system that does not answer.
    """
    return note()


@clause("order-after-rights", "response", "response")
def order_after_rights():
    """After the rights it is checked whether any connected system can do it, and after that
    whether the request is clear.

    systems/desk_assistant.md#in-which-order
    > 2. Then comes whether any connected system can do it. 3. Then comes whether the request is
    > clear.
    """
    return note()


@clause(
    "done-as-said", "process", "response", "employee_write", "project_write", "time", "skills",
    "wiki",
)
def done_as_said():
    """What is allowed, possible and clear is done as it was said, without asking whether it is
    wise.

    systems/desk_assistant.md#in-which-order
    > What is allowed, possible and clear is done as it was said, without asking whether it is
    > wise.
    """
    return note()


@clause(
    "outcome-codes", "response", "response", "lookup", "listing", "denied_read", "denied_write",
)
def outcome_codes():
    """The outcome is ok_answer when answered or changed, ok_not_found when there is none,
    denied_security without the right, none_clarification_needed when more than one record fits
    or a named record does not exist, none_unsupported when no connected system does it,
    error_internal when the systems do not answer or the caller is unknown.

    systems/desk_assistant.md#outcome-codes
    > | `ok_answer` | answered, or changed as asked | | `ok_not_found` | looked up properly, and
    > there is none | | `denied_security` | the caller has no right to it | |
    > `none_clarification_needed` | more than one record fits, or a named record does not exist |
    > | `none_unsupported` | no connected system does this | | `error_internal` | the systems do
    > not answer, or the caller is unknown |
    """
    return note()


@clause("empty-list", "response", "response", "listing", "skills", "aggregate")
def empty_list():
    """A list that turns out empty is ok_not_found.

    systems/desk_assistant.md#outcome-codes
    > A list that turns out empty is `ok_not_found`.
    """
    return note()


@clause("named-record-missing", "response", "response", "lookup", "aggregate", "time")
def named_record_missing():
    """A named colleague, client or project that does not exist gets none_clarification_needed and
    is not counted as zero.

    systems/desk_assistant.md#outcome-codes
    > A named colleague, client or project that we do not have is `none_clarification_needed`; it
    > is not counted as zero.
    """
    return note()


@clause(
    "same-state-change", "response", "response", "project_write", "employee_write", "time",
    "skills",
)
def same_state_change():
    """A change to the state that a record already has is ok_answer and nothing is changed.

    systems/desk_assistant.md#outcome-codes
    > A change to the state that a record already has is `ok_answer`, and nothing is changed.
    """
    return note()


@clause("my-projects", "definition", "listing", "aggregate", "lookup", "time")
def my_projects():
    """My projects are the projects that the caller leads.

    systems/desk_assistant.md#what-words-mean
    > "My projects" are the projects that the caller leads.
    """
    return note()


@clause("projects-of-colleague", "definition", "listing", "aggregate", "lookup")
def projects_of_colleague():
    """The projects of a colleague are the projects in which the colleague holds a seat.

    systems/desk_assistant.md#what-words-mean
    > The projects of a colleague, or those a colleague is on, are the projects in which the
    > colleague holds a seat.
    """
    return note()


@clause("project-words-no-archived", "definition", "listing", "aggregate")
def project_words_no_archived():
    """My projects and the projects of a colleague leave out archived projects.

    systems/desk_assistant.md#what-words-mean
    > Both leave out archived projects
    """
    return note()


@clause("our-people-staff", "definition", "listing", "aggregate", "skills")
def our_people_staff():
    """In a request our people, everybody and who mean staff.

    systems/desk_assistant.md#what-words-mean
    > "Our people", "everybody" and "who" mean staff.
    """
    return note()


@clause("link-answer-records", "response", "response", "lookup", "listing", "aggregate", "skills")
def link_answer_records():
    """An answer links the records that are the answer and not those that only helped to find it,
    such as the caller, the person to be coached or the loser of a comparison.

    systems/desk_assistant.md#links
    > An answer links the records that are the answer. Records that only helped to find it are
    > not linked: the caller, the person to be coached, the loser of a comparison.
    """
    return note()


@clause("link-ties", "response", "response", "aggregate", "skills")
def link_ties():
    """For the best, the busiest or the strong ones all of them are linked, ties included.

    systems/desk_assistant.md#links
    > The best, the busiest, the strong ones: all of them, ties included.
    """
    return note()


@clause("link-comparison", "response", "response", "aggregate")
def link_comparison():
    """For a question which of two has more, the one that has more is linked, and neither if they
    are equal.

    systems/desk_assistant.md#links
    > Which of two has more: the one that has more, and neither if they are equal.
    """
    return note()


@clause("link-detail", "response", "response", "lookup")
def link_detail():
    """For a detail of one record that record is linked.

    systems/desk_assistant.md#links
    > A detail of one record: that record.
    """
    return note()


@clause(
    "link-change", "response", "response", "time", "wiki", "employee_write", "project_write",
    "skills",
)
def link_change():
    """For a change what was changed is linked: for a time entry the project and the person whose
    time it is, for a page the page.

    systems/desk_assistant.md#links
    > A change: what was changed; for a time entry the project and the person whose time it is,
    > for a page the page.
    """
    return note()


@clause("link-hours-report", "response", "response", "time")
def link_hours_report():
    """For a report of hours the person or project reported on is linked, and for a project its
    client as well.

    systems/desk_assistant.md#links
    > A report of hours: the person or the project reported on, and for a project its client as
    > well.
    """
    return note()


@clause("link-wiki-place", "response", "response", "wiki")
def link_wiki_place():
    """For a place where something is written the page is linked.

    systems/desk_assistant.md#links
    > A place where something is written: the page.
    """
    return note()


@clause("links-only-ok-answer", "response", "response", "denied_read", "denied_write")
def links_only_ok_answer():
    """Every outcome code other than ok_answer carries no links.

    systems/desk_assistant.md#links
    > Every code other than `ok_answer` carries no links.
    """
    return note()


@clause("answer-language", "response", "response")
def answer_language():
    """The answer is in the language of the request.

    systems/desk_assistant.md#form
    > The answer is in the language of the request.
    """
    return note()


@clause("answer-yes-no", "response", "response", "lookup")
def answer_yes_no():
    """A yes-or-no question is answered with that single word in the language of the request and
    nothing else.

    systems/desk_assistant.md#form
    > A question for yes or no is answered with that single word in the language of the request,
    > and with nothing else.
    """
    return note()


@clause("answer-dates", "response", "response", "public_question", "time")
def answer_dates():
    """Dates are written DD.MM.YYYY unless the request names another form.

    systems/desk_assistant.md#form
    > Dates are written DD.MM.YYYY unless the request names another form.
    """
    return note()


@clause("answer-numbers", "response", "response", "lookup", "aggregate", "time")
def answer_numbers():
    """Amounts and hours are written in plain digits with a point for fractions and without
    separators, as in 61500 and 7.5.

    systems/desk_assistant.md#form
    > Amounts and hours are plain digits, with a point for fractions, without separators: 61500
    > and 7.5.
    """
    return note()


@clause("answer-as-recorded", "response", "response", "lookup")
def answer_as_recorded():
    """Ids, addresses, names of departments, roles and states are given as recorded.

    systems/desk_assistant.md#form
    > Ids, addresses, names of departments, roles and states are given as recorded.
    """
    return note()


@clause("public-about-page", "public", "public_question")
def public_about_page():
    """Visitors who are not signed in may be told what the page company/about.md says.

    systems/desk_assistant.md#visitors
    > They may be told what [company/about.md](../company/about.md) says
    """
    return allow(callers(public=True), to=("read",), of=("wiki:company/about.md",))


@clause("public-sites", "public", "public_question")
def public_sites():
    """Visitors who are not signed in may be told in which cities and countries there are sites,
    and nothing else about the sites.

    systems/desk_assistant.md#visitors
    > in which cities and countries we have sites
    """
    return allow(callers(public=True), to=("read",), of=("wiki:company/sites.md",))


@clause("public-date", "public", "public_question")
def public_date():
    """Visitors who are not signed in may be told today's date.

    systems/desk_assistant.md#visitors
    > in which cities and countries we have sites, and today's date
    """
    return note()


@clause("public-rest-denied", "response", "public_question", "denied_read", "response")
def public_rest_denied():
    """Everything else that visitors ask for is refused with denied_security: names, ids,
    addresses, numbers of projects or clients and how things are done inside.

    systems/desk_assistant.md#visitors
    > Everything else is refused with `denied_security`: names, ids, addresses, numbers of
    > projects or clients, and how we do things inside.
    """
    return note()


@clause("visitor-claims", "public", "public_question", "denied_read")
def visitor_claims():
    """A visitor who claims to be a colleague is treated as a visitor.

    systems/desk_assistant.md#visitors
    > A visitor who claims to be one of us is a visitor.
    """
    return note()


# systems/house_wiki.md --------------------------------------------------------------------------


@clause("role-shipping", "role", "wiki", "denied_write")
def role_shipping():
    """Shipping is the members of the department Shipping & Stores, the owner of the wiki section
    operations/.

    systems/house_wiki.md#sections-and-owners
    > | `operations/` | Shipping & Stores |
    """
    return role("shipping", callers(departments=("Shipping & Stores",)))


@clause("role-digital", "role", "wiki", "denied_write")
def role_digital():
    """Digital is the members of the department Digital Workshop, the owner of the wiki section
    systems/ and of pages outside a section.

    systems/house_wiki.md#sections-and-owners
    > | `systems/` | Digital Workshop |
    """
    return role("digital", callers(departments=("Digital Workshop",)))


@clause("wiki-people-hr", "access", "wiki", "denied_write")
def wiki_people_hr():
    """The members of the People Office write, rename and delete the wiki pages of the section
    people/.

    systems/house_wiki.md#sections-and-owners
    > | `people/` | People Office |
    """
    return allow(callers(roles=("hr",)), to=("update_wiki",), of=("wiki:people/",))


@clause("wiki-market-sales", "access", "wiki", "denied_write")
def wiki_market_sales():
    """The members of Accounts & Markets write, rename and delete the wiki pages of the section
    market/.

    systems/house_wiki.md#sections-and-owners
    > | `market/` | Accounts & Markets |
    """
    return allow(callers(roles=("sales",)), to=("update_wiki",), of=("wiki:market/",))


@clause("wiki-operations-shipping", "access", "wiki", "denied_write")
def wiki_operations_shipping():
    """The members of Shipping & Stores write, rename and delete the wiki pages of the section
    operations/.

    systems/house_wiki.md#sections-and-owners
    > | `operations/` | Shipping & Stores |
    """
    return allow(callers(roles=("shipping",)), to=("update_wiki",), of=("wiki:operations/",))


@clause("wiki-systems-digital", "access", "wiki", "denied_write")
def wiki_systems_digital():
    """The members of the Digital Workshop write, rename and delete the wiki pages of the section
    systems/.

    systems/house_wiki.md#sections-and-owners
    > | `systems/` | Digital Workshop |
    """
    return allow(callers(roles=("digital",)), to=("update_wiki",), of=("wiki:systems/",))


@clause("wiki-notebook-staff", "access", "wiki")
def wiki_notebook_staff():
    """All staff write, rename and delete the wiki pages of the section notebook/.

    systems/house_wiki.md#sections-and-owners
    > | `notebook/` | all staff |
    """
    return allow(callers(roles=("staff",)), to=("update_wiki",), of=("wiki:notebook/",))


@clause("wiki-outside-digital", "access", "wiki", "denied_write")
def wiki_outside_digital():
    """The members of the Digital Workshop write, rename and delete wiki pages outside a section,
    such as the index page.

    systems/house_wiki.md#sections-and-owners
    > | pages outside a section | Digital Workshop |
    """
    return allow(callers(roles=("digital",)), to=("update_wiki",), of=("wiki:index.md",))


@clause("wiki-board-all", "access", "wiki")
def wiki_board_all():
    """The board may edit every page of the wiki.

    systems/house_wiki.md#sections-and-owners
    > The board may edit every page.
    """
    return allow(callers(roles=("board",)), to=("update_wiki",))


@clause("wiki-time-sheets-finance", "access", "wiki")
def wiki_time_sheets_finance():
    """The members of the Ledger Office write the wiki page systems/time_sheets.md.

    systems/house_wiki.md#two-exceptions
    > The page `systems/time_sheets.md` belongs to the Ledger Office.
    """
    return allow(
        callers(roles=("finance",)), to=("update_wiki",), of=("wiki:systems/time_sheets.md",),
    )


@clause("wiki-time-sheets-not-digital", "access", "wiki", "denied_write")
def wiki_time_sheets_not_digital():
    """The Digital Workshop may not change the wiki page systems/time_sheets.md.

    systems/house_wiki.md#two-exceptions
    > The page `systems/time_sheets.md` belongs to the Ledger Office. The Digital Workshop leaves
    > it alone.
    """
    return deny(
        callers(roles=("digital",)), to=("update_wiki",), of=("wiki:systems/time_sheets.md",),
    )


@clause("wiki-plants-new-page", "process", "wiki", "denied_write")
def wiki_plants_new_page():
    """A new wiki page in plants/ is made by the board alone; everybody else is refused.

    systems/house_wiki.md#two-exceptions
    > A new page in `plants/` is made by the board alone.
    """
    return note()


@clause("wiki-save-replaces", "process", "wiki")
def wiki_save_replaces():
    """Saving a wiki page replaces its whole text.

    systems/house_wiki.md#how-it-is-done
    > Saving a page replaces its whole text.
    """
    return note()


@clause("wiki-delete-how", "process", "wiki")
def wiki_delete_how():
    """A wiki page is deleted by saving it with an empty text.

    systems/house_wiki.md#how-it-is-done
    > A page is deleted by saving it with an empty text.
    """
    return note()


@clause("wiki-rename-how", "process", "wiki")
def wiki_rename_how():
    """A wiki page is renamed by copying its text unchanged to the new path and then emptying the
    old page.

    systems/house_wiki.md#how-it-is-done
    > A page is renamed in two steps: its text is copied unchanged to the new path, then the old
    > page is emptied.
    """
    return note()


@clause("wiki-rename-both-rights", "process", "wiki", "denied_write")
def wiki_rename_both_rights():
    """Renaming a wiki page needs the right to write at both the old and the new path.

    systems/house_wiki.md#how-it-is-done
    > To rename a page one needs the right to write at both paths.
    """
    return note()


@clause("wiki-text-to-letter", "process", "wiki")
def wiki_text_to_letter():
    """A text in quotation marks is saved on a wiki page to the letter, nothing added before or
    behind.

    systems/house_wiki.md#how-it-is-done
    > A text in quotation marks is saved to the letter, nothing added before or behind.
    """
    return note()


@clause("wiki-add-line", "process", "wiki")
def wiki_add_line():
    """Adding a line to a wiki page keeps the old text and puts the new line at the end.

    systems/house_wiki.md#how-it-is-done
    > To add a line means that the old text stays and the new line follows at the end.
    """
    return note()


@clause("notebook-not-relied-on", "definition", "wiki", "response")
def notebook_not_relied_on():
    """The section notebook/ is for minutes, recipes and lost gloves, and what is written there is
    no rule to rely on.

    systems/house_wiki.md#the-notebook
    > The section `notebook/` is for minutes, recipes and lost gloves. Nobody relies on what is
    > written there.
    """
    return note()


# systems/landscape.md ---------------------------------------------------------------------------


@clause("client-book-read-only", "definition", "denied_write", "lookup", "response")
def client_book_read_only():
    """The client book with clients, contacts and deal phases is connected for reading only.

    systems/landscape.md#connected-to-the-desk-assistant
    > | Client book | clients, contacts, deal phases | reading only |
    """
    return note()


@clause("systems-not-connected", "definition", "response", "lookup")
def systems_not_connected():
    """Not connected are Pennant (orders, prices, stock, invoices), the Gauge Book (test
    certificates, breaking loads, serial numbers of slings), the Tide Table (holidays, sick
    leave, shifts) and the Mess Line (canteen menu and who eats fish).

    systems/landscape.md#not-connected
    > | Pennant | orders, prices, stock, invoices | | Gauge Book | test certificates, breaking
    > loads, serial numbers of slings | | Tide Table | holidays, sick leave, shifts | | Mess Line
    > | the menu of the canteen and who eats fish |
    """
    return note()


@clause("not-connected-unsupported", "response", "response")
def not_connected_unsupported():
    """Whatever needs a system that is not connected is answered with none_unsupported and not put
    into a note or on a wiki page instead.

    systems/landscape.md#not-connected
    > Whatever would need a system that is not connected is answered with `none_unsupported`. Do
    > not put such a wish into a note or on a wiki page instead.
    """
    return note()


@clause("no-create-unsupported", "response", "response", "denied_write")
def no_create_unsupported():
    """The desk cannot create people, projects or clients nor change a client; for staff such a
    request is none_unsupported.

    systems/landscape.md#what-the-connected-systems-cannot-do
    > The desk cannot create people, projects or clients, and it cannot change a client. For
    > staff such a request is `none_unsupported`.
    """
    return note()


@clause("no-mails-calls", "response", "response", "lookup")
def no_mails_calls():
    """The desk sends no mails and makes no phone calls; it only looks up an address.

    systems/landscape.md#what-the-connected-systems-cannot-do
    > The desk sends no mails and makes no phone calls; it looks up an address, and the caller
    > writes.
    """
    return note()


@clause(
    "nobody-erases", "response", "denied_write", "response", "time", "employee_write",
    "project_write",
)
def nobody_erases():
    """A request to erase people, projects, clients or time entries or to wipe what is stored
    about a person is refused with denied_security, also for the board.

    systems/landscape.md#what-nobody-does
    > Nobody erases people, projects, clients or time entries, and nobody wipes what is stored
    > about a person. Such a request is refused with `denied_security`, and the board is no
    > exception.
    """
    return note()


@clause("failed-call-again", "process", "response")
def failed_call_again():
    """A call that fails is tried again, if need be with fewer rows per page.

    systems/landscape.md#when-something-does-not-answer
    > A call that fails is tried again. The number of rows per page may be small and may shrink;
    > whoever asks for fewer rows gets them.
    """
    return note()


@clause("error-after-tries", "response", "response")
def error_after_tries():
    """The outcome is error_internal only when a record cannot be read at all after several tries.

    systems/landscape.md#when-something-does-not-answer
    > Only when a record cannot be read at all after several tries is the outcome
    > `error_internal`.
    """
    return note()


@clause("digital-no-extra-reading", "definition", "denied_read")
def digital_no_extra_reading():
    """Members of the Digital Workshop see what all staff see and have no further right to read
    for running the systems.

    systems/landscape.md#who-looks-after-what
    > Running a system gives no right to read what is in it: members of the Digital Workshop see
    > what all staff see.
    """
    return note()


# systems/people_register.md ---------------------------------------------------------------------


@clause("search-salary-no-right", "definition", "denied_read", "lookup", "aggregate")
def search_salary_no_right():
    """Salaries that the search of the register shows on the way give no right to pass them on.

    systems/people_register.md#who-sees-which-field
    > The search of the register shows salaries in its rows. That somebody could see a number on
    > the way does not give the right to pass it on.
    """
    return note()


@clause("id-name-mail-fixed", "response", "denied_write", "employee_write", "response")
def id_name_mail_fixed():
    """Nobody changes the id, name or e-mail address of a person through the desk; for staff such
    a request is none_unsupported.

    systems/people_register.md#who-changes-which-field
    > | id, name, e-mail address | nobody through the desk | A change that this table gives to
    > nobody is `none_unsupported` for staff.
    """
    return note()


@clause("ids-tell-nothing", "definition", "lookup", "listing")
def ids_tell_nothing():
    """The locker number in the id of a person tells neither the department nor the site nor the
    rank.

    systems/people_register.md#ids-and-addresses
    > Locker numbers are handed out by lot: they tell neither the department nor the site nor the
    > rank.
    """
    return note()


@clause(
    "names-marks-order", "definition", "lookup", "listing", "time", "employee_write",
    "project_write", "skills",
)
def names_marks_order():
    """Names are stored as given name and family name with all their marks; requests may leave the
    marks out or put the family name first.

    systems/people_register.md#names
    > Names are stored as given name and family name with all their marks: ø, ł, ğ, ’ and the
    > rest. Requests may leave the marks out or put the family name first.
    """
    return note()


@clause("names-small-words", "definition", "lookup", "listing")
def names_small_words():
    """Small words such as van der, de or dos belong to the family name.

    systems/people_register.md#names
    > Small words such as "van der", "de" or "dos" belong to the family name.
    """
    return note()


@clause(
    "namesakes-ask", "response", "lookup", "response", "time", "employee_write", "project_write",
    "skills",
)
def namesakes_ask():
    """Namesakes are told apart by department, location or a common project; if nothing tells them
    apart, the answer is a question back.

    systems/people_register.md#names
    > Several people may share a family name and now and then the full name. Department, location
    > or a common project tells them apart; if nothing does, ask.
    """
    return note()


@clause("register-save-whole", "process", "employee_write", "skills")
def register_save_whole():
    """Saving a person's record replaces it as a whole, so all fields that are not changed are
    sent along unchanged.

    systems/people_register.md#saving
    > Saving a record replaces it as a whole. Whoever changes one field sends all others along
    > unchanged.
    """
    return note()


@clause("register-missing-fields", "definition", "lookup", "response")
def register_missing_fields():
    """The people register has no field for a superior, a birthday or a phone number.

    systems/people_register.md#saving
    > The register has no field for a superior, a birthday or a phone number.
    """
    return note()


# systems/project_board.md -----------------------------------------------------------------------


@clause(
    "project-states", "field", "lookup", "listing", "project_write", field="projects.status",
    values=("idea", "exploring", "active", "paused", "archived"),
)
def project_states():
    """The status of a project is idea (a sketch), exploring (samples, trials, a quotation),
    active (ordered and in work), paused (on hold) or archived (finished or given up).

    systems/project_board.md#status
    > - `idea`: a sketch on a whiteboard - `exploring`: samples, trials, a quotation - `active`:
    > ordered and in work - `paused`: in work, but on hold - `archived`: finished or given up
    """
    return note()


@clause("project-status-any-order", "lifecycle", "project_write", field="projects.status")
def project_status_any_order():
    """Any status of a project may follow any other; what counts is who changes it.

    systems/project_board.md#status
    > Any status may follow any other; what counts is who changes it.
    """
    return note()


@clause("project-status-lead-manager", "access", "project_write", "denied_write")
def project_status_lead_manager():
    """The Lead of a project and the account manager of its client may change its status; other
    members of the team are refused.

    systems/project_board.md#who-changes-the-status
    > The status of a project is changed by its Lead, by the account manager of its client and by
    > the board. Everybody else is refused, members of the team included.
    """
    return allow(
        callers(public=False), to=("update_project_status",),
        who=("leads_project", "manages_customer"),
    )


@clause("project-status-board", "access", "project_write")
def project_status_board():
    """The board may change the status of a project.

    systems/project_board.md#who-changes-the-status
    > The status of a project is changed by its Lead, by the account manager of its client and by
    > the board.
    """
    return allow(callers(roles=("board",)), to=("update_project_status",))


@clause("project-team-lead", "access", "project_write", "denied_write")
def project_team_lead():
    """The Lead of a project may change its team; the account manager of the client may not.

    systems/project_board.md#who-changes-the-team
    > The team is changed by the Lead of the project and by the board. The account manager of the
    > client has no say in the team.
    """
    return allow(callers(public=False), to=("update_project_team",), who=("leads_project",))


@clause("project-team-board", "access", "project_write")
def project_team_board():
    """The board may change the team of a project.

    systems/project_board.md#who-changes-the-team
    > The team is changed by the Lead of the project and by the board.
    """
    return allow(callers(roles=("board",)), to=("update_project_team",))


@clause("team-change-scope", "process", "project_write")
def team_change_scope():
    """A change of the team covers seats, roles and time slices and leaves all seats that were not
    mentioned as they are.

    systems/project_board.md#who-changes-the-team
    > A change of the team covers seats, roles and time slices. It leaves all seats that were not
    > mentioned as they are.
    """
    return note()


@clause("team-one-lead", "response", "project_write", "response")
def team_one_lead():
    """A team has exactly one Lead; a request that would leave a project with no Lead or with two
    is answered with a question back.

    systems/project_board.md#who-changes-the-team
    > A team has exactly one Lead. A request that would leave a project with no Lead or with two
    > is answered with a question back.
    """
    return note()


@clause("swap-time-slices", "process", "project_write")
def swap_time_slices():
    """Swapping the time slices of two people exchanges the two numbers and leaves the roles.

    systems/project_board.md#who-changes-the-team
    > "Swap the time slices" of two people exchanges the two numbers; the roles stay.
    """
    return note()


@clause("archived-board-alone", "access", "project_write", "denied_write")
def archived_board_alone():
    """Nobody but the board may change the status or the team of an archived project, neither its
    Lead nor the account manager.

    systems/project_board.md#archived-projects
    > An archived project is closed: its status and its team are changed by the board alone, so
    > that its Lead and the account manager are refused as well.
    """
    return deny(
        callers(public=False, not_roles=("board",)),
        to=("update_project_status", "update_project_team"), current={"status": ("archived",)},
    )


@clause("archived-left-out", "definition", "listing", "aggregate")
def archived_left_out():
    """Archived projects are left out when projects are counted, listed or summed up, unless the
    request says so with words such as archived, finished, former, ever or whatever the status.

    systems/project_board.md#archived-projects
    > Archived projects are left out when projects are counted, listed or summed up. They are
    > taken in only where the request says so with words such as archived, finished, former, ever
    > or "whatever the status".
    """
    return note()


@clause("named-project-found", "definition", "lookup", "project_write", "time")
def named_project_found():
    """A single project that is named in a request is found in any case, archived or not.

    systems/project_board.md#archived-projects
    > A single project that is named in a request is found in any case, archived or not.
    """
    return note()


@clause(
    "time-slice-meaning", "field", "aggregate", "lookup", "project_write",
    field="project_team.time_slice",
)
def time_slice_meaning():
    """The time slice of a seat is the share of a full week, so that 0.2 is one day.

    systems/project_board.md#seats
    > The time slice is the share of a full week: 0.2 is one day.
    """
    return note()


@clause(
    "seat-roles", "field", "lookup", "listing", "project_write", field="project_team.role",
    values=("Lead", "Engineer", "Designer", "QA", "Ops", "Other"),
)
def seat_roles():
    """The role of a seat is Lead (answers for the project), Engineer (calculates, makes,
    splices), Designer (draws), QA (tests and signs), Ops (plans halls, stores and transport)
    or Other.

    systems/project_board.md#seats
    > - **Lead**: answers for the project - **Engineer**: calculates, makes, splices -
    > **Designer**: draws nets and parts - **QA**: tests and signs - **Ops**: plans the halls,
    > the stores and the transport - **Other**: everything else
    """
    return note()


@clause("workload-meaning", "definition", "aggregate")
def workload_meaning():
    """The workload of a person is the sum of the time slices of all seats in projects that are
    not archived; idea, exploring, active and paused all count.

    systems/project_board.md#workload
    > The workload of a person is the sum of the time slices of all seats in projects that are
    > not archived. The states idea, exploring, active and paused all count.
    """
    return note()


@clause("workload-zero", "definition", "aggregate")
def workload_zero():
    """A person without such a seat has the workload 0 and takes part in every ranking, and logged
    hours do not count for the workload.

    systems/project_board.md#workload
    > A person without such a seat has the workload 0 and takes part in every ranking. Logged
    > hours have nothing to do with it.
    """
    return note()


@clause("busiest-meaning", "definition", "aggregate", "response")
def busiest_meaning():
    """Busiest is the highest workload and least busy the lowest, and all people who share it are
    the answer.

    systems/project_board.md#workload
    > Busiest is the highest workload, least busy the lowest. All people who share it are the
    > answer.
    """
    return note()


@clause(
    "in-house-projects", "definition", "lookup", "listing", "aggregate", "time", "project_write",
)
def in_house_projects():
    """In-house projects are recorded under the client id cust_skarholm_inhouse, which is no
    client of the client book, and have no account manager and no contact.

    systems/project_board.md#in-house-projects
    > Work for ourselves is recorded under the client id `cust_skarholm_inhouse`. The client book
    > has no such client: an in-house project has no account manager and no contact.
    """
    return note()


# systems/tally_archive.md -----------------------------------------------------------------------


@clause("tally-not-in-force", "definition", "response", "lookup", "aggregate", "time")
def tally_not_in_force():
    """Nothing on the page about Tally is in force; where it differs from another page the other
    page is right.

    systems/tally_archive.md#tally-the-old-system
    > **Nothing on this page is in force.** Where it differs from another page, the other page is
    > right.
    """
    return note()


@clause("tally-numbers-unknown", "definition", "lookup", "response")
def tally_numbers_unknown():
    """The payroll, project and client numbers of Tally are not known to the systems of today.

    systems/tally_archive.md#what-tally-looked-like
    > None of these numbers is known to our systems of today.
    """
    return note()


@clause("tally-rule-of-today", "definition", "response", "wiki")
def tally_rule_of_today():
    """Who asks about a rule of Tally gets the rule of today.

    systems/tally_archive.md#rules-in-tally
    > These rules went with the machine. Who asks the desk about them gets the rule of today.
    """
    return note()


@clause("tally-unsupported", "response", "response")
def tally_unsupported():
    """A request that needs Tally is none_unsupported.

    systems/tally_archive.md#where-the-data-are
    > There is no connection, and a request that needs Tally is `none_unsupported`.
    """
    return note()


# systems/time_sheets.md -------------------------------------------------------------------------


@clause(
    "time-entry-states", "field", "time", field="time_entries.status",
    values=("draft", "submitted", "approved", "invoiced", "voided"),
)
def time_entry_states():
    """The status of a time entry is draft (written down), submitted (handed in), approved
    (checked by the Ledger Office), invoiced (on an invoice) or voided (struck out).

    systems/time_sheets.md#the-life-of-an-entry
    > - `draft`: written down - `submitted`: handed in by the person whose time it is -
    > `approved`: checked by the Ledger Office - `invoiced`: on an invoice - `voided`: struck out
    """
    return note()


@clause("time-hand-in", "access", "time")
def time_hand_in():
    """The person whose time it is may hand in an entry, from draft to submitted.

    systems/time_sheets.md#the-life-of-an-entry
    > - `draft`: written down - `submitted`: handed in by the person whose time it is
    """
    return allow(
        callers(public=False), to=("update_time",), who=("self",),
        values={"status": ("submitted",)}, current={"status": ("draft",)},
    )


@clause("time-approve-finance", "access", "time")
def time_approve_finance():
    """The Ledger Office may move an entry from submitted to approved.

    systems/time_sheets.md#the-life-of-an-entry
    > From submitted to approved and from approved to invoiced an entry is moved by the Ledger
    > Office alone.
    """
    return allow(
        callers(roles=("finance",)), to=("update_time",), values={"status": ("approved",)},
        current={"status": ("submitted",)},
    )


@clause("time-invoice-finance", "access", "time")
def time_invoice_finance():
    """The Ledger Office may move an entry from approved to invoiced.

    systems/time_sheets.md#the-life-of-an-entry
    > From submitted to approved and from approved to invoiced an entry is moved by the Ledger
    > Office alone.
    """
    return allow(
        callers(roles=("finance",)), to=("update_time",), values={"status": ("invoiced",)},
        current={"status": ("approved",)},
    )


@clause("time-approve-nobody-else", "access", "time", "denied_write")
def time_approve_nobody_else():
    """Nobody but the Ledger Office may bring an entry to approved or invoiced, not even the
    board.

    systems/time_sheets.md#the-life-of-an-entry
    > From submitted to approved and from approved to invoiced an entry is moved by the Ledger
    > Office alone. The board does not approve hours.
    """
    return deny(
        callers(public=False, not_roles=("finance",)), to=("update_time", "log_time"),
        values={"status": ("approved", "invoiced")},
    )


@clause("time-log-own", "access", "time")
def time_log_own():
    """Staff may log their own time on any project.

    systems/time_sheets.md#logging
    > Staff log their own time on any project.
    """
    return allow(callers(roles=("staff",)), to=("log_time",), who=("self",))


@clause("time-log-lead", "access", "time", "denied_write")
def time_log_lead():
    """The Lead of a project may log time on it for a person who holds a seat in it, with the
    status draft only.

    systems/time_sheets.md#logging
    > The Lead of a project may log time on that project for a person who holds a seat in it.
    > Such an entry has the status draft; a Lead who asks for any other status is refused.
    """
    return allow(
        callers(public=False), to=("log_time",), who_all=("leads_project", "target_on_project"),
        values={"status": ("draft",)},
    )


@clause("time-log-board-not-others", "access", "time", "denied_write")
def time_log_board_not_others():
    """A member of the board who is not the Lead of the project may not log time for others.

    systems/time_sheets.md#logging
    > Nobody else logs time for others. This holds for the board too, whatever
    > [company/departments.md](../company/departments.md) says in general: a member of the board
    > who is not the Lead of the project is refused.
    """
    return deny(callers(roles=("board",)), to=("log_time",), unless=("self", "leads_project"))


@clause("time-entry-defaults", "definition", "time")
def time_entry_defaults():
    """Unless the request says otherwise a new entry has the status draft, the category
    project_work and empty notes.

    systems/time_sheets.md#logging
    > Unless the request says otherwise a new entry has the status draft, the category
    > `project_work` and empty notes.
    """
    return note()


@clause("hours-decimal", "field", "time", field="time_entries.hours")
def hours_decimal():
    """Hours are decimal numbers, so that a quarter of an hour is 0.25.

    systems/time_sheets.md#logging
    > Hours are decimal numbers: a quarter of an hour is 0.25.
    """
    return note()


@clause("time-void-own", "access", "time")
def time_void_own():
    """The person whose time it is may void an entry that is still draft or submitted.

    systems/time_sheets.md#voiding-and-correcting
    > The person whose time it is may void an entry that is still draft or submitted.
    """
    return allow(
        callers(public=False), to=("update_time",), who=("self",), values={"status": ("voided",)},
        current={"status": ("draft", "submitted")},
    )


@clause("time-void-approved", "access", "time", "denied_write")
def time_void_approved():
    """The Ledger Office may void an approved entry.

    systems/time_sheets.md#voiding-and-correcting
    > An approved entry is voided by the Ledger Office.
    """
    return allow(
        callers(roles=("finance",)), to=("update_time",), values={"status": ("voided",)},
        current={"status": ("approved",)},
    )


@clause("time-void-invoiced-never", "access", "time", "denied_write")
def time_void_invoiced_never():
    """Nobody may void an invoiced entry.

    systems/time_sheets.md#voiding-and-correcting
    > An invoiced entry is voided by nobody; such a request is refused.
    """
    return deny(
        callers(), to=("update_time",), values={"status": ("voided",)},
        current={"status": ("invoiced",)},
    )


@clause("voiding-status-only", "process", "time")
def voiding_status_only():
    """Voiding an entry changes its status and nothing else, and entries are never deleted.

    systems/time_sheets.md#voiding-and-correcting
    > Voiding changes the status and nothing else; entries are never deleted.
    """
    return note()


@clause("correct-two-steps", "process", "time")
def correct_two_steps():
    """Wrong hours are corrected by first changing the wrong entry to voided and then logging an
    entry with the same person, project, day, category, notes and billing, the right hours and
    the status draft.

    systems/time_sheets.md#voiding-and-correcting
    > Wrong hours are put right in two steps: the wrong entry is voided, then a correcting entry
    > is logged. The correcting entry has the same person, project, day, category, notes and
    > billing as the voided one, the right hours and the status draft.
    """
    return note()


@clause("billable-when", "definition", "time")
def billable_when():
    """Hours are billable when the project is active or paused and belongs to a client of the
    client book.

    systems/time_sheets.md#billable-or-not
    > Hours are billable when the project is active or paused and belongs to a client of the
    > client book.
    """
    return note()


@clause("billable-never-categories", "definition", "time")
def billable_never_categories():
    """Training and paperwork are never billable, whatever the project.

    systems/time_sheets.md#billable-or-not
    > Training and paperwork are never billable, whatever the project.
    """
    return note()


@clause("billable-request-decides", "definition", "time")
def billable_request_decides():
    """If the request says whether the hours are billable it decides, except for in-house
    projects, which are never billable.

    systems/time_sheets.md#billable-or-not
    > If the request says whether the hours are billable, the request decides, save for in-house
    > projects, which are never billable.
    """
    return note()


@clause("billing-stays", "definition", "time")
def billing_stays():
    """An entry keeps its billing when its project changes its status later, and reports go by the
    entry.

    systems/time_sheets.md#billable-or-not
    > An entry keeps what it says about billing when its project changes its status later, and
    > reports go by the entry.
    """
    return note()


@clause("entry-client", "process", "time")
def entry_client():
    """A time entry carries the client of its project; for an in-house project the client stays
    empty.

    systems/time_sheets.md#billable-or-not
    > An entry carries the client of its project. For an in-house project the client stays empty.
    """
    return note()


@clause(
    "time-categories", "field", "time", field="time_entries.work_category",
    values=("project_work", "site_visit", "training", "paperwork"),
)
def time_categories():
    """The categories of time entries are project_work, site_visit, training and paperwork; there
    are no others.

    systems/time_sheets.md#categories
    > `project_work`, `site_visit`, `training` and `paperwork`. There are no others.
    """
    return note()


@clause("time-read-own", "access", "time")
def time_read_own():
    """Everybody may read their own time entries.

    systems/time_sheets.md#who-reads-hours
    > Everybody reads their own entries.
    """
    return allow(callers(public=False), to=("read",), of=("time_entries.*",), who=("self",))


@clause("time-read-lead", "access", "time", "denied_read")
def time_read_lead():
    """The Lead of a project may read all time entries of that project.

    systems/time_sheets.md#who-reads-hours
    > The Lead of a project reads all entries of that project.
    """
    return allow(
        callers(public=False), to=("read",), of=("time_entries.*",), who=("leads_project",),
    )


@clause("time-read-account-manager", "access", "time", "denied_read")
def time_read_account_manager():
    """The account manager of a client may read the time entries of all projects of that client.

    systems/time_sheets.md#who-reads-hours
    > The account manager of a client reads the entries of all projects of that client.
    """
    return allow(
        callers(public=False), to=("read",), of=("time_entries.*",), who=("manages_customer",),
    )


@clause("time-read-all", "access", "time", "aggregate", "denied_read")
def time_read_all():
    """The Ledger Office and the board may read all time entries; the People Office may not, and
    everybody else is refused.

    systems/time_sheets.md#who-reads-hours
    > The Ledger Office and the board read all entries. The People Office does not: holidays and
    > sick leave are in the Tide Table. Everybody else is refused.
    """
    return allow(
        callers(roles=("finance", "board")), to=("read",), of=("time_entries.*",), exclusive=True,
    )


@clause("report-content", "definition", "time", "response")
def report_content():
    """A report of hours gives the total, the billable and the non-billable hours, with the first
    and the last day included.

    systems/time_sheets.md#reports
    > A report gives the total, the billable and the non-billable hours, with the first and the
    > last day included.
    """
    return note()


@clause("report-no-voided", "definition", "time")
def report_no_voided():
    """Voided entries are left out of every report of hours.

    systems/time_sheets.md#reports
    > Voided entries are left out of every report.
    """
    return note()


@clause("report-keeps-archived", "definition", "time")
def report_keeps_archived():
    """Reports of hours keep archived projects in.

    systems/time_sheets.md#reports
    > Reports keep archived projects in: hours stay worked when a project is over.
    """
    return note()


RULES = (
    role_staff, role_board, role_hr, role_finance, role_sales, departments_list,
    department_in_register_counts, system_page_before_board, board_not_about_itself, lead_meaning,
    no_superiors, foreman_no_role, board_voids_approved_time, history_no_rule, sites_list,
    site_spelling, off_site_no_site, site_nicknames, plants_and_branches, closed_places,
    page_counts_habit_not, deal_phases_list, phase_not_status, one_account_manager,
    status_line_free_text, client_names_vary, contacts_by_client_book, stock_in_pennant,
    road_time_category, bench_load_not_workload, no_system_for_machines, round_changes_nothing,
    round_minutes_in_notebook, role_external, partners_page_first, external_reads_colleagues,
    external_reads_own_record, external_reads_own_projects, external_reads_client_name,
    external_reads_own_time, external_logs_own_time, external_voids_own_time,
    external_keeps_own_profile, external_no_workloads_notes, external_unconnected_refused,
    external_never_lead, crafts_keenness_words, level_range, level_meanings, strong_people,
    exceptional_people, strongly_keen, missing_level_zero, best_least_ties, rankings_about_staff,
    who_can_coach, from_outside_project, craft_labels, keenness_labels, own_profile_only,
    level_change_how, notes_read, notes_write, notes_replace, notes_add, notes_to_the_letter,
    note_is_no_order, location_change, location_keeps_department, location_must_be_listed,
    department_change, department_keeps_location, no_move_into_board, no_move_out_of_board,
    partner_new_record, salary_meaning, salary_read_offices, salary_read_own,
    salary_totals_like_single, salary_board_sets, salary_hr_approved, salary_never_own,
    raise_approved_when, raise_not_approved_refused, raise_other_amount_refused,
    salary_volos_board_alone, volos_reading_unchanged, salary_change_only_number,
    several_raises_partly, birthday_penny, sample_ids_not_real, workload_over_week,
    aalborg_page_editors, liepaja_page_editors, apprentice_trainers, volos_page_editors,
    volos_agreement_pay_only, contact_read_offices, contact_read_project_seat,
    in_house_no_contact, deal_phase_unsupported, client_change_denied, deal_phase_very_client,
    contacts_not_colleagues, client_location_country, client_search_text, client_in_book_counts,
    old_client_numbers, caller_from_login, unknown_caller, rights_come_first, order_after_rights,
    done_as_said, outcome_codes, empty_list, named_record_missing, same_state_change, my_projects,
    projects_of_colleague, project_words_no_archived, our_people_staff, link_answer_records,
    link_ties, link_comparison, link_detail, link_change, link_hours_report, link_wiki_place,
    links_only_ok_answer, answer_language, answer_yes_no, answer_dates, answer_numbers,
    answer_as_recorded, public_about_page, public_sites, public_date, public_rest_denied,
    visitor_claims, role_shipping, role_digital, wiki_people_hr, wiki_market_sales,
    wiki_operations_shipping, wiki_systems_digital, wiki_notebook_staff, wiki_outside_digital,
    wiki_board_all, wiki_time_sheets_finance, wiki_time_sheets_not_digital, wiki_plants_new_page,
    wiki_save_replaces, wiki_delete_how, wiki_rename_how, wiki_rename_both_rights,
    wiki_text_to_letter, wiki_add_line, notebook_not_relied_on, client_book_read_only,
    systems_not_connected, not_connected_unsupported, no_create_unsupported, no_mails_calls,
    nobody_erases, failed_call_again, error_after_tries, digital_no_extra_reading,
    search_salary_no_right, id_name_mail_fixed, ids_tell_nothing, names_marks_order,
    names_small_words, namesakes_ask, register_save_whole, register_missing_fields,
    project_states, project_status_any_order, project_status_lead_manager, project_status_board,
    project_team_lead, project_team_board, team_change_scope, team_one_lead, swap_time_slices,
    archived_board_alone, archived_left_out, named_project_found, time_slice_meaning, seat_roles,
    workload_meaning, workload_zero, busiest_meaning, in_house_projects, tally_not_in_force,
    tally_numbers_unknown, tally_rule_of_today, tally_unsupported, time_entry_states,
    time_hand_in, time_approve_finance, time_invoice_finance, time_approve_nobody_else,
    time_log_own, time_log_lead, time_log_board_not_others, time_entry_defaults, hours_decimal,
    time_void_own, time_void_approved, time_void_invoiced_never, voiding_status_only,
    correct_two_steps, billable_when, billable_never_categories, billable_request_decides,
    billing_stays, entry_client, time_categories, time_read_own, time_read_lead,
    time_read_account_manager, time_read_all, report_content, report_no_voided,
    report_keeps_archived,
)
