"""Policy of wiki dfbfcc0ef48cd3946c20b24ae0de14fafa34c90b, 225 rules.

Generated from rules/dfbfcc0e.yaml, extracted by claude-opus-5-5, content
8cc59ea3fa0e6f2b4d3ea6a3a23fdc458d2bbbe044cea6bf5c0867ea6de5b032.
Do not edit: change the rules and run `python -m agentic_solver compile`.
"""

from agentic_solver.erc3.policy.facade import allow, callers, clause, deny, note, role

WIKI_SHA1 = "dfbfcc0ef48cd3946c20b24ae0de14fafa34c90b"


@clause(
    "role-staff", "role", "company/departments.md#staff-and-contractors", "denied_read",
    "denied_write", "lookup", "listing", "aggregate", "skills", "time", "project_write", "wiki",
)
def role_staff():
    """Staff are all people of the register except the members of the department Contract Partners.
    > "Staff" are all people of the register except the members of Contract Partners."""
    return role("staff", callers(public=False, not_departments=("Contract Partners",)))


@clause(
    "role-board", "role", "company/departments.md#the-departments", "denied_read", "denied_write",
    "lookup", "aggregate", "time", "employee_write", "project_write", "wiki",
)
def role_board():
    """The board is the members of the department Managing Board.
    > When a page says "the board" it means the members of the department Managing"""
    return role("board", callers(public=False, departments=("Managing Board",)))


@clause(
    "role-hr", "role", "company/departments.md#the-departments", "denied_read", "denied_write",
    "lookup", "aggregate", "employee_write", "wiki",
)
def role_hr():
    """HR is the members of the department People Office.
    > When somebody says "HR" they mean the People Office"""
    return role("hr", callers(public=False, departments=("People Office",)))


@clause(
    "role-finance", "role", "company/departments.md#the-departments", "denied_read",
    "denied_write", "lookup", "aggregate", "time", "wiki",
)
def role_finance():
    """Finance or bookkeeping is the members of the department Ledger Office.
    > "finance" or "bookkeeping" is the Ledger Office"""
    return role("finance", callers(public=False, departments=("Ledger Office",)))


@clause(
    "role-sales", "role", "company/departments.md#the-departments", "denied_read", "lookup",
    "wiki",
)
def role_sales():
    """Sales is the members of the department Accounts & Markets, which sells and looks after clients.
    > | Accounts & Markets | sells, looks after clients; all account managers come"""
    return role("sales", callers(public=False, departments=("Accounts & Markets",)))


@clause(
    "departments-list", "field", "company/departments.md#the-departments", "lookup", "listing",
    "aggregate", "employee_write", field="employees.department",
    values=("Managing Board", "Accounts & Markets", "Rope Engineering", "Net Design", "Rope Making", "Net Making", "Test Bench & Safety", "Shipping & Stores", "Digital Workshop", "People Office", "Ledger Office", "Contract Partners"),
)
def departments_list():
    """The department of a person is one of those listed: Managing Board, Accounts & Markets, Rope Engineering, Net Design, Rope Making, Net Making, Test Bench & Safety, Shipping & Stores, Digital Workshop, People Office, Ledger Office, Contract Partners.
    > | Managing Board | runs the company | | Accounts & Markets | sells, looks after"""
    return note()


@clause(
    "department-in-register-counts", "definition",
    "company/departments.md#departments-and-the-managing-board", "lookup", "listing",
    "denied_read", "denied_write",
)
def department_in_register_counts():
    """The department of a person is the one in the people register; titles do not count.
    > Everybody belongs to exactly one department, the one in the people register."""
    return note()


@clause(
    "system-page-before-board", "definition", "company/departments.md#what-the-board-may-do",
    "denied_read", "denied_write", "time", "skills",
)
def system_page_before_board():
    """The general right of the board yields to the page of a system that takes a right away from the board.
    > Where the page of a system takes a right away from the board, the page of that"""
    return note()


@clause(
    "board-not-about-itself", "access", "company/departments.md#what-the-board-may-do",
    "denied_write", "employee_write",
)
def board_not_about_itself():
    """A member of the board never changes the own salary, department or location.
    > a member of the board never changes the own salary, the own department or the"""
    return deny(
        callers(public=False, roles=("board",)),
        to=("update_salary", "update_department", "update_location"), who=("self",),
    )


@clause(
    "lead-meaning", "definition", "company/departments.md#leads", "lookup", "denied_write",
    "project_write", "time",
)
def lead_meaning():
    """A Lead is the person in the Lead seat of a project and has rights as a Lead on that project only.
    > A Lead is the person in the Lead seat of a project. Being a Lead gives rights"""
    return note()


@clause("no-superiors", "definition", "company/departments.md#leads", "lookup", "response")
def no_superiors():
    """The records know no department heads and no superiors, so who reports to whom cannot be answered.
    > There are no department heads in the records. The register has no field for a"""
    return note()


@clause(
    "foreman-no-role", "definition", "company/departments.md#foremen", "denied_read",
    "denied_write", "time",
)
def foreman_no_role():
    """A foreman has no rights beyond those of every other colleague.
    > A foreman is no role in any system and has the rights of every other colleague."""
    return note()


@clause(
    "board-voids-approved-time", "access", "company/departments.md#what-the-board-may-do", "time",
)
def board_voids_approved_time():
    """Every member of the board may also do what a page of this wiki allows to a department, so also strike out those time entries that the Ledger Office may strike out.
    > What a page of this wiki allows to a department or to a Lead, every member of"""
    return allow(
        callers(public=False, roles=("board",)), to=("update_time",),
        values={"status": ("voided",)}, current={"status": ("approved",)},
    )


@clause(
    "history-no-rule", "definition", "company/history.md#history", "lookup", "listing",
    "public_question", "response",
)
def history_no_rule():
    """Nothing on the history page is a rule, and departments and sites named there need not exist any more.
    > Nothing on it is a rule, and the departments and sites it names need not exist"""
    return note()


@clause(
    "sites-list", "field", "company/sites.md#sites", "public_question", "lookup", "listing",
    "aggregate", "employee_write", field="employees.location",
    values=("Aalborg – Head Works", "Liepāja – Rope Plant", "Volos – Netting Plant", "Hamburg – Branch", "Gothenburg – Branch", "Antwerp – Branch", "Marseille – Branch", "Bilbao – Branch", "Rijeka – Branch"),
)
def sites_list():
    """The sites as recorded, with their cities and countries, are those of the table: Aalborg, Liepāja, Volos, Hamburg, Gothenburg, Antwerp, Marseille, Bilbao and Rijeka.
    > | `Aalborg – Head Works` | Aalborg | Denmark | management, engineering,"""
    return note()


@clause(
    "site-spelling", "field", "company/sites.md#sites", "lookup", "listing", "employee_write",
    field="employees.location",
)
def site_spelling():
    """A site is written in the records exactly as in the first column of the table, with the long dash and the blanks around it.
    > The records write a site exactly as in the first column, with the long dash and"""
    return note()


@clause(
    "off-site-no-site", "definition", "company/sites.md#contractors", "lookup", "listing",
    "aggregate", "public_question", "employee_write",
)
def off_site_no_site():
    """External contractors are recorded at `Off-site – Contract`, which is no site and is not counted among the sites.
    > The records give their location as `Off-site – Contract`, which is no site and"""
    return note()


@clause(
    "site-nicknames", "definition", "company/sites.md#how-people-say-it", "lookup", "listing",
    "aggregate", "skills", "employee_write",
)
def site_nicknames():
    """The walk and the Danish site mean Aalborg, the harbour and Liepaja mean Liepāja, the loft means Volos, Göteborg means Gothenburg and Antwerpen means Antwerp.
    > - "The walk" is Aalborg, after the old ropewalk. - "The harbour" is Liepāja."""
    return note()


@clause(
    "plants-and-branches", "definition", "company/sites.md#how-people-say-it", "lookup",
    "listing", "aggregate", "public_question",
)
def plants_and_branches():
    """The plants are Aalborg, Liepāja and Volos; the branches are the other six sites.
    > "The plants" are Aalborg, Liepāja and Volos; "the branches" are the other six."""
    return note()


@clause(
    "closed-places", "definition", "company/sites.md#where-we-are-not", "public_question",
    "lookup", "listing", "employee_write",
)
def closed_places():
    """There is no site in Norway, the United Kingdom, Italy, Poland or outside Europe, and places named only in the company history are closed.
    > We have no site in Norway, in the United Kingdom, in Italy or in Poland, and"""
    return note()


@clause(
    "page-counts-habit-not", "definition", "index.md#skarholm-ropes--nets-house-wiki", "wiki",
    "response",
)
def page_counts_habit_not():
    """A wiki page counts until its owners change it, and a habit that is on no page is no rule.
    > A page counts until its owners change it. A habit that is on no page is only a"""
    return note()


@clause(
    "deal-phases-list", "field", "market/clients_and_markets.md#deal-phases", "lookup", "listing",
    "aggregate", field="customers.deal_phase",
    values=("idea", "exploring", "active", "paused", "archived"),
)
def deal_phases_list():
    """The deal phase of a client is idea (need not yet said), exploring (talks, samples, quotes), active (there is an order), paused (the client has asked us to wait) or archived (no further business expected).
    > - `idea`: somebody thinks that they need rope, they have not said so yet -"""
    return note()


@clause(
    "phase-not-status", "definition", "market/clients_and_markets.md#deal-phases", "lookup",
    "listing", "project_write",
)
def phase_not_status():
    """The deal phase belongs to the client and the status to the project, and neither changes the other.
    > The deal phase belongs to the client and the status to the project. A client"""
    return note()


@clause(
    "one-account-manager", "definition", "market/clients_and_markets.md#account-managers",
    "lookup", "listing", "aggregate",
)
def one_account_manager():
    """Each client has one account manager, named in the client book, who comes from Accounts & Markets and may look after several clients.
    > Each client has one account manager, named in the client book. Account managers"""
    return note()


@clause(
    "status-line-free-text", "field", "market/clients_and_markets.md#the-status-line", "lookup",
    "listing", field="customers.high_level_status",
)
def status_line_free_text():
    """The status line of a client is a remark in plain words without fixed values, and nothing depends on it.
    > The status line is a remark in plain words such as "Key account" or "Waits for"""
    return note()


@clause(
    "client-names-vary", "definition", "market/clients_and_markets.md#names", "lookup", "listing",
    "response",
)
def client_names_vary():
    """Clients are recorded under their contract name; requests may say it shorter, in another order or in translation, so variants are searched before a client is called unknown.
    > Clients are recorded under the name in their contract, with abbreviations and"""
    return note()


@clause(
    "contacts-by-client-book", "definition", "operations/dispatch.md#agreeing-on-a-slot",
    "denied_read", "lookup",
)
def contacts_by_client_book():
    """Calling contacts for dispatch gives no right to read them; the page of the client book alone decides who may read the contact of a client.
    > That we call contacts does not open the client book to us. Whether a colleague"""
    return note()


@clause("stock-in-pennant", "definition", "operations/dispatch.md#stores", "response", "lookup")
def stock_in_pennant():
    """Stock is kept in Pennant, which is not connected to the desk.
    > Stock is kept in Pennant, which is not connected to the desk."""
    return note()


@clause("road-time-category", "definition", "operations/dispatch.md#hours-of-dispatch", "time")
def road_time_category():
    """Time on the road is logged like any other time, with the category site_visit.
    > Time on the road is logged like any other time, see"""
    return note()


@clause(
    "bench-load-not-workload", "definition", "operations/planning_round.md#counting-heads",
    "aggregate",
)
def bench_load_not_workload():
    """The bench load of the Monday round is not the workload; a question how busy somebody is gets the workload as the page of the project board defines it.
    > The bench load is not the workload. Who asks the desk how busy somebody is gets"""
    return note()


@clause(
    "no-system-for-machines", "definition", "operations/planning_round.md#free-machines",
    "response", "lookup",
)
def no_system_for_machines():
    """Machines are not in the project board, and no system can tell the desk of a free machine.
    > Machines are not in the project board. There is no system that the desk could"""
    return note()


@clause(
    "round-changes-nothing", "definition", "operations/planning_round.md#decisions-of-the-round",
    "denied_write", "project_write",
)
def round_changes_nothing():
    """A decision of the Monday round gives no right to change the status or the team of a project; the Lead changes what has to be changed.
    > It does not change the status or the team of a project; if it turns out that a"""
    return note()


@clause(
    "round-minutes-in-notebook", "definition",
    "operations/planning_round.md#decisions-of-the-round", "wiki",
)
def round_minutes_in_notebook():
    """Minutes of the Monday round are kept under notebook/.
    > Minutes of the round are kept under `notebook/`."""
    return note()


@clause(
    "role-external", "role", "people/contract_partners.md#contract-partners", "denied_read",
    "denied_write", "lookup", "listing", "aggregate", "skills", "time", "project_write", "wiki",
)
def role_external():
    """External callers are the members of the department Contract Partners.
    > They are our contract partners: members of the department Contract Partners"""
    return role("external", callers(public=False, departments=("Contract Partners",)))


@clause(
    "partners-page-first", "definition", "people/contract_partners.md#which-page-counts",
    "denied_read", "denied_write",
)
def partners_page_first():
    """For contract partners this page comes before every other page, and what it does not list as allowed is refused even if another page allows it to everybody, team members or Leads.
    > For contract partners this page comes before every other page of this wiki."""
    return note()


@clause(
    "external-reads-colleagues", "access",
    "people/contract_partners.md#what-contract-partners-may-read", "lookup", "listing",
    "denied_read",
)
def external_reads_colleagues():
    """Contract partners may read the name, e-mail address, location and department of any colleague.
    > the name, e-mail address, location and department of any colleague"""
    return allow(
        callers(public=False, roles=("external",)), to=("read",),
        of=("employees.id", "employees.name", "employees.email", "employees.location", "employees.department"),
    )


@clause(
    "external-reads-own-record", "access",
    "people/contract_partners.md#what-contract-partners-may-read", "lookup", "skills",
)
def external_reads_own_record():
    """Contract partners may read their own record except the notes, salary, crafts and keenness included.
    > their own record except the notes: salary, crafts and keenness included"""
    return allow(
        callers(public=False, roles=("external",)), to=("read",),
        of=("employees.salary", "employee_skills.*", "employee_wills.*"), who=("self",),
    )


@clause(
    "external-reads-own-projects", "access",
    "people/contract_partners.md#what-contract-partners-may-read", "lookup", "listing",
    "denied_read",
)
def external_reads_own_projects():
    """Contract partners may read the projects in which they hold a seat, with the whole team and the time slices.
    > the projects in which they hold a seat, with the whole team, the time slices"""
    return allow(
        callers(public=False, roles=("external",)), to=("read",),
        of=("projects.*", "project_team.*"), who=("on_project",),
    )


@clause(
    "external-reads-client-name", "access",
    "people/contract_partners.md#what-contract-partners-may-read", "lookup", "denied_read",
)
def external_reads_client_name():
    """Contract partners may read the name of the client of a project in which they hold a seat.
    > the projects in which they hold a seat, with the whole team, the time slices"""
    return allow(
        callers(public=False, roles=("external",)), to=("read",),
        of=("customers.id", "customers.name"), who=("on_customer_project",),
    )


@clause(
    "external-reads-own-time", "access",
    "people/contract_partners.md#what-contract-partners-may-read", "time",
)
def external_reads_own_time():
    """Contract partners may read their own time entries and the sums of these.
    > their own time entries and the sums of these"""
    return allow(
        callers(public=False, roles=("external",)), to=("read",), of=("time_entries.*",),
        who=("self",),
    )


@clause(
    "external-logs-own-time", "access",
    "people/contract_partners.md#what-contract-partners-may-do", "time", "denied_write",
)
def external_logs_own_time():
    """Contract partners may log their own time on projects in which they hold a seat.
    > log and void their own time, on projects in which they hold a seat"""
    return allow(
        callers(public=False, roles=("external",)), to=("log_time",),
        who_all=("self", "on_project"),
    )


@clause(
    "external-voids-own-time", "access",
    "people/contract_partners.md#what-contract-partners-may-do", "time", "denied_write",
)
def external_voids_own_time():
    """Contract partners may void their own time on projects in which they hold a seat.
    > log and void their own time, on projects in which they hold a seat"""
    return allow(
        callers(public=False, roles=("external",)), to=("update_time",),
        who_all=("self", "on_project"), values={"status": ("voided",)},
        current={"status": ("draft", "submitted")},
    )


@clause(
    "external-keeps-own-profile", "access",
    "people/contract_partners.md#what-contract-partners-may-do", "skills",
)
def external_keeps_own_profile():
    """Contract partners may change their own crafts and keenness.
    > keep their own crafts and keenness up to date"""
    return allow(
        callers(public=False, roles=("external",)), to=("update_skills", "update_wills"),
        who=("self",),
    )


@clause(
    "external-no-workloads-notes", "access", "people/contract_partners.md#what-that-leaves-out",
    "denied_read", "aggregate",
)
def external_no_workloads_notes():
    """Contract partners read neither workloads and rankings nor notes, not even about themselves, and no other projects, crafts or salaries of others.
    > They do not read workloads, rankings, other projects, crafts of other people,"""
    return deny(
        callers(public=False, roles=("external",)), to=("read",),
        of=("workloads.*", "employees.notes"),
    )


@clause(
    "external-unconnected-refused", "response",
    "people/contract_partners.md#what-that-leaves-out", "response", "denied_read",
)
def external_unconnected_refused():
    """A contract partner who asks for something from a system that is not connected is refused for lack of rights, because rights are checked before anything else.
    > Questions for a system that is not connected are refused as well when they come"""
    return note()


@clause(
    "external-never-lead", "definition", "people/contract_partners.md#the-lead-seat",
    "project_write", "denied_write", "denied_read", "time",
)
def external_never_lead():
    """A contract partner is never the Lead of a project, and a Lead seat that the board shows for a contract partner gives no rights.
    > A contract partner is never the Lead of a project. Should the board show a"""
    return note()


@clause(
    "crafts-keenness-words", "definition", "people/crafts_and_keenness.md#crafts-and-keenness",
    "skills",
)
def crafts_keenness_words():
    """Crafts are the skills in the register and keenness is the field wills.
    > **Crafts** are skills. **Keenness** is what people would like to do; the"""
    return note()


@clause(
    "level-range", "field", "people/crafts_and_keenness.md#the-scale", "skills",
    field="employee_skills.level",
)
def level_range():
    """Levels of crafts and of keenness run from 1 to 10.
    > Levels run from 1 to 10 for both."""
    return note()


@clause("level-meanings", "definition", "people/crafts_and_keenness.md#the-scale", "skills")
def level_meanings():
    """Level 1 or 2 means has watched somebody do it, 3 or 4 can help, 5 or 6 works alone, 7 or 8 strong, 9 or 10 exceptional.
    > - 1 or 2: has watched somebody do it - 3 or 4: can help - 5 or 6: works alone -"""
    return note()


@clause("strong-people", "definition", "people/crafts_and_keenness.md#the-scale", "skills")
def strong_people():
    """People who are strong in something are all from level 7 upwards, the exceptional ones included.
    > When a request asks for people who are strong in something, everybody from"""
    return note()


@clause("exceptional-people", "definition", "people/crafts_and_keenness.md#the-scale", "skills")
def exceptional_people():
    """Exceptional people are only those with level 9 or 10.
    > When it asks for exceptional people, only level 9 and 10 are meant."""
    return note()


@clause("strongly-keen", "definition", "people/crafts_and_keenness.md#the-scale", "skills")
def strongly_keen():
    """The words of the scale hold for keenness too: strongly keen is level 7 or more.
    > The same words hold for keenness: strongly keen is level 7 or more."""
    return note()


@clause("missing-level-zero", "definition", "people/crafts_and_keenness.md#the-scale", "skills")
def missing_level_zero():
    """A craft or keenness that is missing from a profile counts as level 0.
    > A craft or a keenness that is missing from a profile counts as level 0."""
    return note()


@clause(
    "best-least-ties", "definition", "people/crafts_and_keenness.md#best-least-and-ties",
    "skills", "aggregate", "response",
)
def best_least_ties():
    """The best has the highest level and the least skilled the lowest, and everybody who shares that level is part of the answer.
    > The best is whoever has the highest level, the least skilled whoever has the"""
    return note()


@clause(
    "rankings-about-staff", "definition", "people/crafts_and_keenness.md#best-least-and-ties",
    "skills", "aggregate", "listing",
)
def rankings_about_staff():
    """Questions for the best, the least, the strong or the busiest are about staff; contract partners are looked at only where the request asks for them.
    > Contract partners are looked at only where a request asks for them. Questions"""
    return note()


@clause("who-can-coach", "definition", "people/crafts_and_keenness.md#coaching", "skills")
def who_can_coach():
    """A colleague can coach another in a craft with an own level of at least 7 and at least 2 above the level of the person to be coached, whatever the site or department.
    > A colleague can coach another in a craft if the own level is at least 7 and at"""
    return note()


@clause(
    "from-outside-project", "definition", "people/crafts_and_keenness.md#coaching", "skills",
    "listing",
)
def from_outside_project():
    """Somebody from outside a project is a person without a seat in that project.
    > Somebody "from outside" a project is a person without a seat in that project."""
    return note()


@clause(
    "craft-labels", "field", "people/crafts_and_keenness.md#labels", "skills",
    field="employee_skills.name",
    values=("craft_splicing", "craft_braiding", "craft_netting", "craft_polymer", "craft_wire", "craft_loadtest", "craft_rigplan", "craft_drawing", "craft_records", "craft_stock", "craft_pennant", "craft_bargain", "craft_steering", "craft_german", "craft_french"),
)
def craft_labels():
    """The register stores a craft by the short id of the table; people say the label beside it.
    > | `craft_splicing` | Splicing and terminations | | `craft_braiding` | Braiding"""
    return note()


@clause(
    "keenness-labels", "field", "people/crafts_and_keenness.md#labels", "skills",
    field="employee_wills.name",
    values=("keen_travel", "keen_teach", "keen_crew", "keen_swap", "keen_software", "keen_recycling", "keen_visits"),
)
def keenness_labels():
    """The register stores a keenness by the short id of the table; people say the label beside it.
    > | `keen_travel` | Willingness to travel | | `keen_teach` | Joy in training"""
    return note()


@clause(
    "own-profile-only", "access", "people/crafts_and_keenness.md#changing-a-profile", "skills",
    "denied_write",
)
def own_profile_only():
    """Staff change their own crafts and keenness; nobody changes those of somebody else, neither the People Office nor the board.
    > People keep their own crafts and keenness up to date themselves. Nobody changes"""
    return allow(callers(public=False), to=("update_skills", "update_wills"), who=("self",))


@clause(
    "level-change-how", "process", "people/crafts_and_keenness.md#changing-a-profile", "skills",
)
def level_change_how():
    """A level named in a request is the new level, one up adds 1, and everything else in the profile stays as it is.
    > A level named in a request is the new level; "one up" adds 1. Everything else"""
    return note()


@clause(
    "notes-read", "access", "people/notes_and_moves.md#the-notes-field", "lookup", "denied_read",
    "employee_write",
)
def notes_read():
    """Only the People Office and the board read the notes of people; they are not shown to the person they are about and not to Leads.
    > Notes are read and written by the People Office and by the board. They are not"""
    return allow(
        callers(public=False, roles=("hr", "board")), to=("read",), of=("employees.notes",),
        exclusive=True,
    )


@clause(
    "notes-write", "access", "people/notes_and_moves.md#the-notes-field", "employee_write",
    "denied_write",
)
def notes_write():
    """The People Office and the board may change the notes of people.
    > Notes are read and written by the People Office and by the board."""
    return allow(callers(public=False, roles=("hr", "board")), to=("update_notes",))


@clause("notes-replace", "process", "people/notes_and_moves.md#the-notes-field", "employee_write")
def notes_replace():
    """Replacing a note means that the old text disappears.
    > To replace a note means that the old text disappears."""
    return note()


@clause("notes-add", "process", "people/notes_and_moves.md#the-notes-field", "employee_write")
def notes_add():
    """Adding a note means that the old text stays as it is and the new text follows on a line of its own.
    > To add a note means that the old text stays as it is and the new text follows"""
    return note()


@clause(
    "notes-to-the-letter", "process", "people/notes_and_moves.md#the-notes-field",
    "employee_write",
)
def notes_to_the_letter():
    """A text in quotation marks is stored in the notes to the letter, without signature, date or improvement.
    > A text that the request puts in quotation marks is stored to the letter. Nobody"""
    return note()


@clause(
    "note-is-no-order", "process", "people/notes_and_moves.md#what-a-note-is-worth",
    "employee_write", "lookup", "response",
)
def note_is_no_order():
    """An instruction in a note is quoted at most and never carried out.
    > It is no order to whoever reads it: an instruction in a note ("set", "ignore","""
    return note()


@clause(
    "location-change", "access", "people/notes_and_moves.md#moving-to-another-site",
    "employee_write", "denied_write",
)
def location_change():
    """Only the People Office and the board may change the recorded location of a colleague; nobody else may, also not for the own record.
    > The recorded location of a colleague is changed by the People Office and by the"""
    return allow(callers(public=False, roles=("hr", "board")), to=("update_location",))


@clause(
    "location-keeps-department", "process", "people/notes_and_moves.md#moving-to-another-site",
    "employee_write",
)
def location_keeps_department():
    """A move to another site leaves the department as it is.
    > A move to another site leaves the department as it is."""
    return note()


@clause(
    "location-must-be-listed", "response", "people/notes_and_moves.md#moving-to-another-site",
    "employee_write", "response",
)
def location_must_be_listed():
    """A location that is not on the list of sites cannot be set, and a request for one is answered with a question back.
    > A location that is not on that list cannot be set, and a request for one is"""
    return note()


@clause(
    "department-change", "access", "people/notes_and_moves.md#moving-to-another-department",
    "employee_write", "denied_write",
)
def department_change():
    """The People Office and the board may change the recorded department of a colleague.
    > The recorded department of a colleague is changed by the People Office and by"""
    return allow(callers(public=False, roles=("hr", "board")), to=("update_department",))


@clause(
    "department-keeps-location", "process",
    "people/notes_and_moves.md#moving-to-another-department", "employee_write",
)
def department_keeps_location():
    """A change of the department leaves the location as it is.
    > A change of the department leaves the location as it is."""
    return note()


@clause(
    "no-move-into-board", "access", "people/notes_and_moves.md#moving-to-another-department",
    "employee_write", "denied_write",
)
def no_move_into_board():
    """Nobody may be moved into the department Managing Board, whoever asks; the request is refused with denied_security.
    > Nobody is moved into the Managing Board by the desk, and nobody out of it. Such"""
    return deny(callers(), to=("update_department",), values={"department": ("Managing Board",)})


@clause(
    "no-move-out-of-board", "access", "people/notes_and_moves.md#moving-to-another-department",
    "employee_write", "denied_write",
)
def no_move_out_of_board():
    """Nobody may be moved out of the department Managing Board, whoever asks; the request is refused with denied_security.
    > Nobody is moved into the Managing Board by the desk, and nobody out of it. Such"""
    return deny(callers(), to=("update_department",), current={"department": ("Managing Board",)})


@clause(
    "partner-new-record", "process", "people/notes_and_moves.md#moving-to-another-department",
    "employee_write", "denied_read", "denied_write",
)
def partner_new_record():
    """Contract partners who become staff get a new record instead of a changed one, and until then they stay contract partners.
    > Contract partners who become staff get a new record. Until then they stay what"""
    return note()


@clause(
    "salary-meaning", "field", "people/pay_and_raises.md#pay-and-raises", "lookup", "aggregate",
    "employee_write", field="employees.salary",
)
def salary_meaning():
    """A salary is the gross amount in euros for a whole year, stored as a whole number.
    > A salary is the gross amount in euros for a whole year, stored as a whole"""
    return note()


@clause(
    "salary-read-offices", "access", "people/pay_and_raises.md#who-may-read-a-salary", "lookup",
    "aggregate", "denied_read",
)
def salary_read_offices():
    """Besides the person who earns it only the People Office, the Ledger Office and the board may read a salary; Leads and account managers are refused.
    > A salary may be read by the person who earns it, by the People Office, by the"""
    return allow(
        callers(public=False, roles=("hr", "finance", "board")), to=("read",),
        of=("employees.salary",), exclusive=True,
    )


@clause("salary-read-own", "access", "people/pay_and_raises.md#who-may-read-a-salary", "lookup")
def salary_read_own():
    """Everybody may read the own salary.
    > A salary may be read by the person who earns it"""
    return allow(callers(public=False), to=("read",), of=("employees.salary",), who=("self",))


@clause(
    "salary-totals-like-single", "definition", "people/pay_and_raises.md#who-may-read-a-salary",
    "aggregate", "denied_read", "lookup",
)
def salary_totals_like_single():
    """Who asks for a total, an average, a ranking or a yes-or-no question about salaries needs the right to read each salary that goes into it.
    > A total, an average, a ranking or a yes-or-no question about salaries is"""
    return note()


@clause(
    "salary-board-sets", "access", "people/pay_and_raises.md#who-may-change-a-salary",
    "employee_write",
)
def salary_board_sets():
    """A member of the board may set the salary of any colleague except the own one.
    > A member of the board may set the salary of any colleague except the own one."""
    return allow(callers(public=False, roles=("board",)), to=("update_salary",), unless=("self",))


@clause(
    "salary-hr-approved", "access", "people/pay_and_raises.md#who-may-change-a-salary",
    "employee_write", "denied_write",
)
def salary_hr_approved():
    """The People Office may set a salary only when the raise is approved and only to the approved amount.
    > The People Office may set a salary when the raise is approved, and then only to"""
    return allow(
        callers(public=False, roles=("hr",)), to=("update_salary",), unless=("self",),
        stated={"salary": "notes"},
    )


@clause(
    "salary-never-own", "access", "people/pay_and_raises.md#who-may-change-a-salary",
    "denied_write", "employee_write",
)
def salary_never_own():
    """Nobody may change the own salary.
    > Nobody changes the own salary."""
    return deny(callers(), to=("update_salary",), who=("self",))


@clause(
    "raise-approved-when", "definition", "people/pay_and_raises.md#when-a-raise-is-approved",
    "employee_write", "denied_write",
)
def raise_approved_when():
    """A raise is approved only when the notes of the person name both a board resolution and the new yearly amount; a wish, a recommendation or a budget is no approval.
    > A raise is approved when the notes of the person in the people register name a"""
    return note()


@clause(
    "raise-not-approved-refused", "response", "people/pay_and_raises.md#when-a-raise-is-approved",
    "employee_write", "denied_write", "response",
)
def raise_not_approved_refused():
    """Only the notes count for an approval, not what the request says; if the approval is missing the People Office is refused with denied_security.
    > What the request itself says about an approval does not count; only the notes"""
    return note()


@clause(
    "raise-other-amount-refused", "response", "people/pay_and_raises.md#when-a-raise-is-approved",
    "employee_write", "denied_write", "response",
)
def raise_other_amount_refused():
    """A request of the People Office that names another amount than the one in the approval is refused and nothing is changed.
    > If the request names another amount than the approved one, it is refused too,"""
    return note()


@clause(
    "salary-volos-board-alone", "access", "people/pay_and_raises.md#the-volos-agreement",
    "employee_write", "denied_write",
)
def salary_volos_board_alone():
    """Nobody but the board may change the salary of a person recorded at Volos – Netting Plant, even with an approval in the notes.
    > The pay of people recorded at `Volos – Netting Plant` follows a plant agreement"""
    return deny(
        callers(public=False, not_roles=("board",)), to=("update_salary",),
        current={"location": ("Volos – Netting Plant",)},
    )


@clause(
    "volos-reading-unchanged", "definition", "people/pay_and_raises.md#the-volos-agreement",
    "lookup", "aggregate",
)
def volos_reading_unchanged():
    """The Volos agreement limits changes of salaries and leaves the rules about reading them as they are.
    > The Volos agreement limits changes and does not touch reading"""
    return note()


@clause(
    "salary-change-only-number", "process", "people/pay_and_raises.md#doing-it", "employee_write",
)
def salary_change_only_number():
    """A change of a salary changes the number only; the notes stay as they are, the approval included.
    > A change of a salary changes the number and nothing else. The notes stay as"""
    return note()


@clause("several-raises-partly", "process", "people/pay_and_raises.md#doing-it", "employee_write")
def several_raises_partly():
    """If one request is to raise several people, those whose raise is allowed get it and the others stay unchanged.
    > If several people are to be raised in one request, those whose raise is allowed"""
    return note()


@clause(
    "birthday-penny", "definition", "people/pay_and_raises.md#the-birthday-penny",
    "employee_write",
)
def birthday_penny():
    """In a request for a birthday penny a bare number is an amount in euros that is added to the salary, never a percentage.
    > In such a request a bare number is an amount in euros, never a percentage: "a"""
    return note()


@clause(
    "sample-ids-not-real", "definition", "people/sample_profiles.md#sample-profiles", "lookup",
    "listing", "skills", "response",
)
def sample_ids_not_real():
    """The people, ids and projects of the sample profiles do not exist, so a request that names one of them names a record that does not exist.
    > The three profiles below are made up. They show newcomers what a good profile"""
    return note()


@clause(
    "workload-over-week", "definition", "people/sample_profiles.md#what-the-samples-teach",
    "aggregate",
)
def workload_over_week():
    """A workload of more than 1 is more than a week has.
    > A workload of more than 1 is more than a week has."""
    return note()


@clause("aalborg-page-editors", "access", "plants/aalborg.md#aalborg-the-walk", "wiki")
def aalborg_page_editors():
    """Staff recorded in Aalborg may edit the wiki page of the Aalborg plant.
    > This page is edited by the staff recorded in Aalborg"""
    return allow(
        callers(public=False, roles=("staff",), locations=("Aalborg – Head Works",)),
        to=("update_wiki",), of=("wiki:plants/aalborg.md",),
    )


@clause("liepaja-page-editors", "access", "plants/liepaja.md#liepāja-the-harbour", "wiki")
def liepaja_page_editors():
    """Staff recorded in Liepāja may edit the wiki page of the Liepāja plant.
    > This page is edited by the staff recorded in Liepāja"""
    return allow(
        callers(public=False, roles=("staff",), locations=("Liepāja – Rope Plant",)),
        to=("update_wiki",), of=("wiki:plants/liepaja.md",),
    )


@clause("apprentice-trainers", "definition", "plants/liepaja.md#apprentices", "skills")
def apprentice_trainers():
    """Who trains apprentices is found by keenness, not by rank.
    > Who trains them is found by keenness, not by rank"""
    return note()


@clause("volos-page-editors", "access", "plants/volos.md#volos-the-loft", "wiki")
def volos_page_editors():
    """Staff recorded in Volos may edit the wiki page of the Volos plant.
    > This page is edited by the staff recorded in Volos"""
    return allow(
        callers(public=False, roles=("staff",), locations=("Volos – Netting Plant",)),
        to=("update_wiki",), of=("wiki:plants/volos.md",),
    )


@clause(
    "volos-agreement-pay-only", "definition", "plants/volos.md#agreement", "employee_write",
    "time",
)
def volos_agreement_pay_only():
    """The Volos agreement is about pay only; hours, notes and moves of people in Volos follow the same rules as everywhere.
    > The agreement is about pay and about nothing else: hours, notes and moves"""
    return note()


@clause(
    "contact-read-offices", "access", "systems/client_book.md#who-sees-what", "lookup",
    "denied_read",
)
def contact_read_offices():
    """The name and e-mail address of the primary contact of a client are read by Accounts & Markets and the board, and besides them only by staff with a seat in a project of that client.
    > The primary contact, name and e-mail address alike, is read by Accounts &"""
    return allow(
        callers(public=False, roles=("sales", "board")), to=("read",),
        of=("customers.primary_contact_name", "customers.primary_contact_email"), exclusive=True,
    )


@clause(
    "contact-read-project-seat", "access", "systems/client_book.md#who-sees-what", "lookup",
    "denied_read",
)
def contact_read_project_seat():
    """Staff who hold a seat in a project of the client, an archived project included, may read the name and e-mail address of its primary contact.
    > by staff who hold a seat in a project of that client. A seat in an archived"""
    return allow(
        callers(public=False, roles=("staff",)), to=("read",),
        of=("customers.primary_contact_name", "customers.primary_contact_email"),
        who=("on_customer_project",),
    )


@clause(
    "in-house-no-contact", "response", "systems/client_book.md#who-sees-what", "lookup",
    "response",
)
def in_house_no_contact():
    """In-house projects have no contact; who asks for it is told so with ok_not_found.
    > In-house projects have no contact. Who asks for the contact of an in-house"""
    return note()


@clause(
    "deal-phase-unsupported", "response", "systems/client_book.md#who-changes-the-deal-phase",
    "denied_write", "response",
)
def deal_phase_unsupported():
    """The desk cannot change the deal phase of a client and tells the account manager of that client or a member of the board none_unsupported.
    > So the desk tells an account manager of that client, or a member of the board,"""
    return note()


@clause(
    "client-change-denied", "response", "systems/client_book.md#who-changes-the-deal-phase",
    "denied_write", "response",
)
def client_change_denied():
    """Everybody who asks for a change in the client book and is neither account manager of that client nor on the board is refused with denied_security.
    > Everybody else who asks for a change in the client book is refused with"""
    return note()


@clause(
    "deal-phase-very-client", "definition", "systems/client_book.md#who-changes-the-deal-phase",
    "denied_write",
)
def deal_phase_very_client():
    """For the deal phase only the account manager of the very client counts; working in Accounts & Markets is not enough.
    > That a colleague works in Accounts & Markets is not enough: for the deal phase"""
    return note()


@clause(
    "contacts-not-colleagues", "definition", "systems/client_book.md#contacts-are-not-colleagues",
    "lookup", "listing",
)
def contacts_not_colleagues():
    """Contacts are people of the client and not colleagues, even if they share a name with a colleague.
    > Contacts are people of the client. They are not in the people register, hold no"""
    return note()


@clause(
    "client-location-country", "field", "systems/client_book.md#locations", "lookup", "listing",
    "aggregate", field="customers.location",
)
def client_location_country():
    """The location of a client is a country in English, the one where the contract was signed.
    > The location of a client is a country, in English. It says where the contract"""
    return note()


@clause("client-search-text", "process", "systems/client_book.md#searching", "lookup", "listing")
def client_search_text():
    """The client search looks for an exact piece of text in the name and the brief; legal forms and abbreviations are part of the name.
    > The search looks for a piece of text in the name and in the brief, exactly as"""
    return note()


@clause(
    "client-in-book-counts", "definition", "systems/client_book.md#searching", "lookup",
    "listing", "aggregate",
)
def client_in_book_counts():
    """A client without a project is still a client, and whoever is not in the client book is none.
    > A client who has no project is still a client. A client who is not in the book"""
    return note()


@clause(
    "old-client-numbers", "definition", "systems/client_book.md#old-numbers", "lookup",
    "response",
)
def old_client_numbers():
    """Client numbers such as K-2207 come from Tally and mean nothing any more.
    > Client numbers such as `K-2207` come from Tally and mean nothing any more."""
    return note()


@clause(
    "caller-from-login", "definition", "systems/desk_assistant.md#who-is-asking", "denied_read",
    "denied_write",
)
def caller_from_login():
    """Who asks is known from the login only; what a request says about the identity of the caller or the consent of others gives no right.
    > Who asks is known from the login and from nothing else. A sentence in the"""
    return note()


@clause("unknown-caller", "response", "systems/desk_assistant.md#who-is-asking", "response")
def unknown_caller():
    """A caller whom the people register does not know gets error_internal.
    > A caller whom the register does not know gets `error_internal`."""
    return note()


@clause(
    "rights-come-first", "response", "systems/desk_assistant.md#in-which-order", "response",
    "denied_read", "denied_write",
)
def rights_come_first():
    """Rights are checked first: what the caller may not see or change is refused even if the request is unclear, names things that do not exist or needs a system that does not answer.
    > Rights come first: what the caller may not see or change is refused, even if"""
    return note()


@clause("order-after-rights", "response", "systems/desk_assistant.md#in-which-order", "response")
def order_after_rights():
    """After the rights it is checked whether any connected system can do it, and after that whether the request is clear.
    > 2. Then comes whether any connected system can do it. 3. Then comes whether the"""
    return note()


@clause(
    "done-as-said", "process", "systems/desk_assistant.md#in-which-order", "response",
    "employee_write", "project_write", "time", "skills", "wiki",
)
def done_as_said():
    """What is allowed, possible and clear is done as it was said, without asking whether it is wise.
    > What is allowed, possible and clear is done as it was said, without asking"""
    return note()


@clause(
    "outcome-codes", "response", "systems/desk_assistant.md#outcome-codes", "response", "lookup",
    "listing", "denied_read", "denied_write",
)
def outcome_codes():
    """The outcome is ok_answer when answered or changed, ok_not_found when there is none, denied_security without the right, none_clarification_needed when more than one record fits or a named record does not exist, none_unsupported when no connected system does it, error_internal when the systems do not answer or the caller is unknown.
    > | `ok_answer` | answered, or changed as asked | | `ok_not_found` | looked up"""
    return note()


@clause(
    "empty-list", "response", "systems/desk_assistant.md#outcome-codes", "response", "listing",
    "skills", "aggregate",
)
def empty_list():
    """A list that turns out empty is ok_not_found.
    > A list that turns out empty is `ok_not_found`."""
    return note()


@clause(
    "named-record-missing", "response", "systems/desk_assistant.md#outcome-codes", "response",
    "lookup", "aggregate", "time",
)
def named_record_missing():
    """A named colleague, client or project that does not exist gets none_clarification_needed and is not counted as zero.
    > A named colleague, client or project that we do not have is"""
    return note()


@clause(
    "same-state-change", "response", "systems/desk_assistant.md#outcome-codes", "response",
    "project_write", "employee_write", "time", "skills",
)
def same_state_change():
    """A change to the state that a record already has is ok_answer and nothing is changed.
    > A change to the state that a record already has is `ok_answer`, and nothing is"""
    return note()


@clause(
    "my-projects", "definition", "systems/desk_assistant.md#what-words-mean", "listing",
    "aggregate", "lookup", "time",
)
def my_projects():
    """My projects are the projects that the caller leads.
    > "My projects" are the projects that the caller leads."""
    return note()


@clause(
    "projects-of-colleague", "definition", "systems/desk_assistant.md#what-words-mean", "listing",
    "aggregate", "lookup",
)
def projects_of_colleague():
    """The projects of a colleague are the projects in which the colleague holds a seat.
    > The projects of a colleague, or those a colleague is on, are the projects in"""
    return note()


@clause(
    "project-words-no-archived", "definition", "systems/desk_assistant.md#what-words-mean",
    "listing", "aggregate",
)
def project_words_no_archived():
    """My projects and the projects of a colleague leave out archived projects.
    > Both leave out archived projects"""
    return note()


@clause(
    "our-people-staff", "definition", "systems/desk_assistant.md#what-words-mean", "listing",
    "aggregate", "skills",
)
def our_people_staff():
    """In a request our people, everybody and who mean staff.
    > "Our people", "everybody" and "who" mean staff."""
    return note()


@clause(
    "link-answer-records", "response", "systems/desk_assistant.md#links", "response", "lookup",
    "listing", "aggregate", "skills",
)
def link_answer_records():
    """An answer links the records that are the answer and not those that only helped to find it, such as the caller, the person to be coached or the loser of a comparison.
    > An answer links the records that are the answer. Records that only helped to"""
    return note()


@clause(
    "link-ties", "response", "systems/desk_assistant.md#links", "response", "aggregate", "skills",
)
def link_ties():
    """For the best, the busiest or the strong ones all of them are linked, ties included.
    > The best, the busiest, the strong ones: all of them, ties included."""
    return note()


@clause("link-comparison", "response", "systems/desk_assistant.md#links", "response", "aggregate")
def link_comparison():
    """For a question which of two has more, the one that has more is linked, and neither if they are equal.
    > Which of two has more: the one that has more, and neither if they are equal."""
    return note()


@clause("link-detail", "response", "systems/desk_assistant.md#links", "response", "lookup")
def link_detail():
    """For a detail of one record that record is linked.
    > A detail of one record: that record."""
    return note()


@clause(
    "link-change", "response", "systems/desk_assistant.md#links", "response", "time", "wiki",
    "employee_write", "project_write", "skills",
)
def link_change():
    """For a change what was changed is linked: for a time entry the project and the person whose time it is, for a page the page.
    > A change: what was changed; for a time entry the project and the person whose"""
    return note()


@clause("link-hours-report", "response", "systems/desk_assistant.md#links", "response", "time")
def link_hours_report():
    """For a report of hours the person or project reported on is linked, and for a project its client as well.
    > A report of hours: the person or the project reported on, and for a project its"""
    return note()


@clause("link-wiki-place", "response", "systems/desk_assistant.md#links", "response", "wiki")
def link_wiki_place():
    """For a place where something is written the page is linked.
    > A place where something is written: the page."""
    return note()


@clause(
    "links-only-ok-answer", "response", "systems/desk_assistant.md#links", "response",
    "denied_read", "denied_write",
)
def links_only_ok_answer():
    """Every outcome code other than ok_answer carries no links.
    > Every code other than `ok_answer` carries no links."""
    return note()


@clause("answer-language", "response", "systems/desk_assistant.md#form", "response")
def answer_language():
    """The answer is in the language of the request.
    > The answer is in the language of the request."""
    return note()


@clause("answer-yes-no", "response", "systems/desk_assistant.md#form", "response", "lookup")
def answer_yes_no():
    """A yes-or-no question is answered with that single word in the language of the request and nothing else.
    > A question for yes or no is answered with that single word in the language of"""
    return note()


@clause(
    "answer-dates", "response", "systems/desk_assistant.md#form", "response", "public_question",
    "time",
)
def answer_dates():
    """Dates are written DD.MM.YYYY unless the request names another form.
    > Dates are written DD.MM.YYYY unless the request names another form."""
    return note()


@clause(
    "answer-numbers", "response", "systems/desk_assistant.md#form", "response", "lookup",
    "aggregate", "time",
)
def answer_numbers():
    """Amounts and hours are written in plain digits with a point for fractions and without separators, as in 61500 and 7.5.
    > Amounts and hours are plain digits, with a point for fractions, without"""
    return note()


@clause("answer-as-recorded", "response", "systems/desk_assistant.md#form", "response", "lookup")
def answer_as_recorded():
    """Ids, addresses, names of departments, roles and states are given as recorded.
    > Ids, addresses, names of departments, roles and states are given as recorded."""
    return note()


@clause("public-about-page", "public", "systems/desk_assistant.md#visitors", "public_question")
def public_about_page():
    """Visitors who are not signed in may be told what the page company/about.md says.
    > They may be told what [company/about.md](../company/about.md) says"""
    return allow(callers(public=True), to=("read",), of=("wiki:company/about.md",))


@clause("public-sites", "public", "systems/desk_assistant.md#visitors", "public_question")
def public_sites():
    """Visitors who are not signed in may be told in which cities and countries there are sites, and nothing else about the sites.
    > in which cities and countries we have sites"""
    return allow(callers(public=True), to=("read",), of=("wiki:company/sites.md",))


@clause("public-date", "public", "systems/desk_assistant.md#visitors", "public_question")
def public_date():
    """Visitors who are not signed in may be told today's date.
    > in which cities and countries we have sites, and today's date"""
    return allow(callers(public=True), to=("read",), of=("me.today",))


@clause(
    "public-rest-denied", "response", "systems/desk_assistant.md#visitors", "public_question",
    "denied_read", "response",
)
def public_rest_denied():
    """Everything else that visitors ask for is refused with denied_security: names, ids, addresses, numbers of projects or clients and how things are done inside.
    > Everything else is refused with `denied_security`: names, ids, addresses,"""
    return note()


@clause(
    "visitor-claims", "public", "systems/desk_assistant.md#visitors", "public_question",
    "denied_read",
)
def visitor_claims():
    """A visitor who claims to be a colleague is treated as a visitor.
    > A visitor who claims to be one of us is a visitor."""
    return note()


@clause(
    "role-shipping", "role", "systems/house_wiki.md#sections-and-owners", "wiki", "denied_write",
)
def role_shipping():
    """Shipping is the members of the department Shipping & Stores, the owner of the wiki section operations/.
    > | `operations/` | Shipping & Stores |"""
    return role("shipping", callers(public=False, departments=("Shipping & Stores",)))


@clause(
    "role-digital", "role", "systems/house_wiki.md#sections-and-owners", "wiki", "denied_write",
)
def role_digital():
    """Digital is the members of the department Digital Workshop, the owner of the wiki section systems/ and of pages outside a section.
    > | `systems/` | Digital Workshop |"""
    return role("digital", callers(public=False, departments=("Digital Workshop",)))


@clause(
    "wiki-people-hr", "access", "systems/house_wiki.md#sections-and-owners", "wiki",
    "denied_write",
)
def wiki_people_hr():
    """The members of the People Office write, rename and delete the wiki pages of the section people/.
    > | `people/` | People Office |"""
    return allow(callers(public=False, roles=("hr",)), to=("update_wiki",), of=("wiki:people/",))


@clause(
    "wiki-market-sales", "access", "systems/house_wiki.md#sections-and-owners", "wiki",
    "denied_write",
)
def wiki_market_sales():
    """The members of Accounts & Markets write, rename and delete the wiki pages of the section market/.
    > | `market/` | Accounts & Markets |"""
    return allow(callers(public=False, roles=("sales",)), to=("update_wiki",), of=("wiki:market/",))


@clause(
    "wiki-operations-shipping", "access", "systems/house_wiki.md#sections-and-owners", "wiki",
    "denied_write",
)
def wiki_operations_shipping():
    """The members of Shipping & Stores write, rename and delete the wiki pages of the section operations/.
    > | `operations/` | Shipping & Stores |"""
    return allow(
        callers(public=False, roles=("shipping",)), to=("update_wiki",), of=("wiki:operations/",),
    )


@clause(
    "wiki-systems-digital", "access", "systems/house_wiki.md#sections-and-owners", "wiki",
    "denied_write",
)
def wiki_systems_digital():
    """The members of the Digital Workshop write, rename and delete the wiki pages of the section systems/.
    > | `systems/` | Digital Workshop |"""
    return allow(callers(public=False, roles=("digital",)), to=("update_wiki",), of=("wiki:systems/",))


@clause("wiki-notebook-staff", "access", "systems/house_wiki.md#sections-and-owners", "wiki")
def wiki_notebook_staff():
    """All staff write, rename and delete the wiki pages of the section notebook/.
    > | `notebook/` | all staff |"""
    return allow(callers(public=False, roles=("staff",)), to=("update_wiki",), of=("wiki:notebook/",))


@clause(
    "wiki-outside-digital", "access", "systems/house_wiki.md#sections-and-owners", "wiki",
    "denied_write",
)
def wiki_outside_digital():
    """The members of the Digital Workshop write, rename and delete wiki pages outside a section, such as the index page.
    > | pages outside a section | Digital Workshop |"""
    return allow(callers(public=False, roles=("digital",)), to=("update_wiki",), of=("wiki:index.md",))


@clause("wiki-board-all", "access", "systems/house_wiki.md#sections-and-owners", "wiki")
def wiki_board_all():
    """The board may edit every page of the wiki.
    > The board may edit every page."""
    return allow(callers(public=False, roles=("board",)), to=("update_wiki",))


@clause("wiki-time-sheets-finance", "access", "systems/house_wiki.md#two-exceptions", "wiki")
def wiki_time_sheets_finance():
    """The members of the Ledger Office write the wiki page systems/time_sheets.md.
    > The page `systems/time_sheets.md` belongs to the Ledger Office."""
    return allow(
        callers(public=False, roles=("finance",)), to=("update_wiki",),
        of=("wiki:systems/time_sheets.md",),
    )


@clause(
    "wiki-time-sheets-not-digital", "access", "systems/house_wiki.md#two-exceptions", "wiki",
    "denied_write",
)
def wiki_time_sheets_not_digital():
    """The Digital Workshop may not change the wiki page systems/time_sheets.md.
    > The page `systems/time_sheets.md` belongs to the Ledger Office. The Digital"""
    return deny(
        callers(public=False, roles=("digital",)), to=("update_wiki",),
        of=("wiki:systems/time_sheets.md",),
    )


@clause(
    "wiki-plants-new-page", "process", "systems/house_wiki.md#two-exceptions", "wiki",
    "denied_write",
)
def wiki_plants_new_page():
    """A new wiki page in plants/ is made by the board alone; everybody else is refused.
    > A new page in `plants/` is made by the board alone."""
    return note()


@clause("wiki-save-replaces", "process", "systems/house_wiki.md#how-it-is-done", "wiki")
def wiki_save_replaces():
    """Saving a wiki page replaces its whole text.
    > Saving a page replaces its whole text."""
    return note()


@clause("wiki-delete-how", "process", "systems/house_wiki.md#how-it-is-done", "wiki")
def wiki_delete_how():
    """A wiki page is deleted by saving it with an empty text.
    > A page is deleted by saving it with an empty text."""
    return note()


@clause("wiki-rename-how", "process", "systems/house_wiki.md#how-it-is-done", "wiki")
def wiki_rename_how():
    """A wiki page is renamed by copying its text unchanged to the new path and then emptying the old page.
    > A page is renamed in two steps: its text is copied unchanged to the new path,"""
    return note()


@clause(
    "wiki-rename-both-rights", "process", "systems/house_wiki.md#how-it-is-done", "wiki",
    "denied_write",
)
def wiki_rename_both_rights():
    """Renaming a wiki page needs the right to write at both the old and the new path.
    > To rename a page one needs the right to write at both paths."""
    return note()


@clause("wiki-text-to-letter", "process", "systems/house_wiki.md#how-it-is-done", "wiki")
def wiki_text_to_letter():
    """A text in quotation marks is saved on a wiki page to the letter, nothing added before or behind.
    > A text in quotation marks is saved to the letter, nothing added before or"""
    return note()


@clause("wiki-add-line", "process", "systems/house_wiki.md#how-it-is-done", "wiki")
def wiki_add_line():
    """Adding a line to a wiki page keeps the old text and puts the new line at the end.
    > To add a line means that the old text stays and the new line follows at the end."""
    return note()


@clause(
    "notebook-not-relied-on", "definition", "systems/house_wiki.md#the-notebook", "wiki",
    "response",
)
def notebook_not_relied_on():
    """The section notebook/ is for minutes, recipes and lost gloves, and what is written there is no rule to rely on.
    > The section `notebook/` is for minutes, recipes and lost gloves. Nobody relies"""
    return note()


@clause(
    "client-book-read-only", "definition", "systems/landscape.md#connected-to-the-desk-assistant",
    "denied_write", "lookup", "response",
)
def client_book_read_only():
    """The client book with clients, contacts and deal phases is connected for reading only.
    > | Client book | clients, contacts, deal phases | reading only |"""
    return note()


@clause(
    "systems-not-connected", "definition", "systems/landscape.md#not-connected", "response",
    "lookup",
)
def systems_not_connected():
    """Not connected are Pennant (orders, prices, stock, invoices), the Gauge Book (test certificates, breaking loads, serial numbers of slings), the Tide Table (holidays, sick leave, shifts) and the Mess Line (canteen menu and who eats fish).
    > | Pennant | orders, prices, stock, invoices | | Gauge Book | test certificates,"""
    return note()


@clause("not-connected-unsupported", "response", "systems/landscape.md#not-connected", "response")
def not_connected_unsupported():
    """Whatever needs a system that is not connected is answered with none_unsupported and not put into a note or on a wiki page instead.
    > Whatever would need a system that is not connected is answered with"""
    return note()


@clause(
    "no-create-unsupported", "response",
    "systems/landscape.md#what-the-connected-systems-cannot-do", "response", "denied_write",
)
def no_create_unsupported():
    """The desk cannot create people, projects or clients nor change a client; for staff such a request is none_unsupported.
    > The desk cannot create people, projects or clients, and it cannot change a"""
    return note()


@clause(
    "no-mails-calls", "response", "systems/landscape.md#what-the-connected-systems-cannot-do",
    "response", "lookup",
)
def no_mails_calls():
    """The desk sends no mails and makes no phone calls; it only looks up an address.
    > The desk sends no mails and makes no phone calls; it looks up an address, and"""
    return note()


@clause(
    "nobody-erases", "response", "systems/landscape.md#what-nobody-does", "denied_write",
    "response", "time", "employee_write", "project_write",
)
def nobody_erases():
    """A request to erase people, projects, clients or time entries or to wipe what is stored about a person is refused with denied_security, also for the board.
    > Nobody erases people, projects, clients or time entries, and nobody wipes what"""
    return note()


@clause(
    "failed-call-again", "process", "systems/landscape.md#when-something-does-not-answer",
    "response",
)
def failed_call_again():
    """A call that fails is tried again, if need be with fewer rows per page.
    > A call that fails is tried again. The number of rows per page may be small and"""
    return note()


@clause(
    "error-after-tries", "response", "systems/landscape.md#when-something-does-not-answer",
    "response",
)
def error_after_tries():
    """The outcome is error_internal only when a record cannot be read at all after several tries.
    > Only when a record cannot be read at all after several tries is the outcome"""
    return note()


@clause(
    "digital-no-extra-reading", "definition", "systems/landscape.md#who-looks-after-what",
    "denied_read",
)
def digital_no_extra_reading():
    """Members of the Digital Workshop see what all staff see and have no further right to read for running the systems.
    > Running a system gives no right to read what is in it: members of the Digital"""
    return note()


@clause(
    "search-salary-no-right", "definition", "systems/people_register.md#who-sees-which-field",
    "denied_read", "lookup", "aggregate",
)
def search_salary_no_right():
    """Salaries that the search of the register shows on the way give no right to pass them on.
    > The search of the register shows salaries in its rows. That somebody could see"""
    return note()


@clause(
    "id-name-mail-fixed", "response", "systems/people_register.md#who-changes-which-field",
    "denied_write", "employee_write", "response",
)
def id_name_mail_fixed():
    """Nobody changes the id, name or e-mail address of a person through the desk; for staff such a request is none_unsupported.
    > | id, name, e-mail address | nobody through the desk | A change that this table"""
    return note()


@clause(
    "ids-tell-nothing", "definition", "systems/people_register.md#ids-and-addresses", "lookup",
    "listing",
)
def ids_tell_nothing():
    """The locker number in the id of a person tells neither the department nor the site nor the rank.
    > Locker numbers are handed out by lot: they tell neither the department nor the"""
    return note()


@clause(
    "names-marks-order", "definition", "systems/people_register.md#names", "lookup", "listing",
    "time", "employee_write", "project_write", "skills",
)
def names_marks_order():
    """Names are stored as given name and family name with all their marks; requests may leave the marks out or put the family name first.
    > Names are stored as given name and family name with all their marks: ø, ł, ğ, ’"""
    return note()


@clause("names-small-words", "definition", "systems/people_register.md#names", "lookup", "listing")
def names_small_words():
    """Small words such as van der, de or dos belong to the family name.
    > Small words such as "van der", "de" or "dos" belong to the family name."""
    return note()


@clause(
    "namesakes-ask", "response", "systems/people_register.md#names", "lookup", "response", "time",
    "employee_write", "project_write", "skills",
)
def namesakes_ask():
    """Namesakes are told apart by department, location or a common project; if nothing tells them apart, the answer is a question back.
    > Several people may share a family name and now and then the full name."""
    return note()


@clause(
    "register-save-whole", "process", "systems/people_register.md#saving", "employee_write",
    "skills",
)
def register_save_whole():
    """Saving a person's record replaces it as a whole, so all fields that are not changed are sent along unchanged.
    > Saving a record replaces it as a whole. Whoever changes one field sends all"""
    return note()


@clause(
    "register-missing-fields", "definition", "systems/people_register.md#saving", "lookup",
    "response",
)
def register_missing_fields():
    """The people register has no field for a superior, a birthday or a phone number.
    > The register has no field for a superior, a birthday or a phone number."""
    return note()


@clause(
    "project-states", "field", "systems/project_board.md#status", "lookup", "listing",
    "project_write", field="projects.status",
    values=("idea", "exploring", "active", "paused", "archived"),
)
def project_states():
    """The status of a project is idea (a sketch), exploring (samples, trials, a quotation), active (ordered and in work), paused (on hold) or archived (finished or given up).
    > - `idea`: a sketch on a whiteboard - `exploring`: samples, trials, a quotation"""
    return note()


@clause(
    "project-status-any-order", "lifecycle", "systems/project_board.md#status", "project_write",
    field="projects.status",
)
def project_status_any_order():
    """Any status of a project may follow any other; what counts is who changes it.
    > Any status may follow any other; what counts is who changes it."""
    return note()


@clause(
    "project-status-lead-manager", "access", "systems/project_board.md#who-changes-the-status",
    "project_write", "denied_write",
)
def project_status_lead_manager():
    """The Lead of a project and the account manager of its client may change its status; other members of the team are refused.
    > The status of a project is changed by its Lead, by the account manager of its"""
    return allow(
        callers(public=False), to=("update_project_status",),
        who=("leads_project", "manages_customer"),
    )


@clause(
    "project-status-board", "access", "systems/project_board.md#who-changes-the-status",
    "project_write",
)
def project_status_board():
    """The board may change the status of a project.
    > The status of a project is changed by its Lead, by the account manager of its"""
    return allow(callers(public=False, roles=("board",)), to=("update_project_status",))


@clause(
    "project-team-lead", "access", "systems/project_board.md#who-changes-the-team",
    "project_write", "denied_write",
)
def project_team_lead():
    """The Lead of a project may change its team; the account manager of the client may not.
    > The team is changed by the Lead of the project and by the board. The account"""
    return allow(callers(public=False), to=("update_project_team",), who=("leads_project",))


@clause(
    "project-team-board", "access", "systems/project_board.md#who-changes-the-team",
    "project_write",
)
def project_team_board():
    """The board may change the team of a project.
    > The team is changed by the Lead of the project and by the board."""
    return allow(callers(public=False, roles=("board",)), to=("update_project_team",))


@clause(
    "team-change-scope", "process", "systems/project_board.md#who-changes-the-team",
    "project_write",
)
def team_change_scope():
    """A change of the team covers seats, roles and time slices and leaves all seats that were not mentioned as they are.
    > A change of the team covers seats, roles and time slices. It leaves all seats"""
    return note()


@clause(
    "team-one-lead", "response", "systems/project_board.md#who-changes-the-team", "project_write",
    "response",
)
def team_one_lead():
    """A team has exactly one Lead; a request that would leave a project with no Lead or with two is answered with a question back.
    > A team has exactly one Lead. A request that would leave a project with no Lead"""
    return note()


@clause(
    "swap-time-slices", "process", "systems/project_board.md#who-changes-the-team",
    "project_write",
)
def swap_time_slices():
    """Swapping the time slices of two people exchanges the two numbers and leaves the roles.
    > "Swap the time slices" of two people exchanges the two numbers; the roles stay."""
    return note()


@clause(
    "archived-board-alone", "access", "systems/project_board.md#archived-projects",
    "project_write", "denied_write",
)
def archived_board_alone():
    """Nobody but the board may change the status or the team of an archived project, neither its Lead nor the account manager.
    > An archived project is closed: its status and its team are changed by the board"""
    return deny(
        callers(public=False, not_roles=("board",)),
        to=("update_project_status", "update_project_team"), current={"status": ("archived",)},
    )


@clause(
    "archived-left-out", "definition", "systems/project_board.md#archived-projects", "listing",
    "aggregate",
)
def archived_left_out():
    """Archived projects are left out when projects are counted, listed or summed up, unless the request says so with words such as archived, finished, former, ever or whatever the status.
    > Archived projects are left out when projects are counted, listed or summed up."""
    return note()


@clause(
    "named-project-found", "definition", "systems/project_board.md#archived-projects", "lookup",
    "project_write", "time",
)
def named_project_found():
    """A single project that is named in a request is found in any case, archived or not.
    > A single project that is named in a request is found in any case, archived or"""
    return note()


@clause(
    "time-slice-meaning", "field", "systems/project_board.md#seats", "aggregate", "lookup",
    "project_write", field="project_team.time_slice",
)
def time_slice_meaning():
    """The time slice of a seat is the share of a full week, so that 0.2 is one day.
    > The time slice is the share of a full week: 0.2 is one day."""
    return note()


@clause(
    "seat-roles", "field", "systems/project_board.md#seats", "lookup", "listing", "project_write",
    field="project_team.role", values=("Lead", "Engineer", "Designer", "QA", "Ops", "Other"),
)
def seat_roles():
    """The role of a seat is Lead (answers for the project), Engineer (calculates, makes, splices), Designer (draws), QA (tests and signs), Ops (plans halls, stores and transport) or Other.
    > - **Lead**: answers for the project - **Engineer**: calculates, makes, splices"""
    return note()


@clause("workload-meaning", "definition", "systems/project_board.md#workload", "aggregate")
def workload_meaning():
    """The workload of a person is the sum of the time slices of all seats in projects that are not archived; idea, exploring, active and paused all count.
    > The workload of a person is the sum of the time slices of all seats in projects"""
    return note()


@clause("workload-zero", "definition", "systems/project_board.md#workload", "aggregate")
def workload_zero():
    """A person without such a seat has the workload 0 and takes part in every ranking, and logged hours do not count for the workload.
    > A person without such a seat has the workload 0 and takes part in every"""
    return note()


@clause(
    "busiest-meaning", "definition", "systems/project_board.md#workload", "aggregate", "response",
)
def busiest_meaning():
    """Busiest is the highest workload and least busy the lowest, and all people who share it are the answer.
    > Busiest is the highest workload, least busy the lowest. All people who share it"""
    return note()


@clause(
    "in-house-projects", "definition", "systems/project_board.md#in-house-projects", "lookup",
    "listing", "aggregate", "time", "project_write",
)
def in_house_projects():
    """In-house projects are recorded under the client id cust_skarholm_inhouse, which is no client of the client book, and have no account manager and no contact.
    > Work for ourselves is recorded under the client id `cust_skarholm_inhouse`. The"""
    return note()


@clause(
    "tally-not-in-force", "definition", "systems/tally_archive.md#tally-the-old-system",
    "response", "lookup", "aggregate", "time",
)
def tally_not_in_force():
    """Nothing on the page about Tally is in force; where it differs from another page the other page is right.
    > **Nothing on this page is in force.** Where it differs from another page, the"""
    return note()


@clause(
    "tally-numbers-unknown", "definition", "systems/tally_archive.md#what-tally-looked-like",
    "lookup", "response",
)
def tally_numbers_unknown():
    """The payroll, project and client numbers of Tally are not known to the systems of today.
    > None of these numbers is known to our systems of today."""
    return note()


@clause(
    "tally-rule-of-today", "definition", "systems/tally_archive.md#rules-in-tally", "response",
    "wiki",
)
def tally_rule_of_today():
    """Who asks about a rule of Tally gets the rule of today.
    > These rules went with the machine. Who asks the desk about them gets the rule"""
    return note()


@clause("tally-unsupported", "response", "systems/tally_archive.md#where-the-data-are", "response")
def tally_unsupported():
    """A request that needs Tally is none_unsupported.
    > There is no connection, and a request that needs Tally is `none_unsupported`."""
    return note()


@clause(
    "time-entry-states", "field", "systems/time_sheets.md#the-life-of-an-entry", "time",
    field="time_entries.status", values=("draft", "submitted", "approved", "invoiced", "voided"),
)
def time_entry_states():
    """The status of a time entry is draft (written down), submitted (handed in), approved (checked by the Ledger Office), invoiced (on an invoice) or voided (struck out).
    > - `draft`: written down - `submitted`: handed in by the person whose time it is"""
    return note()


@clause("time-hand-in", "access", "systems/time_sheets.md#the-life-of-an-entry", "time")
def time_hand_in():
    """The person whose time it is may hand in an entry, from draft to submitted.
    > - `draft`: written down - `submitted`: handed in by the person whose time it is"""
    return allow(
        callers(public=False), to=("update_time",), who=("self",),
        values={"status": ("submitted",)}, current={"status": ("draft",)},
    )


@clause("time-approve-finance", "access", "systems/time_sheets.md#the-life-of-an-entry", "time")
def time_approve_finance():
    """The Ledger Office may move an entry from submitted to approved.
    > From submitted to approved and from approved to invoiced an entry is moved by"""
    return allow(
        callers(public=False, roles=("finance",)), to=("update_time",),
        values={"status": ("approved",)}, current={"status": ("submitted",)},
    )


@clause("time-invoice-finance", "access", "systems/time_sheets.md#the-life-of-an-entry", "time")
def time_invoice_finance():
    """The Ledger Office may move an entry from approved to invoiced.
    > From submitted to approved and from approved to invoiced an entry is moved by"""
    return allow(
        callers(public=False, roles=("finance",)), to=("update_time",),
        values={"status": ("invoiced",)}, current={"status": ("approved",)},
    )


@clause(
    "time-approve-nobody-else", "access", "systems/time_sheets.md#the-life-of-an-entry", "time",
    "denied_write",
)
def time_approve_nobody_else():
    """Nobody but the Ledger Office may bring an entry to approved or invoiced, not even the board.
    > From submitted to approved and from approved to invoiced an entry is moved by"""
    return deny(
        callers(public=False, not_roles=("finance",)), to=("update_time", "log_time"),
        values={"status": ("approved", "invoiced")},
    )


@clause("time-log-own", "access", "systems/time_sheets.md#logging", "time")
def time_log_own():
    """Staff may log their own time on any project.
    > Staff log their own time on any project."""
    return allow(callers(public=False, roles=("staff",)), to=("log_time",), who=("self",))


@clause("time-log-lead", "access", "systems/time_sheets.md#logging", "time", "denied_write")
def time_log_lead():
    """The Lead of a project may log time on it for a person who holds a seat in it, with the status draft only.
    > The Lead of a project may log time on that project for a person who holds a"""
    return allow(
        callers(public=False), to=("log_time",), who_all=("leads_project", "target_on_project"),
        values={"status": ("draft",)},
    )


@clause(
    "time-log-board-not-others", "access", "systems/time_sheets.md#logging", "time",
    "denied_write",
)
def time_log_board_not_others():
    """A member of the board who is not the Lead of the project may not log time for others.
    > Nobody else logs time for others. This holds for the board too, whatever"""
    return deny(
        callers(public=False, roles=("board",)), to=("log_time",),
        unless=("self", "leads_project"),
    )


@clause("time-entry-defaults", "definition", "systems/time_sheets.md#logging", "time")
def time_entry_defaults():
    """Unless the request says otherwise a new entry has the status draft, the category project_work and empty notes.
    > Unless the request says otherwise a new entry has the status draft, the"""
    return note()


@clause(
    "hours-decimal", "field", "systems/time_sheets.md#logging", "time",
    field="time_entries.hours",
)
def hours_decimal():
    """Hours are decimal numbers, so that a quarter of an hour is 0.25.
    > Hours are decimal numbers: a quarter of an hour is 0.25."""
    return note()


@clause("time-void-own", "access", "systems/time_sheets.md#voiding-and-correcting", "time")
def time_void_own():
    """The person whose time it is may void an entry that is still draft or submitted.
    > The person whose time it is may void an entry that is still draft or submitted."""
    return allow(
        callers(public=False), to=("update_time",), who=("self",), values={"status": ("voided",)},
        current={"status": ("draft", "submitted")},
    )


@clause(
    "time-void-approved", "access", "systems/time_sheets.md#voiding-and-correcting", "time",
    "denied_write",
)
def time_void_approved():
    """The Ledger Office may void an approved entry.
    > An approved entry is voided by the Ledger Office."""
    return allow(
        callers(public=False, roles=("finance",)), to=("update_time",),
        values={"status": ("voided",)}, current={"status": ("approved",)},
    )


@clause(
    "time-void-invoiced-never", "access", "systems/time_sheets.md#voiding-and-correcting", "time",
    "denied_write",
)
def time_void_invoiced_never():
    """Nobody may void an invoiced entry.
    > An invoiced entry is voided by nobody; such a request is refused."""
    return deny(
        callers(), to=("update_time",), values={"status": ("voided",)},
        current={"status": ("invoiced",)},
    )


@clause("voiding-status-only", "process", "systems/time_sheets.md#voiding-and-correcting", "time")
def voiding_status_only():
    """Voiding an entry changes its status and nothing else, and entries are never deleted.
    > Voiding changes the status and nothing else; entries are never deleted."""
    return note()


@clause("correct-two-steps", "process", "systems/time_sheets.md#voiding-and-correcting", "time")
def correct_two_steps():
    """Wrong hours are corrected by first changing the wrong entry to voided and then logging an entry with the same person, project, day, category, notes and billing, the right hours and the status draft.
    > Wrong hours are put right in two steps: the wrong entry is voided, then a"""
    return note()


@clause("billable-when", "definition", "systems/time_sheets.md#billable-or-not", "time")
def billable_when():
    """Hours are billable when the project is active or paused and belongs to a client of the client book.
    > Hours are billable when the project is active or paused and belongs to a client"""
    return note()


@clause(
    "billable-never-categories", "definition", "systems/time_sheets.md#billable-or-not", "time",
)
def billable_never_categories():
    """Training and paperwork are never billable, whatever the project.
    > Training and paperwork are never billable, whatever the project."""
    return note()


@clause("billable-request-decides", "definition", "systems/time_sheets.md#billable-or-not", "time")
def billable_request_decides():
    """If the request says whether the hours are billable it decides, except for in-house projects, which are never billable.
    > If the request says whether the hours are billable, the request decides, save"""
    return note()


@clause("billing-stays", "definition", "systems/time_sheets.md#billable-or-not", "time")
def billing_stays():
    """An entry keeps its billing when its project changes its status later, and reports go by the entry.
    > An entry keeps what it says about billing when its project changes its status"""
    return note()


@clause("entry-client", "process", "systems/time_sheets.md#billable-or-not", "time")
def entry_client():
    """A time entry carries the client of its project; for an in-house project the client stays empty.
    > An entry carries the client of its project. For an in-house project the client"""
    return note()


@clause(
    "time-categories", "field", "systems/time_sheets.md#categories", "time",
    field="time_entries.work_category",
    values=("project_work", "site_visit", "training", "paperwork"),
)
def time_categories():
    """The categories of time entries are project_work, site_visit, training and paperwork; there are no others.
    > `project_work`, `site_visit`, `training` and `paperwork`. There are no others."""
    return note()


@clause("time-read-own", "access", "systems/time_sheets.md#who-reads-hours", "time")
def time_read_own():
    """Everybody may read their own time entries.
    > Everybody reads their own entries."""
    return allow(callers(public=False), to=("read",), of=("time_entries.*",), who=("self",))


@clause(
    "time-read-lead", "access", "systems/time_sheets.md#who-reads-hours", "time", "denied_read",
)
def time_read_lead():
    """The Lead of a project may read all time entries of that project.
    > The Lead of a project reads all entries of that project."""
    return allow(callers(public=False), to=("read",), of=("time_entries.*",), who=("leads_project",))


@clause(
    "time-read-account-manager", "access", "systems/time_sheets.md#who-reads-hours", "time",
    "denied_read",
)
def time_read_account_manager():
    """The account manager of a client may read the time entries of all projects of that client.
    > The account manager of a client reads the entries of all projects of that"""
    return allow(callers(public=False), to=("read",), of=("time_entries.*",), who=("manages_customer",))


@clause(
    "time-read-all", "access", "systems/time_sheets.md#who-reads-hours", "time", "aggregate",
    "denied_read",
)
def time_read_all():
    """The Ledger Office and the board may read all time entries; the People Office may not, and everybody else is refused.
    > The Ledger Office and the board read all entries. The People Office does not:"""
    return allow(
        callers(public=False, roles=("finance", "board")), to=("read",), of=("time_entries.*",),
        exclusive=True,
    )


@clause("report-content", "definition", "systems/time_sheets.md#reports", "time", "response")
def report_content():
    """A report of hours gives the total, the billable and the non-billable hours, with the first and the last day included.
    > A report gives the total, the billable and the non-billable hours, with the"""
    return note()


@clause("report-no-voided", "definition", "systems/time_sheets.md#reports", "time")
def report_no_voided():
    """Voided entries are left out of every report of hours.
    > Voided entries are left out of every report."""
    return note()


@clause("report-keeps-archived", "definition", "systems/time_sheets.md#reports", "time")
def report_keeps_archived():
    """Reports of hours keep archived projects in.
    > Reports keep archived projects in: hours stay worked when a project is over."""
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
