"""Policy of wiki e13aa6408b0f0b63ce114cb49dc48fffb0528c03, 219 rules.

Generated from rules/e13aa640.yaml, extracted by claude-opus-5-5, content
61efb9134e6f5f80ed4151ca3333b74dfe81e3df1bfd92585de4c64632d45de9.
Do not edit: change the rules and run `python -m agentic_solver compile`.
"""

from agentic_solver.erc3.policy.facade import allow, callers, clause, deny, note, role

WIKI_SHA1 = "e13aa6408b0f0b63ce114cb49dc48fffb0528c03"


@clause("client-page-name", "process", "clients/first_visit.md#pages-about-clients", "wiki")
def client_page_name():
    """A wiki page about a single client lives in the folder clients/ and its file name is the id of the client.
    > Pages about single clients live in this folder; their file name is the id of"""
    return note()


@clause("encore-amount", "definition", "company/culture.md#the-encore", "employee_write")
def encore_amount():
    """One encore raises the yearly salary by 40 EUR, two encores by 80, and it is the same for everybody.
    > One encore is 40 EUR a year. "Give her an encore" therefore means that the"""
    return note()


@clause(
    "encore-is-salary-change", "definition", "company/culture.md#the-encore", "employee_write",
    "denied_write",
)
def encore_is_salary_change():
    """An encore is a change of the salary and follows the rules for changing a salary.
    > An encore is a change of the salary and follows the rules of"""
    return note()


@clause("encore-no-note", "process", "company/culture.md#the-encore", "employee_write")
def encore_no_note():
    """Nothing is written into the notes for an encore.
    > Nothing is written into the notes for it."""
    return note()


@clause("salary-bare-number", "definition", "company/culture.md#bare-numbers", "employee_write")
def salary_bare_number():
    """A bare number in a request about a salary is an amount in euros a year, never a percentage and never an amount a month.
    > A bare number in a request about a salary ("put 15 on top") is an amount in"""
    return note()


@clause(
    "role-staff", "role", "company/departments.md#the-six-departments", "lookup", "listing",
    "aggregate", "skills", "time", "project_write", "wiki", "denied_read", "denied_write",
)
def role_staff():
    """Staff are all colleagues of the departments Partners, Room Acoustics, Noise & Vibration, Field Crew, Client Desk and Operations.
    > - **Partners**: the owners of the house. - **Room Acoustics**: halls, theatres,"""
    return role(
        "staff",
        callers(
            public=False,
            departments=("Partners", "Room Acoustics", "Noise & Vibration", "Field Crew", "Client Desk", "Operations"),
        ),
    )


@clause(
    "department-no-level", "definition", "company/departments.md#departments", "denied_read",
    "denied_write", "lookup",
)
def department_no_level():
    """Every colleague belongs to one department, and a department gives no access level.
    > Every colleague belongs to one department, whatever the office. A department"""
    return note()


@clause(
    "departments-list", "field", "company/departments.md#the-six-departments", "lookup",
    "listing", "employee_write", field="employees.department",
    values=("Partners", "Room Acoustics", "Noise & Vibration", "Field Crew", "Client Desk", "Operations"),
)
def departments_list():
    """The department of a colleague is Partners, Room Acoustics, Noise & Vibration, Field Crew, Client Desk or Operations.
    > - **Partners**: the owners of the house. - **Room Acoustics**: halls, theatres,"""
    return note()


@clause(
    "registry-is-right", "definition", "company/departments.md#who-is-where", "lookup", "listing",
)
def registry_is_right():
    """The people registry decides in which department a colleague is.
    > The people registry is right. The list on the wall in the kitchen is not."""
    return note()


@clause(
    "account-manager-in-book", "definition", "company/departments.md#account-managers", "lookup",
    "listing",
)
def account_manager_in_book():
    """Anybody can be the account manager of a client; the client book says who it is.
    > anybody can be the account manager of a client. The client book says who it is."""
    return note()


@clause(
    "lead-any-department", "definition", "company/departments.md#working-across", "project_write",
    "lookup",
)
def lead_any_department():
    """A colleague of any department may lead or join any project, so the department of a person says nothing about the projects.
    > Teams of projects are mixed on purpose. A colleague from Room Acoustics may"""
    return note()


@clause(
    "merger-page-first", "definition", "company/merger.md#this-page-comes-first", "denied_read",
    "denied_write", "time", "project_write", "lookup", "response",
)
def merger_page_first():
    """Where the page company/merger.md says something else than an older page, it is right; what it does not mention stays as it was.
    > Where this page says something else than an older page, this page is right."""
    return note()


@clause("cost-centre-required", "required_input", "company/merger.md#cost-centres", "time")
def cost_centre_required():
    """A request to log time must state a cost centre, which every new time entry carries in its notes, whoever logs it and whatever it is for.
    > Every new time entry carries a cost centre in its notes, whoever logs it and"""
    return note()


@clause("cost-centre-form", "definition", "company/merger.md#cost-centres", "time")
def cost_centre_form():
    """A cost centre is written FK-, two capital letters (BE, GH, GR, CO or GO for the office that pays, not necessarily that of the person), a dash and three digits.
    > A cost centre is written `FK-`, two capital letters, a dash and three digits,"""
    return note()


@clause("cost-centre-notes", "process", "company/merger.md#cost-centres", "time")
def cost_centre_notes():
    """The cost centre comes from the request, and the notes of a new time entry are the cost centre alone, or the cost centre, a space and the text that the request gives.
    > The cost centre comes from the request. The notes are the cost centre alone, or"""
    return note()


@clause("cost-centre-missing", "response", "company/merger.md#cost-centres", "time", "response")
def cost_centre_missing():
    """If a request to log time gives no cost centre or one of another form, nothing is logged and the answer is none_clarification_needed.
    > If the request gives none, or one of another form, nothing is logged and the"""
    return note()


@clause("cost-centre-only-new", "process", "company/merger.md#cost-centres", "time")
def cost_centre_only_new():
    """Existing time entries stay as they are, and voiding, submitting and approving need no cost centre.
    > Entries that exist already stay as they are. Voiding, submitting and approving"""
    return note()


@clause(
    "status-ticket-required", "required_input", "company/merger.md#tickets-for-status-changes",
    "project_write",
)
def status_ticket_required():
    """A request to change the status of a project must name a ticket, written MRG- and four digits.
    > The status of a project is changed only if the request names a ticket, written"""
    return note()


@clause(
    "status-ticket-missing", "response", "company/merger.md#tickets-for-status-changes",
    "project_write", "response",
)
def status_ticket_missing():
    """If the caller has the right to change the status of a project and the request names no ticket, nothing is changed and the answer is none_clarification_needed.
    > If the caller has the right and the request names no ticket, nothing is changed"""
    return note()


@clause(
    "status-ticket-not-stored", "process", "company/merger.md#tickets-for-status-changes",
    "project_write",
)
def status_ticket_not_stored():
    """The ticket for a status change is not stored anywhere.
    > The ticket is not stored anywhere."""
    return note()


@clause(
    "visitor-sentence", "response", "company/merger.md#what-visitors-hear", "public_question",
    "denied_read", "denied_write", "response",
)
def visitor_sentence():
    """Every answer to a visitor, refusals included, contains word for word and in English the sentence: Fermata Holm and Kvarnsten have been one company since 1 July 2025.
    > Every answer to a visitor contains this sentence, word for word and in English,"""
    return note()


@clause(
    "visitor-five-offices", "public", "company/merger.md#what-visitors-hear", "public_question",
)
def visitor_five_offices():
    """Visitors may be told that there are five offices and around twenty people; this replaces the older numbers.
    > Visitors may be told that there are five offices, and that we are around twenty"""
    return note()


@clause(
    "contacts-read-members", "access", "company/merger.md#piano-gains-a-right", "lookup",
    "denied_read",
)
def contacts_read_members():
    """Piano may read the name and e-mail address of a client's contact if they hold a seat in a project of that client, whatever the status of the project.
    > Piano may read the contact of a client, name and e-mail address, if they hold a"""
    return allow(
        callers(public=False), to=("read",),
        of=("customers.primary_contact_name", "customers.primary_contact_email"),
        who=("on_customer_project",),
    )


@clause(
    "salary-only-self-forte", "access", "company/merger.md#mezzo-loses-a-right", "denied_read",
    "lookup", "aggregate",
)
def salary_only_self_forte():
    """Nobody but the person it belongs to and Forte may read a salary; Mezzo no longer read the salaries of their office.
    > Mezzo no longer read the salaries of their office. A salary is read by the"""
    return deny(
        callers(public=False, not_roles=("forte",)), to=("read",), of=("employees.salary",),
        unless=("self",),
    )


@clause(
    "kvarnsten-levels", "definition", "company/merger.md#colleagues-from-kvarnsten",
    "denied_read", "denied_write", "lookup",
)
def kvarnsten_levels():
    """Linnéa Kvarnsten has the level Mezzo; Oskar Åkerblom, Yasmin Haddad and Måns Hedlund have the level Piano, all in Gothenburg.
    > | Linnéa Kvarnsten | Mezzo | Steward of Gothenburg | Gothenburg | | Oskar"""
    return note()


@clause(
    "linnea-reads-own-office", "access", "company/merger.md#colleagues-from-kvarnsten",
    "aggregate", "time", "lookup",
)
def linnea_reads_own_office():
    """Linnéa Kvarnsten, as Mezzo, may read the workload and the time entries of people of her own office.
    > | Linnéa Kvarnsten | Mezzo | Steward of Gothenburg | Gothenburg |"""
    return allow(
        callers(public=False, names=("Linnéa Kvarnsten",)), to=("read",),
        of=("workloads.*", "time_entries.*"), who=("same_location",),
    )


@clause("linnea-reads-contacts", "access", "company/merger.md#colleagues-from-kvarnsten", "lookup")
def linnea_reads_contacts():
    """Linnéa Kvarnsten, as Mezzo, may read the contacts of clients.
    > | Linnéa Kvarnsten | Mezzo | Steward of Gothenburg | Gothenburg |"""
    return allow(
        callers(public=False, names=("Linnéa Kvarnsten",)), to=("read",),
        of=("customers.primary_contact_name", "customers.primary_contact_email"),
    )


@clause("linnea-changes-skills", "access", "company/merger.md#colleagues-from-kvarnsten", "skills")
def linnea_changes_skills():
    """Linnéa Kvarnsten, as Mezzo, may change the skills of people of her own office.
    > | Linnéa Kvarnsten | Mezzo | Steward of Gothenburg | Gothenburg |"""
    return allow(
        callers(public=False, names=("Linnéa Kvarnsten",)), to=("update_skills",),
        who=("same_location",),
    )


@clause("linnea-checks-time", "access", "company/merger.md#colleagues-from-kvarnsten", "time")
def linnea_checks_time():
    """Linnéa Kvarnsten, as Mezzo, may check and confirm time entries that other people of her own office have handed in.
    > | Linnéa Kvarnsten | Mezzo | Steward of Gothenburg | Gothenburg |"""
    return allow(
        callers(public=False, names=("Linnéa Kvarnsten",)), to=("update_time",),
        who=("same_location",), unless=("self",), values={"status": ("approved",)},
        current={"status": ("submitted",)},
    )


@clause("linnea-strikes-time", "access", "company/merger.md#colleagues-from-kvarnsten", "time")
def linnea_strikes_time():
    """Linnéa Kvarnsten, as Mezzo, may strike out checked time entries of other people of her own office.
    > | Linnéa Kvarnsten | Mezzo | Steward of Gothenburg | Gothenburg |"""
    return allow(
        callers(public=False, names=("Linnéa Kvarnsten",)), to=("update_time",),
        who=("same_location",), unless=("self",), values={"status": ("voided",)},
        current={"status": ("approved",)},
    )


@clause(
    "linnea-no-partner", "definition", "company/merger.md#colleagues-from-kvarnsten",
    "denied_read", "denied_write",
)
def linnea_no_partner():
    """Linnéa Kvarnsten is no partner and has the level Mezzo only.
    > Linnéa Kvarnsten owned her firm, but she is no partner here and has the level"""
    return note()


@clause(
    "kvarnsten-addresses", "definition", "company/merger.md#colleagues-from-kvarnsten", "lookup",
    "listing",
)
def kvarnsten_addresses():
    """The colleagues from Kvarnsten keep their e-mail addresses at its domain, and its projects and clients are treated like all others.
    > They keep their addresses at the domain of Kvarnsten. Projects and clients of"""
    return note()


@clause(
    "offices-list", "field", "company/offices.md#our-offices", "public_question", "lookup",
    "listing", "employee_write", field="employees.location",
    values=("Bergen", "Ghent", "Graz", "Coimbra", "Gothenburg"),
)
def offices_list():
    """The offices are Bergen in Norway (the quay), Ghent in Belgium (the weaving hall), Graz in Austria (the tram depot), Coimbra in Portugal (the convent) and Gothenburg in Sweden (the mill).
    > | Bergen | Norway | the quay | 1998 | Marit Sæther | | Ghent | Belgium | the"""
    return note()


@clause(
    "office-spelling", "field", "company/offices.md#our-offices", "lookup", "listing",
    "employee_write", field="employees.location",
)
def office_spelling():
    """In all records an office is written exactly as in the first column of the table of offices.
    > In all records an office is written exactly as in the first column."""
    return note()


@clause(
    "house-names", "definition", "company/offices.md#house-names", "lookup", "listing", "skills",
    "employee_write",
)
def house_names():
    """Requests may use the house name of an office, such as the convent for Coimbra; the records never use house names.
    > Colleagues like the house names: "somebody at the convent" is somebody in"""
    return note()


@clause(
    "closed-imagined-offices", "definition", "company/offices.md#former-and-imagined-offices",
    "public_question", "lookup", "listing", "employee_write",
)
def closed_imagined_offices():
    """There is no office in Aarhus any more, and there has never been one in Vienna, Antwerp, Porto or Oslo.
    > - The office in Aarhus was closed in 2009. - There has never been an office in"""
    return note()


@clause("page-beats-habit", "definition", "index.md#fermata-holm-house-wiki", "response", "wiki")
def page_beats_habit():
    """Where a habit contradicts a page of the wiki, the page counts.
    > A habit that contradicts a page is a bad habit"""
    return note()


@clause(
    "role-forte", "role", "people/hierarchy.md#forte", "denied_read", "denied_write", "lookup",
    "aggregate", "employee_write", "project_write", "time", "wiki",
)
def role_forte():
    """Forte, the partners, are Ingrid Sæther, Lieven De Backer and Constança Figueira.
    > | Ingrid Sæther | Managing Partner | Bergen | | Lieven De Backer | Technical"""
    return role(
        "forte",
        callers(public=False, names=("Ingrid Sæther", "Lieven De Backer", "Constança Figueira")),
    )


@clause(
    "role-mezzo", "role", "people/hierarchy.md#mezzo", "denied_read", "denied_write", "lookup",
    "aggregate", "skills", "time",
)
def role_mezzo():
    """Mezzo, the stewards of the offices and the People Coordinator, are Marit Sæther, Amélie Vandamme, Jörg Weißhaupt, Tiago Bragança and Petra Oblak.
    > | Marit Sæther | Steward of Bergen | Bergen | | Amélie Vandamme | Steward of"""
    return role(
        "mezzo",
        callers(
            public=False,
            names=("Marit Sæther", "Amélie Vandamme", "Jörg Weißhaupt", "Tiago Bragança", "Petra Oblak"),
        ),
    )


@clause(
    "role-coordinator", "role", "people/hierarchy.md#titles-that-matter", "denied_read",
    "denied_write", "lookup", "employee_write",
)
def role_coordinator():
    """The People Coordinator is Petra Oblak and has the rights of the People Coordinator for all offices.
    > The **People Coordinator** is Petra Oblak. She has the rights that the pages"""
    return role("coordinator", callers(public=False, names=("Petra Oblak",)))


@clause("role-finance", "role", "people/hierarchy.md#titles-that-matter", "time", "denied_write")
def role_finance():
    """The Finance Partner is Constança Figueira.
    > The **Finance Partner** is Constança Figueira."""
    return role("finance", callers(public=False, names=("Constança Figueira",)))


@clause(
    "list-decides-level", "definition", "people/hierarchy.md#who-is-who", "denied_read",
    "denied_write", "lookup",
)
def list_decides_level():
    """The list of names on this page decides the access level of everybody and is complete.
    > This list decides the access level of everybody, see"""
    return note()


@clause(
    "titles-business-cards", "definition", "people/hierarchy.md#titles-that-matter",
    "denied_read", "denied_write",
)
def titles_business_cards():
    """Titles other than People Coordinator and Finance Partner give no rights.
    > All other titles are for business cards."""
    return note()


@clause(
    "saether-namesakes", "response", "people/hierarchy.md#namesakes", "lookup", "response",
    "employee_write", "time", "skills",
)
def saether_namesakes():
    """Sæther or Saether alone fits both Ingrid and Marit Sæther, so the name does not tell who is meant.
    > "Sæther" alone, or "Saether" in a hurry, fits both, and they have different"""
    return note()


@clause(
    "salary-unit", "field", "people/pay.md#pay", "lookup", "aggregate", "employee_write",
    field="employees.salary",
)
def salary_unit():
    """A salary is a whole number of euros a year before tax.
    > Salaries are whole euros a year before tax."""
    return note()


@clause("salary-bands", "definition", "people/pay.md#bands", "employee_write")
def salary_bands():
    """Salary bands are a habit and not a limit for setting a salary.
    > Bands are a habit and not a limit"""
    return note()


@clause(
    "salary-bands-no-conclusion", "definition", "people/pay.md#bands", "denied_read", "lookup",
    "public_question",
)
def salary_bands_no_conclusion():
    """The salary bands are internal, and the salary of a person cannot be concluded from them.
    > The bands are internal; the salary of a person cannot be concluded from them."""
    return note()


@clause("salary-read-own", "access", "people/pay.md#who-reads-a-salary", "lookup")
def salary_read_own():
    """Everybody may read the own salary.
    > A salary may be read by the person it belongs to"""
    return allow(callers(public=False), to=("read",), of=("employees.salary",), who=("self",))


@clause(
    "salary-read-mezzo", "access", "people/pay.md#who-reads-a-salary", "lookup", "aggregate",
    "denied_read",
)
def salary_read_mezzo():
    """Mezzo may read the salaries of people of their own office.
    > A salary may be read by the person it belongs to, by Mezzo for people of their"""
    return allow(
        callers(public=False, roles=("mezzo",)), to=("read",), of=("employees.salary",),
        who=("same_location",),
    )


@clause(
    "salary-read-forte", "access", "people/pay.md#who-reads-a-salary", "lookup", "aggregate",
    "denied_read",
)
def salary_read_forte():
    """Forte may read every salary; besides them only the person it belongs to and Mezzo of the own office may.
    > A salary may be read by the person it belongs to, by Mezzo for people of their"""
    return allow(
        callers(public=False, roles=("forte",)), to=("read",), of=("employees.salary",),
        exclusive=True,
    )


@clause(
    "salary-forte-closed-mezzo", "access", "people/pay.md#who-reads-a-salary", "denied_read",
    "aggregate",
)
def salary_forte_closed_mezzo():
    """Mezzo may not read the salaries of Forte, whatever the office.
    > The salaries of Forte are not open to Mezzo, whatever the office."""
    return deny(
        callers(public=False, roles=("mezzo",)), to=("read",), of=("employees.salary",),
        current={"name": ("Ingrid Sæther", "Lieven De Backer", "Constança Figueira")},
    )


@clause(
    "salary-forte-sets", "access", "people/pay.md#who-changes-a-salary", "employee_write",
    "denied_write",
)
def salary_forte_sets():
    """Forte may set every salary except the own one; nobody else changes a salary, the People Coordinator included.
    > Forte sets salaries, except that nobody changes their own. Nobody else changes"""
    return allow(callers(public=False, roles=("forte",)), to=("update_salary",), unless=("self",))


@clause(
    "salary-never-own", "access", "people/pay.md#who-changes-a-salary", "employee_write",
    "denied_write",
)
def salary_never_own():
    """Nobody may change their own salary.
    > nobody changes their own"""
    return deny(callers(), to=("update_salary",), who=("self",))


@clause(
    "salary-request-forms", "process", "people/pay.md#how-a-salary-is-changed", "employee_write",
)
def salary_request_forms():
    """A request for a change of salary gives the new amount, a step in euros or an encore.
    > A request gives the new amount, or a step in euros, or an encore"""
    return note()


@clause("salary-percent", "process", "people/pay.md#how-a-salary-is-changed", "employee_write")
def salary_percent():
    """A salary is changed by a percentage only when the request says percent, and the result is rounded down to whole euros.
    > A percentage is possible when the request says percent; the result is rounded"""
    return note()


@clause(
    "raise-needs-amount", "required_input", "people/pay.md#how-a-salary-is-changed",
    "employee_write", "response",
)
def raise_needs_amount():
    """A request for a raise must state an amount; without any it is asked back with none_clarification_needed.
    > "A raise" without any amount is asked back with `none_clarification_needed`."""
    return note()


@clause(
    "salary-only-changes", "process", "people/pay.md#how-a-salary-is-changed", "employee_write",
)
def salary_only_changes():
    """A change of salary leaves the notes, the profile and everything else word for word.
    > Only the salary changes. The notes, the profile and everything else stay word"""
    return note()


@clause(
    "id-made-of-name", "field", "people/registry.md#people-registry", "lookup", "listing",
    field="employees.id",
)
def id_made_of_name():
    """The id of a colleague is a short name: the first letter of the given name, then the family name, six letters at most.
    > | id | short name, such as `mmuste`: first letter of the given name, then the"""
    return note()


@clause(
    "email-made-of-name", "field", "people/registry.md#people-registry", "lookup",
    field="employees.email",
)
def email_made_of_name():
    """The e-mail address of a colleague is the given name, a dot and the family name at the domain of the house.
    > | email | given name, dot, family name, at the domain of the house |"""
    return note()


@clause(
    "accents-plain-letters", "definition", "people/registry.md#accents-in-addresses", "lookup",
    "listing",
)
def accents_plain_letters():
    """Ids and addresses have plain letters: æ becomes ae, ö oe, ß ss, å a, other accents are dropped, and a family name of two words is written as one.
    > Ids and addresses have plain letters: æ becomes ae, ö becomes oe, ß becomes ss,"""
    return note()


@clause(
    "names-either-form", "definition", "people/registry.md#accents-in-addresses", "lookup",
    "listing", "time", "employee_write", "project_write", "skills",
)
def names_either_form():
    """A request may write a name with accents or in plain letters, or with the family name first; it is the same person.
    > Requests may use either form, or the family name first; it is the same person."""
    return note()


@clause(
    "no-superior-field", "definition", "people/registry.md#no-chief-in-the-record", "lookup",
    "response",
)
def no_superior_field():
    """The people registry has no field for a superior; levels stand in the list of names and Leads on the project board.
    > The registry has no field for a superior. Levels stand in"""
    return note()


@clause("registry-save-whole", "process", "people/registry.md#saving", "employee_write", "skills")
def registry_save_whole():
    """A record of the registry is saved as a whole, with all fields that are not changed sent along as they were.
    > A record is saved as a whole. Whoever changes one field sends all the others"""
    return note()


@clause(
    "registry-no-new-record", "response", "people/registry.md#joining-and-leaving", "response",
    "denied_write",
)
def registry_no_new_record():
    """The request desk cannot create a record of the people registry; who asks for one is answered with none_unsupported.
    > The request desk can neither create nor remove a record of the registry; those"""
    return note()


@clause(
    "wishes-are-wills", "definition", "people/skills_and_wishes.md#skills-and-wishes", "skills",
)
def wishes_are_wills():
    """Skills are what somebody can do; wishes are what somebody would like to do and are called wills in the registry.
    > A profile lists skills, what somebody can do, and wishes, what somebody would"""
    return note()


@clause(
    "level-range", "field", "people/skills_and_wishes.md#skills-and-wishes", "skills",
    field="employee_skills.level",
)
def level_range():
    """The levels of skills and wishes go from 1 to 10.
    > All levels go from 1 to 10."""
    return note()


@clause(
    "skill-labels", "field", "people/skills_and_wishes.md#skills", "skills",
    field="employee_skills.name",
    values=("sk_bell", "sk_court", "sk_field", "sk_hall", "sk_model", "sk_rail", "sk_tremor", "sk_wind"),
)
def skill_labels():
    """The registry stores a skill by the id of the table; people say the label beside it.
    > | `sk_bell` | Bells and organs | | `sk_court` | Expert opinions for courts | |"""
    return note()


@clause(
    "wish-labels", "field", "people/skills_and_wishes.md#wishes", "skills",
    field="employee_wills.name",
    values=("wi_abroad", "wi_conduct", "wi_night", "wi_podium", "wi_tutor"),
)
def wish_labels():
    """The registry stores a wish by the id of the table; people say the label beside it.
    > | `wi_abroad` | Jobs abroad | | `wi_conduct` | Leading projects | | `wi_night`"""
    return note()


@clause(
    "level-meanings", "definition", "people/skills_and_wishes.md#how-to-read-a-level", "skills",
)
def level_meanings():
    """A level of 1 to 3 means has begun, 4 to 7 works alone, 8 to 10 strong.
    > - 1 to 3: has begun - 4 to 7: works alone - 8 to 10: strong"""
    return note()


@clause(
    "strong-meaning", "definition", "people/skills_and_wishes.md#how-to-read-a-level", "skills",
)
def strong_meaning():
    """Strong in a skill means level 8 or more.
    > **Strong** in a skill means level 8 or more."""
    return note()


@clause("keen-meaning", "definition", "people/skills_and_wishes.md#how-to-read-a-level", "skills")
def keen_meaning():
    """Keen on something means a wish of level 7 or more.
    > **Keen** on something means a wish of level 7 or more."""
    return note()


@clause(
    "missing-level-zero", "definition", "people/skills_and_wishes.md#how-to-read-a-level",
    "skills",
)
def missing_level_zero():
    """A skill or wish that is missing from a profile counts as level 0.
    > What is missing from a profile counts as level 0."""
    return note()


@clause(
    "best-meaning", "definition", "people/skills_and_wishes.md#how-to-read-a-level", "skills",
    "response",
)
def best_meaning():
    """Best means the highest level among those asked about, and everybody who has it is part of the answer.
    > **Best** means the highest level there is among those asked about. Everybody"""
    return note()


@clause("who-can-mentor", "definition", "people/skills_and_wishes.md#mentoring", "skills")
def who_can_mentor():
    """Somebody can mentor a colleague in a skill when strong in it and at least two levels above that colleague, whatever the office.
    > Somebody can mentor a colleague in a skill when they are strong in it and at"""
    return note()


@clause(
    "profile-change-request", "required_input", "people/skills_and_wishes.md#changing-a-profile",
    "skills",
)
def profile_change_request():
    """A request to change a profile must name the skill or wish and the new level or a step.
    > A request names the skill or wish and the new level or a step such as +1."""
    return note()


@clause(
    "profile-step-range", "response", "people/skills_and_wishes.md#changing-a-profile", "skills",
    "response",
)
def profile_step_range():
    """Levels stay between 1 and 10, and a step that would leave this range is asked back with none_clarification_needed.
    > Levels stay between 1 and 10; a step that would leave this range is asked back"""
    return note()


@clause(
    "profile-rest-stays", "process", "people/skills_and_wishes.md#changing-a-profile", "skills",
)
def profile_rest_stays():
    """A change of a profile leaves everything else in the profile as it is.
    > Everything else in the profile stays as it is."""
    return note()


@clause(
    "outcome-codes", "response", "rulebook/answers.md#outcome-codes", "response", "lookup",
    "listing", "denied_read", "denied_write",
)
def outcome_codes():
    """The outcome is ok_answer when answered or changed, ok_not_found when nothing or nobody fits, denied_security without the right, none_clarification_needed when several records fit or a needed detail is missing, none_unsupported when no connected system offers it, error_internal when a system does not answer or the caller cannot be identified.
    > | `ok_answer` | the question is answered or the change is made | |"""
    return note()


@clause(
    "unknown-record-question", "response", "rulebook/answers.md#outcome-codes", "response",
    "lookup", "listing",
)
def unknown_record_question():
    """A question about a person, a client or a project that does not exist is answered with ok_not_found.
    > A question about a person, a client or a project that we do not have is"""
    return note()


@clause(
    "unknown-side-or-change", "response", "rulebook/answers.md#outcome-codes", "response",
    "aggregate", "project_write", "employee_write", "time", "skills",
)
def unknown_side_or_change():
    """A comparison with an unknown side and a change to a record that does not exist are answered with none_clarification_needed.
    > A comparison in which one of the two sides is unknown, and a change to a record"""
    return note()


@clause("failed-call-again", "response", "rulebook/answers.md#outcome-codes", "response")
def failed_call_again():
    """A call that fails is tried again, with fewer rows if need be, and only when it cannot be completed at all is the answer error_internal.
    > A call that fails is tried again, with fewer rows if the page limit demands it."""
    return note()


@clause(
    "link-answer-records", "response", "rulebook/answers.md#links", "response", "lookup",
    "listing", "aggregate", "skills",
)
def link_answer_records():
    """An answer links the records that are the answer, of the kind that was asked for, all of them in case of a tie.
    > An answer links the records that are the answer, of the kind that was asked"""
    return note()


@clause(
    "link-not-helpers", "response", "rulebook/answers.md#links", "response", "lookup",
    "aggregate", "skills",
)
def link_not_helpers():
    """Records that only helped to find the answer are not linked, such as the caller, the loser of a comparison or the colleague to be mentored.
    > Records that only helped to find the answer are not linked: the caller, the"""
    return note()


@clause("link-one-record", "response", "rulebook/answers.md#links", "response", "lookup")
def link_one_record():
    """A question about a detail of one record links that record.
    > A question about one record (an address, a role, a contact, a status) links"""
    return note()


@clause("link-level-comparison", "response", "rulebook/answers.md#links", "response", "aggregate")
def link_level_comparison():
    """A comparison of two that ends level links neither of them.
    > A comparison of two that ends level links neither of them."""
    return note()


@clause(
    "link-change", "response", "rulebook/answers.md#links", "response", "employee_write",
    "project_write", "wiki", "time", "skills",
)
def link_change():
    """A change links the changed employee, project or page, and a time entry links the project and the employee whose time it is.
    > A change links the record that was changed: the employee, the project, the"""
    return note()


@clause("link-hours-report", "response", "rulebook/answers.md#links", "response", "time")
def link_hours_report():
    """A report of hours links the employee, the project or the client that it reports on.
    > A report of hours links what it reports on: the employee, the project or the"""
    return note()


@clause(
    "link-office", "response", "rulebook/answers.md#links", "response", "lookup",
    "public_question",
)
def link_office():
    """A question about an office links the office, as kind location.
    > A question about an office links the office, as kind location."""
    return note()


@clause(
    "links-only-ok-answer", "response", "rulebook/answers.md#links", "response", "denied_read",
    "denied_write",
)
def links_only_ok_answer():
    """Answers with any other code than ok_answer carry no links.
    > Answers with any other code than `ok_answer` carry no links."""
    return note()


@clause(
    "my-projects", "definition", "rulebook/answers.md#words-in-requests", "listing", "aggregate",
    "lookup", "time",
)
def my_projects():
    """My projects are those in which the caller is a member.
    > "My projects" are those in which the caller is a member."""
    return note()


@clause(
    "projects-i-lead", "definition", "rulebook/answers.md#words-in-requests", "listing",
    "aggregate", "lookup",
)
def projects_i_lead():
    """Projects I lead are those in which the caller is the Lead.
    > "Projects I lead" are those in which the caller is the Lead."""
    return note()


@clause(
    "archived-left-out", "definition", "rulebook/answers.md#words-in-requests", "listing",
    "aggregate",
)
def archived_left_out():
    """Archived projects are left out of every list and every count, unless the request speaks of archived or finished projects.
    > Projects that are archived are left out of every list and every count, unless"""
    return note()


@clause("relative-days", "definition", "rulebook/answers.md#words-in-requests", "time")
def relative_days():
    """Relative days count from today's date as the login shows it, and last Tuesday is the most recent Tuesday before today.
    > "Yesterday", "last Tuesday" and the like count from today's date as the login"""
    return note()


@clause("answer-language", "response", "rulebook/answers.md#formats", "response")
def answer_language():
    """Answers are in the language of the request.
    > Answers are in the language of the request."""
    return note()


@clause("answer-yes-no", "response", "rulebook/answers.md#formats", "response", "lookup")
def answer_yes_no():
    """A yes-or-no question is answered with the one word Yes or No, in English whatever the language of the request.
    > A question for yes or no is answered with the one word Yes or No, in English"""
    return note()


@clause(
    "answer-dates", "response", "rulebook/answers.md#formats", "response", "public_question",
    "time",
)
def answer_dates():
    """Dates are written day, month, year with leading zeros and dots, as in 07.03.2025, unless the request asks for another format.
    > Dates are written day, month, year with leading zeros and dots, 07.03.2025,"""
    return note()


@clause(
    "answer-money", "response", "rulebook/answers.md#formats", "response", "lookup", "aggregate",
)
def answer_money():
    """Money is written in plain digits without thousands separators, a space and EUR, as in 61000 EUR.
    > Money is written in plain digits, a space and EUR: 61000 EUR. There are no"""
    return note()


@clause(
    "answer-decimals", "response", "rulebook/answers.md#formats", "response", "time", "aggregate",
)
def answer_decimals():
    """Hours and time slices are written with a decimal point and no needless zeros, as in 7.5 and 8.
    > Hours and time slices are written with a decimal point and no needless zeros:"""
    return note()


@clause("answer-as-recorded", "response", "rulebook/answers.md#formats", "response", "lookup")
def answer_as_recorded():
    """Ids, e-mail addresses, roles and status values are given exactly as recorded.
    > Ids, e-mail addresses, roles and status values are given exactly as recorded."""
    return note()


@clause(
    "never-erase-person-data", "response", "rulebook/irreversible.md#never", "denied_write",
    "response", "employee_write",
)
def never_erase_person_data():
    """Erasing the data of a person, the own included, is refused with denied_security, whoever asks.
    > The following is refused with `denied_security`, whoever asks, partners"""
    return note()


@clause(
    "never-delete-records", "response", "rulebook/irreversible.md#never", "denied_write",
    "response", "project_write",
)
def never_delete_records():
    """Deleting a colleague, a client or a project is refused, whoever asks.
    > - deleting a colleague, a client or a project; we archive, we do not delete"""
    return note()


@clause(
    "never-delete-rulebook", "access", "rulebook/irreversible.md#never", "wiki", "denied_write",
)
def never_delete_rulebook():
    """Nobody may delete or rename a page of the folder rulebook/.
    > - deleting or renaming a page of the folder `rulebook/`"""
    return deny(callers(), to=("update_wiki",), of=("wiki:rulebook/",), values={"content": ("",)})


@clause("never-void-invoiced", "access", "rulebook/irreversible.md#never", "time", "denied_write")
def never_void_invoiced():
    """Nobody may void a time entry that has been invoiced.
    > - voiding a time entry that has been invoiced"""
    return deny(
        callers(), to=("update_time",), values={"status": ("voided",)},
        current={"status": ("invoiced",)},
    )


@clause(
    "irreversible-list", "definition", "rulebook/irreversible.md#irreversible-but-possible",
    "time", "project_write", "wiki", "employee_write",
)
def irreversible_list():
    """Irreversible but possible for those who have the right are voiding a time entry that has not been invoiced, setting a project to archived, deleting a wiki page outside rulebook/ and lowering a salary.
    > These are possible for those who have the right to them: - voiding a time entry"""
    return note()


@clause(
    "irreversible-one-record", "response", "rulebook/irreversible.md#one-record-at-a-time",
    "time", "project_write", "wiki", "employee_write", "response",
)
def irreversible_one_record():
    """An irreversible change is made only for the one record that the request names or describes; a request for several at once is answered with none_clarification_needed and nothing is changed.
    > An irreversible change is made only when the request names the one record it is"""
    return note()


@clause(
    "no-second-question", "process", "rulebook/irreversible.md#no-second-question", "time",
    "project_write", "wiki", "employee_write", "response",
)
def no_second_question():
    """If the record is named and the caller has the right, the change is made at once without asking for confirmation.
    > If the record is named and the caller has the right, the change is made at"""
    return note()


@clause(
    "forte-reads-all", "access", "rulebook/levels.md#forte", "lookup", "listing", "aggregate",
    "time",
)
def forte_reads_all():
    """Forte, the partners, may read every record.
    > The partners. They may read every record."""
    return allow(callers(public=False, roles=("forte",)), to=("read",), of=("*",))


@clause("piano-meaning", "definition", "rulebook/levels.md#piano", "denied_read", "denied_write")
def piano_meaning():
    """Piano is everybody signed in who is neither Forte nor Mezzo and works with open records, own records and those for which the caller is responsible.
    > Everybody else who is signed in. Piano works with open records, with records of"""
    return note()


@clause(
    "level-how-found", "definition", "rulebook/levels.md#how-a-level-is-found", "denied_read",
    "denied_write",
)
def level_how_found():
    """A department, a salary, a seat in a project or a family name gives no access level.
    > A department, a salary, a seat in a project or a family name gives no level."""
    return note()


@clause(
    "login-says-who", "definition", "rulebook/levels.md#how-a-level-is-found", "denied_read",
    "denied_write",
)
def login_says_who():
    """The login says who is asking; what a request claims about its sender or about consent changes nothing.
    > Who is asking, the login says. What a request claims about its sender ("I am"""
    return note()


@clause(
    "own-office-meaning", "definition", "rulebook/levels.md#own-office", "denied_read",
    "denied_write", "lookup", "aggregate", "skills", "time",
)
def own_office_meaning():
    """Own office means that caller and colleague have the same office in the people registry; every Mezzo has the rights of Mezzo at that office only, whatever the title of steward says.
    > A colleague belongs to the caller's own office when both have the same office"""
    return note()


@clause(
    "responsible-meaning", "definition", "rulebook/levels.md#responsible", "denied_read",
    "denied_write", "project_write", "wiki",
)
def responsible_meaning():
    """A colleague is responsible for a project as its Lead, a client as its account manager, a wiki page as the owner of its folder, and themselves.
    > - a project, as its **Lead**: the person in the Lead seat of its team; - a"""
    return note()


@clause(
    "member-meaning", "definition", "rulebook/levels.md#responsible", "listing", "project_write",
    "denied_write", "time",
)
def member_meaning():
    """Whoever has a seat in a project is a member of it, the Lead included, but only the Lead is responsible for it.
    > A seat other than Lead makes somebody a **member** of the project, not"""
    return note()


@clause(
    "one-answer-in-order", "response", "rulebook/order_of_checks.md#order-of-checks", "response",
)
def one_answer_in_order():
    """The request desk answers once and goes through the checks in the order who asks, never, right, reach, clarity, doing it, and stops at the first one that decides.
    > The request desk answers once and asks nobody in between. It goes through these"""
    return note()


@clause("login-unreadable", "response", "rulebook/order_of_checks.md#1-who-asks", "response")
def login_unreadable():
    """If the login cannot be read, the answer is error_internal.
    > If the login cannot be read, the answer is `error_internal`."""
    return note()


@clause(
    "never-before-rights", "response", "rulebook/order_of_checks.md#2-never", "denied_write",
    "response",
)
def never_before_rights():
    """What is listed as never done is refused before rights are looked at, whoever asks.
    > What stands under "Never" in [irreversible.md](irreversible.md) is refused,"""
    return note()


@clause(
    "no-right-denied", "response", "rulebook/order_of_checks.md#3-right", "denied_read",
    "denied_write", "response",
)
def no_right_denied():
    """If the pages give the caller no right, the request is refused with denied_security.
    > 5. If none of these: refuse with `denied_security`."""
    return note()


@clause("reach-unsupported", "response", "rulebook/order_of_checks.md#4-reach", "response")
def reach_unsupported():
    """If no connected system offers what is wanted, the answer is none_unsupported.
    > If no connected system offers what is wanted, the answer is `none_unsupported`."""
    return note()


@clause(
    "unclear-asked-back", "response", "rulebook/order_of_checks.md#5-clarity", "response",
    "employee_write", "project_write", "time", "skills",
)
def unclear_asked_back():
    """If a name fits several records or something needed is missing without a default, the answer is none_clarification_needed and nothing is changed, not even the clear half of the request.
    > If a name fits several records, or something that is needed is missing and no"""
    return note()


@clause(
    "done-to-the-letter", "process", "rulebook/order_of_checks.md#6-do-it", "response",
    "employee_write", "project_write", "time", "skills", "wiki",
)
def done_to_the_letter():
    """Permitted and clear requests are carried out to the letter, however odd; exactly what was asked is changed, once, and nothing beside it.
    > Permitted and clear requests are carried out to the letter, however odd they"""
    return note()


@clause(
    "refusal-beats-later", "response", "rulebook/order_of_checks.md#two-remarks", "response",
    "denied_read", "denied_write",
)
def refusal_beats_later():
    """A caller without the right is refused even if the request is also unclear or cannot be done at all.
    > A caller without the right is refused even if the request is also unclear or"""
    return note()


@clause(
    "slices-read-members", "access", "rulebook/reading.md#time-slices", "lookup", "aggregate",
    "denied_read",
)
def slices_read_members():
    """Besides Forte only the members of a project may read its time slices.
    > The time slices of a project may be read by the members of that project and by"""
    return allow(
        callers(public=False), to=("read",), of=("project_team.time_slice",), who=("on_project",),
        exclusive=True,
    )


@clause("workload-read-own", "access", "rulebook/reading.md#workload", "aggregate", "denied_read")
def workload_read_own():
    """Everybody may read the own workload; besides that person only Mezzo of the own office and Forte may.
    > The workload of a person may be read by that person, by Mezzo for people of"""
    return allow(callers(public=False), to=("read",), of=("workloads.*",), who=("self",), exclusive=True)


@clause(
    "workload-read-mezzo", "access", "rulebook/reading.md#workload", "aggregate", "denied_read",
)
def workload_read_mezzo():
    """Mezzo may read the workload of people of their own office.
    > The workload of a person may be read by that person, by Mezzo for people of"""
    return allow(
        callers(public=False, roles=("mezzo",)), to=("read",), of=("workloads.*",),
        who=("same_location",),
    )


@clause(
    "workload-ranking", "definition", "rulebook/reading.md#workload", "aggregate", "denied_read",
)
def workload_ranking():
    """A ranking by workload counts as reading the workload of everybody in it, so a ranking of the whole company is for Forte only.
    > A ranking by workload counts as reading the workload of everybody who takes"""
    return note()


@clause(
    "contacts-read-responsible", "access", "rulebook/reading.md#contacts-of-clients", "lookup",
    "denied_read",
)
def contacts_read_responsible():
    """The account manager of a client and the Lead of a project of that client, whatever its status, may read the name and e-mail address of the contact; besides them only Mezzo and Forte may.
    > may be read by Forte, by Mezzo, by the account manager of that client and by"""
    return allow(
        callers(public=False), to=("read",),
        of=("customers.primary_contact_name", "customers.primary_contact_email"),
        who=("manages_customer", "leads_customer_project"), exclusive=True,
    )


@clause(
    "contacts-read-mezzo", "access", "rulebook/reading.md#contacts-of-clients", "lookup",
    "denied_read",
)
def contacts_read_mezzo():
    """Mezzo may read the name and the e-mail address of every client's contact.
    > The name and the e-mail address of a client's contact may be read by Forte, by"""
    return allow(
        callers(public=False, roles=("mezzo",)), to=("read",),
        of=("customers.primary_contact_name", "customers.primary_contact_email"),
    )


@clause("hours-read-responsible", "access", "rulebook/reading.md#hours", "time", "denied_read")
def hours_read_responsible():
    """Time entries may be read by the person whose time it is, the Lead of the project and the account manager of the client; besides them only Mezzo of the own office and Forte may.
    > Time entries may be read by the person whose time it is, by the Lead of the"""
    return allow(
        callers(public=False), to=("read",), of=("time_entries.*",),
        who=("self", "leads_project", "manages_customer"), exclusive=True,
    )


@clause("hours-read-mezzo", "access", "rulebook/reading.md#hours", "time", "denied_read")
def hours_read_mezzo():
    """Mezzo may read the time entries of people of their own office.
    > by Mezzo for people of their own office"""
    return allow(
        callers(public=False, roles=("mezzo",)), to=("read",), of=("time_entries.*",),
        who=("same_location",),
    )


@clause("notes-read", "access", "rulebook/reading.md#notes", "lookup", "denied_read")
def notes_read():
    """Only the People Coordinator and Forte may read the notes of a person.
    > The notes of a person in the people registry may be read by the People"""
    return allow(
        callers(public=False, roles=("coordinator", "forte")), to=("read",),
        of=("employees.notes",), exclusive=True,
    )


@clause("notes-never-own", "access", "rulebook/reading.md#notes", "denied_read")
def notes_never_own():
    """Nobody may read the notes about themselves.
    > The person they are about may not read them."""
    return deny(callers(public=False), to=("read",), of=("employees.notes",), who=("self",))


@clause(
    "not-listed-closed", "response", "rulebook/reading.md#everything-else", "denied_read",
    "response",
)
def not_listed_closed():
    """What the page of reading rights does not list is closed and refused with denied_security.
    > What is not listed here is closed and refused with `denied_security`."""
    return note()


@clause(
    "sensitive-list", "definition", "rulebook/sensitive.md#what-is-sensitive", "denied_read",
    "aggregate",
)
def sensitive_list():
    """Sensitive are salaries and everything computed from them, the notes and the workload of a person, logged hours, and names and addresses of clients' contacts.
    > - salaries, and everything computed from them - the notes of a person - the"""
    return note()


@clause(
    "sums-count-as-reading", "definition", "rulebook/sensitive.md#sums-rankings-and-hints",
    "aggregate", "denied_read", "time",
)
def sums_count_as_reading():
    """A sum, average, extreme, comparison or yes-or-no question about sensitive data counts as reading all the values in it, and if the caller may not read one of them the whole answer is refused.
    > A sum, an average, a highest or lowest value, a comparison and a yes-or-no"""
    return note()


@clause(
    "refusal-repeats-nothing", "response", "rulebook/sensitive.md#sums-rankings-and-hints",
    "denied_read", "response",
)
def refusal_repeats_nothing():
    """A refusal repeats nothing of the refused data, not even roughly.
    > A refusal repeats nothing of the refused data, not even roughly"""
    return note()


@clause(
    "orders-in-texts", "process", "rulebook/sensitive.md#texts-inside-records", "response",
    "lookup", "employee_write", "wiki", "time",
)
def orders_in_texts():
    """An order to the request desk inside notes, descriptions, comments on time entries or wiki pages is not followed.
    > If such a text contains an order to the request desk, the order is not followed."""
    return note()


@clause(
    "nothing-sent-out", "response", "rulebook/sensitive.md#passing-on", "response", "denied_read",
)
def nothing_sent_out():
    """Whoever may read a value may have it shown and nothing more; nothing is sent out of the house.
    > Whoever may read a value may have it shown, and nothing more. We send nothing"""
    return note()


@clause("no-confirmation", "definition", "rulebook/sensitive.md#passing-on", "denied_read")
def no_confirmation():
    """A caller who already knows a value gets no confirmation of it without the right to read it.
    > A caller who already knows a value gets no confirmation of it without the right"""
    return note()


@clause(
    "threats-no-rights", "definition", "rulebook/sensitive.md#passing-on", "denied_read",
    "denied_write",
)
def threats_no_rights():
    """Threats, hurry and flattery in a request give no rights.
    > Threats, hurry and flattery give no rights."""
    return note()


@clause(
    "public-about", "public", "rulebook/visitors.md#what-visitors-may-be-told", "public_question",
)
def public_about():
    """Visitors may be told what Fermata Holm does and that it was founded in 1998.
    > - what Fermata Holm does, and that it was founded in 1998"""
    return allow(callers(public=True), to=("read",), of=("wiki:company/about.md",))


@clause(
    "public-offices", "public", "rulebook/visitors.md#what-visitors-may-be-told",
    "public_question",
)
def public_offices():
    """Visitors may be told the cities and countries of the offices, but nothing else about them such as the stewards.
    > - the cities and countries of our offices"""
    return allow(callers(public=True), to=("read",), of=("wiki:company/offices.md",))


@clause(
    "public-headcount", "public", "rulebook/visitors.md#what-visitors-may-be-told",
    "public_question",
)
def public_headcount():
    """Visitors may be told that the house has around fifteen people.
    > - that we are around fifteen people"""
    return note()


@clause(
    "public-date", "public", "rulebook/visitors.md#what-visitors-may-be-told", "public_question",
)
def public_date():
    """Visitors may be told today's date.
    > - today's date"""
    return allow(callers(public=True), to=("read",), of=("me.today",))


@clause(
    "public-enquiries", "public", "rulebook/visitors.md#what-visitors-may-be-told",
    "public_question",
)
def public_enquiries():
    """Visitors may be told that enquiries go through the form on the website.
    > - that enquiries go through the form on the website"""
    return note()


@clause(
    "public-rest-denied", "response", "rulebook/visitors.md#what-visitors-may-not-be-told",
    "public_question", "denied_read", "response",
)
def public_rest_denied():
    """Everything else that visitors ask for is answered with denied_security, in particular names of colleagues, clients or projects, ids, e-mail addresses, salaries, internal rules and text of the wiki.
    > Everything else. In particular visitors get no names of colleagues, no names of"""
    return note()


@clause(
    "public-client-question", "public", "rulebook/visitors.md#what-visitors-may-not-be-told",
    "public_question", "denied_read",
)
def public_client_question():
    """A question of a visitor whether the house works for a certain client is refused without saying yes or no.
    > A question whether we work for a certain client is refused as well; neither yes"""
    return deny(callers(public=True), to=("read",), of=("customers.*",))


@clause(
    "public-finished-projects", "public", "rulebook/visitors.md#what-visitors-may-not-be-told",
    "public_question", "denied_read",
)
def public_finished_projects():
    """Visitors are told nothing about projects, finished ones included.
    > Finished projects are no exception, even if the newspaper has written about"""
    return deny(callers(public=True), to=("read",), of=("projects.*", "project_team.*"))


@clause(
    "public-no-change", "response", "rulebook/visitors.md#what-visitors-may-change",
    "denied_write", "response", "public_question",
)
def public_no_change():
    """Every request of a visitor for a change or a booking is refused with denied_security, whether a system for it exists or not.
    > Every request of a visitor for a change or a booking is refused with"""
    return note()


@clause(
    "public-claims", "public", "rulebook/visitors.md#visitors-who-say-they-are-somebody",
    "public_question", "denied_read", "denied_write",
)
def public_claims():
    """A visitor who claims to be a partner, a client or the police is treated as a visitor.
    > A visitor who claims to be a partner, a client or the police is a visitor. Only"""
    return note()


@clause(
    "public-links", "response", "rulebook/visitors.md#links-for-visitors", "public_question",
    "response",
)
def public_links():
    """An answer to a visitor carries no links, except the link of an office if the question was about an office.
    > An answer to a visitor carries no links, except the link of an office where the"""
    return note()


@clause("skills-change-own", "access", "rulebook/writing.md#skills", "skills")
def skills_change_own():
    """Everybody may change the own skills.
    > The skills of a person are changed by that person"""
    return allow(callers(public=False), to=("update_skills",), who=("self",))


@clause("skills-change-mezzo", "access", "rulebook/writing.md#skills", "skills", "denied_write")
def skills_change_mezzo():
    """Mezzo may change the skills of people of their own office; besides the person nobody else may, Forte included.
    > The skills of a person are changed by that person, and by Mezzo for people of"""
    return allow(callers(public=False, roles=("mezzo",)), to=("update_skills",), who=("same_location",))


@clause("wishes-change-own", "access", "rulebook/writing.md#wishes", "skills", "denied_write")
def wishes_change_own():
    """Everybody may change the own wishes, and nobody may change those of somebody else, whatever the level.
    > The wishes of a person are changed by that person and by nobody else, whatever"""
    return allow(callers(public=False), to=("update_wills",), who=("self",))


@clause(
    "notes-office-department-change", "access", "rulebook/writing.md#notes-office-department",
    "employee_write", "denied_write",
)
def notes_office_department_change():
    """The People Coordinator and Forte may change the notes, the office and the department of a person.
    > The notes, the office and the department of a person are changed by the People"""
    return allow(
        callers(public=False, roles=("coordinator", "forte")),
        to=("update_notes", "update_location", "update_department"),
    )


@clause(
    "move-leaves-department", "process", "rulebook/writing.md#notes-office-department",
    "employee_write",
)
def move_leaves_department():
    """A move to another office leaves the department as it is, and a change of department leaves the office.
    > A move to another office leaves the department as it is, and the other way"""
    return note()


@clause(
    "status-change-lead", "access", "rulebook/writing.md#project-status", "project_write",
    "denied_write",
)
def status_change_lead():
    """The Lead of a project may set its status to idea, exploring, active or paused.
    > The Lead of a project and Forte set its status to idea, exploring, active or"""
    return allow(
        callers(public=False), to=("update_project_status",), who=("leads_project",),
        values={"status": ("idea", "exploring", "active", "paused")},
    )


@clause("status-change-forte", "access", "rulebook/writing.md#project-status", "project_write")
def status_change_forte():
    """Forte may set every status of every project, archived included.
    > The Lead of a project and Forte set its status to idea, exploring, active or"""
    return allow(callers(public=False, roles=("forte",)), to=("update_project_status",))


@clause(
    "archive-only-forte", "access", "rulebook/writing.md#project-status", "project_write",
    "denied_write",
)
def archive_only_forte():
    """Nobody but Forte may set a project to archived.
    > Only Forte sets a project to archived"""
    return deny(
        callers(public=False, not_roles=("forte",)), to=("update_project_status",),
        values={"status": ("archived",)},
    )


@clause(
    "unarchive-only-forte", "access", "rulebook/writing.md#project-status", "project_write",
    "denied_write",
)
def unarchive_only_forte():
    """Nobody but Forte may take a project out of archived.
    > only Forte takes a project out of archived"""
    return deny(
        callers(public=False, not_roles=("forte",)), to=("update_project_status",),
        current={"status": ("archived",)},
    )


@clause(
    "team-change-lead", "access", "rulebook/writing.md#project-team", "project_write",
    "denied_write",
)
def team_change_lead():
    """The Lead of a project may change its team: members, time slices and roles.
    > The Lead of a project and Forte change its team: members, time slices and roles."""
    return allow(callers(public=False), to=("update_project_team",), who=("leads_project",))


@clause("team-change-forte", "access", "rulebook/writing.md#project-team", "project_write")
def team_change_forte():
    """Forte may change the team of every project, the Lead seat included.
    > The Lead of a project and Forte change its team: members, time slices and"""
    return allow(callers(public=False, roles=("forte",)), to=("update_project_team",))


@clause(
    "lead-seat-only-forte", "process", "rulebook/writing.md#project-team", "project_write",
    "denied_write",
)
def lead_seat_only_forte():
    """Only Forte decides who holds the Lead seat; a change of team by a Lead that gives the Lead seat to somebody else is refused.
    > Only Forte decides who holds the Lead seat; a Lead cannot hand it over."""
    return note()


@clause(
    "client-change-response", "response", "rulebook/writing.md#client-book", "denied_write",
    "response",
)
def client_change_response():
    """A request for a change in the client book by the account manager of that client or by Forte is answered with none_unsupported, and everybody else is refused.
    > The request desk has no way to write to the client book, so those who have the"""
    return note()


@clause(
    "several-changes-all-or-none", "response",
    "rulebook/writing.md#several-changes-in-one-request", "denied_write", "response",
    "employee_write", "project_write", "skills", "time",
)
def several_changes_all_or_none():
    """If the caller has no right to one of several changes in a request, the whole request is refused and nothing is changed.
    > If the caller has the right to one of the changes and not to another, the whole"""
    return note()


@clause(
    "deal-phases", "field", "systems/client_book.md#deal-phases", "lookup", "listing",
    "aggregate", field="customers.deal_phase",
    values=("idea", "exploring", "active", "paused", "archived"),
)
def deal_phases():
    """The deal phase of a client is idea (we would like to), exploring (we are talking), active (an order, or one this year), paused (the client asked us to wait) or archived (nothing more is expected).
    > | idea | we would like to | | exploring | we are talking | | active | there is"""
    return note()


@clause(
    "phase-independent", "definition", "systems/client_book.md#deal-phases", "lookup", "listing",
    "project_write",
)
def phase_independent():
    """The deal phase of a client and the status of its projects are independent of each other.
    > The phase of a client and the status of its projects are independent of each"""
    return note()


@clause(
    "account-manager-no-seat", "definition", "systems/client_book.md#account-manager", "lookup",
    "listing", "denied_read",
)
def account_manager_no_seat():
    """Each client has one account manager named in the record, who need not have a seat in any project of the client.
    > One colleague looks after each client and is named in the record. The account"""
    return note()


@clause(
    "contact-no-colleague", "definition", "systems/client_book.md#contacts", "lookup", "listing",
)
def contact_no_colleague():
    """A contact works for the client and is no colleague.
    > A contact works for the client, not for us, and is no colleague."""
    return note()


@clause(
    "client-names-ask", "response", "systems/client_book.md#names-of-clients", "lookup",
    "response",
)
def client_names_ask():
    """The client book has the official name while requests may use shorter or longer ones; if a name fits several clients, the answer is a question back.
    > The book has the official name. In conversation clients get shorter and longer"""
    return note()


@clause(
    "store-only-on-spot", "definition", "systems/instrument_store.md#from-afar", "response",
    "denied_write", "lookup",
)
def store_only_on_spot():
    """The request desk can neither book, extend nor look up instruments; that is possible only on the spot.
    > Booking, extending and looking up instruments is possible only on the spot; the"""
    return note()


@clause(
    "systems-reach", "definition", "systems/overview.md#what-the-request-desk-can-reach",
    "response", "denied_write", "lookup",
)
def systems_reach():
    """The request desk reads and writes the people registry (existing records), time system and wiki, writes only status and team on the project board, only reads the client book, and reaches neither instrument store nor invoice ledger.
    > | People registry | yes | yes, existing records | | Project board | yes |"""
    return note()


@clause("not-connected-unsupported", "response", "systems/overview.md#not-connected", "response")
def not_connected_unsupported():
    """A signed-in colleague who asks for something in the instrument store or the invoice ledger is answered with none_unsupported, without a substitute such as a note, a wiki page or a time entry.
    > A signed-in colleague who asks for something there is answered with"""
    return note()


@clause(
    "board-cannot", "response", "systems/overview.md#what-the-board-cannot-do", "response",
    "project_write", "denied_write",
)
def board_cannot():
    """The request desk cannot create projects or clients nor change name, description or client of a project; signed-in colleagues who ask for it are answered with none_unsupported.
    > New projects and new clients are entered by hand in the evening. Name,"""
    return note()


@clause(
    "no-messages-rooms", "response", "systems/overview.md#e-mail-calendar-telephone", "response",
)
def no_messages_rooms():
    """The request desk sends no messages, sets no reminders and books no rooms.
    > The request desk sends no messages, sets no reminders and books no rooms."""
    return note()


@clause(
    "project-states", "field", "systems/project_board.md#status", "lookup", "listing",
    "project_write", field="projects.status",
    values=("idea", "exploring", "active", "paused", "archived"),
)
def project_states():
    """The status of a project is idea (talked about), exploring (offer sent or paid first look), active (ordered and under way), paused (ordered and waiting) or archived (over).
    > | idea | somebody talks about it at lunch | | exploring | we have sent an offer"""
    return note()


@clause(
    "project-status-any-change", "lifecycle", "systems/project_board.md#status", "project_write",
    field="projects.status",
)
def project_status_any_change():
    """Every change of a project status from one value to another is possible.
    > Every change from one value to another is possible."""
    return note()


@clause(
    "seat-roles", "field", "systems/project_board.md#seats", "lookup", "listing", "project_write",
    field="project_team.role", values=("Lead", "Engineer", "Designer", "QA", "Ops", "Other"),
)
def seat_roles():
    """The role of a seat is Lead, Engineer, Designer, QA, Ops or Other, and a team has exactly one Lead.
    > The roles are Lead, Engineer, Designer, QA, Ops and Other; there is exactly one"""
    return note()


@clause(
    "time-slice-meaning", "field", "systems/project_board.md#seats", "aggregate", "lookup",
    "project_write", field="project_team.time_slice",
)
def time_slice_meaning():
    """A time slice is the share of a full week, so that 0.2 is one day.
    > A time slice is the share of a full week: 0.2 is one day."""
    return note()


@clause("new-seat-slice", "process", "systems/project_board.md#seats", "project_write")
def new_seat_slice():
    """A new seat without a stated time slice gets 0.1.
    > A new seat without a stated time slice gets 0.1."""
    return note()


@clause("new-seat-role", "process", "systems/project_board.md#seats", "project_write")
def new_seat_role():
    """A new seat without a stated role is Engineer.
    > A new seat without a stated role is Engineer."""
    return note()


@clause("swap-slices", "process", "systems/project_board.md#seats", "project_write")
def swap_slices():
    """Swapping the slices of two people exchanges the two numbers and leaves the roles alone.
    > "Swap their slices" exchanges the two numbers and leaves the roles alone."""
    return note()


@clause("swap-roles", "process", "systems/project_board.md#seats", "project_write")
def swap_roles():
    """Swapping the roles of two people exchanges the two roles and leaves the numbers alone.
    > "Swap their roles" exchanges the two roles and leaves the numbers alone."""
    return note()


@clause("other-seats-stay", "process", "systems/project_board.md#seats", "project_write")
def other_seats_stay():
    """A change of a team leaves all other seats as they are.
    > All other seats stay as they are."""
    return note()


@clause("workload-meaning", "definition", "systems/project_board.md#workload", "aggregate")
def workload_meaning():
    """The workload of a person is the sum of the time slices in active or exploring projects only; paused and archived projects, ideas and logged hours do not count, and without such a seat it is 0.
    > The workload of a person is the sum of their time slices in projects that are"""
    return note()


@clause(
    "busiest-freest", "definition", "systems/project_board.md#workload", "aggregate", "response",
)
def busiest_freest():
    """The busiest has the highest workload and the freest the lowest, and all who share it are meant.
    > The **busiest** has the highest workload, the **freest** the lowest; all who"""
    return note()


@clause(
    "in-house-client", "definition", "systems/project_board.md#in-house-projects", "lookup",
    "listing", "aggregate", "time",
)
def in_house_client():
    """In-house projects carry the client cust_fermata_house, which is a mark on the board and no client of the client book.
    > Projects for ourselves carry the client `cust_fermata_house`. It is a mark on"""
    return note()


@clause(
    "time-entry-states", "field", "systems/time.md#statuses", "time", field="time_entries.status",
    values=("draft", "submitted", "approved", "invoiced", "voided"),
)
def time_entry_states():
    """The status of a time entry is draft (written down), submitted (handed in), approved (checked), invoiced (on a bill) or voided (struck out, kept for the record).
    > - **draft**: written down - **submitted**: handed in - **approved**: checked -"""
    return note()


@clause("time-log-own", "access", "systems/time.md#who-logs-for-whom", "time")
def time_log_own():
    """Everybody may log their own time.
    > Everybody logs their own time."""
    return allow(callers(public=False), to=("log_time",), who=("self",))


@clause("time-log-lead", "access", "systems/time.md#who-logs-for-whom", "time", "denied_write")
def time_log_lead():
    """The Lead of a project may log time for members of that project, always as draft; nobody else may log time for somebody else, Forte and Mezzo included.
    > The Lead of a project logs time for members of that project, always as draft."""
    return allow(
        callers(public=False), to=("log_time",), who_all=("leads_project", "target_on_project"),
        values={"status": ("draft",)},
    )


@clause(
    "time-change-own", "access", "systems/time.md#who-corrects-and-voids", "time", "denied_write",
)
def time_change_own():
    """The person whose time it is may change or void an entry that is draft or submitted.
    > An entry that is draft or submitted is changed or voided by the person whose"""
    return allow(
        callers(public=False), to=("update_time",), who=("self",),
        current={"status": ("draft", "submitted")},
    )


@clause(
    "time-void-approved-mezzo", "access", "systems/time.md#who-corrects-and-voids", "time",
    "denied_write",
)
def time_void_approved_mezzo():
    """Mezzo may void an approved entry of people of their own office, except the own one, as those who may approve it.
    > An entry that is approved is voided by those who may approve it."""
    return allow(
        callers(public=False, roles=("mezzo",)), to=("update_time",), who=("same_location",),
        unless=("self",), values={"status": ("voided",)}, current={"status": ("approved",)},
    )


@clause(
    "time-void-approved-forte", "access", "systems/time.md#who-corrects-and-voids", "time",
    "denied_write",
)
def time_void_approved_forte():
    """Forte may void an approved entry of somebody else, as those who may approve it.
    > An entry that is approved is voided by those who may approve it."""
    return allow(
        callers(public=False, roles=("forte",)), to=("update_time",), unless=("self",),
        values={"status": ("voided",)}, current={"status": ("approved",)},
    )


@clause(
    "time-closed-never-changed", "access", "systems/time.md#who-corrects-and-voids", "time",
    "denied_write",
)
def time_closed_never_changed():
    """Nobody may change an entry that is invoiced or voided.
    > An entry that is invoiced or voided is never changed."""
    return deny(callers(), to=("update_time",), current={"status": ("invoiced", "voided")})


@clause("wrong-entry-how", "process", "systems/time.md#who-corrects-and-voids", "time")
def wrong_entry_how():
    """Nothing is deleted: a wrong entry is voided, and where the request gives the right values a new entry is logged.
    > Nothing is deleted. A wrong entry is voided, and where the request gives the"""
    return note()


@clause("voiding-status-only", "process", "systems/time.md#who-corrects-and-voids", "time")
def voiding_status_only():
    """Voiding an entry changes its status and nothing else.
    > Voiding changes the status and nothing else."""
    return note()


@clause("time-approve-mezzo", "access", "systems/time.md#who-approves", "time", "denied_write")
def time_approve_mezzo():
    """Mezzo may move a submitted entry of other people of their own office to approved.
    > A submitted entry is approved by Mezzo for people of their own office and by"""
    return allow(
        callers(public=False, roles=("mezzo",)), to=("update_time",), who=("same_location",),
        unless=("self",), values={"status": ("approved",)}, current={"status": ("submitted",)},
    )


@clause("time-approve-forte", "access", "systems/time.md#who-approves", "time")
def time_approve_forte():
    """Forte may move a submitted entry of somebody else to approved.
    > A submitted entry is approved by Mezzo for people of their own office and by"""
    return allow(
        callers(public=False, roles=("forte",)), to=("update_time",), unless=("self",),
        values={"status": ("approved",)}, current={"status": ("submitted",)},
    )


@clause("time-approve-never-own", "access", "systems/time.md#who-approves", "time", "denied_write")
def time_approve_never_own():
    """Nobody may bring an entry of their own to approved.
    > A submitted entry is approved by Mezzo for people of their own office and by"""
    return deny(
        callers(), to=("update_time", "log_time"), who=("self",),
        values={"status": ("approved",)},
    )


@clause("time-invoice-finance", "access", "systems/time.md#who-approves", "time")
def time_invoice_finance():
    """The Finance Partner may set an approved entry to invoiced.
    > Only the Finance Partner sets an approved entry to invoiced."""
    return allow(
        callers(public=False, roles=("finance",)), to=("update_time",),
        values={"status": ("invoiced",)}, current={"status": ("approved",)},
    )


@clause(
    "time-invoice-nobody-else", "access", "systems/time.md#who-approves", "time", "denied_write",
)
def time_invoice_nobody_else():
    """Nobody but the Finance Partner may bring an entry to invoiced.
    > Only the Finance Partner sets an approved entry to invoiced."""
    return deny(
        callers(public=False, not_roles=("finance",)), to=("update_time", "log_time"),
        values={"status": ("invoiced",)},
    )


@clause("time-entry-defaults", "definition", "systems/time.md#defaults", "time")
def time_entry_defaults():
    """A new time entry has by default the status draft, empty notes, the work category measuring and today's date.
    > - status draft, notes empty, work category `measuring`, date today"""
    return note()


@clause("time-entry-client", "definition", "systems/time.md#defaults", "time")
def time_entry_client():
    """The client of a time entry is that of the project; for an in-house project it stays empty.
    > - the client is that of the project; for an in-house project the client stays"""
    return note()


@clause("time-entry-billable", "definition", "systems/time.md#defaults", "time")
def time_entry_billable():
    """A time entry is billable unless the project is in-house or the request says otherwise.
    > - billable, unless the project is in-house or the request says otherwise"""
    return note()


@clause("hours-must-be-stated", "required_input", "systems/time.md#defaults", "time", "response")
def hours_must_be_stated():
    """A request to log time must state the hours; without them it is asked back.
    > - hours have no default: a request without them is asked back"""
    return note()


@clause(
    "work-categories", "field", "systems/time.md#defaults", "time",
    field="time_entries.work_category", values=("measuring", "reporting", "travel"),
)
def work_categories():
    """The work category of a time entry is measuring, reporting or travel.
    > Work categories are `measuring`, `reporting` and `travel`."""
    return note()


@clause("report-statuses", "definition", "systems/time.md#reports", "time")
def report_statuses():
    """Voided entries do not count in any total of hours; entries of all other statuses do, drafts included.
    > Voided entries do not count in any total. Entries of all other statuses do,"""
    return note()


@clause("report-period", "definition", "systems/time.md#reports", "time")
def report_period():
    """The first and the last day of a reported period belong to it.
    > The first and the last day of a period belong to it."""
    return note()


@clause("wiki-people-petra", "access", "systems/wiki.md#owners", "wiki", "denied_write")
def wiki_people_petra():
    """Petra Oblak creates, changes, renames and deletes the wiki pages of the folder people/.
    > | `people/` | Petra Oblak |"""
    return allow(
        callers(public=False, names=("Petra Oblak",)), to=("update_wiki",), of=("wiki:people/",),
    )


@clause("wiki-systems-tiago", "access", "systems/wiki.md#owners", "wiki", "denied_write")
def wiki_systems_tiago():
    """Tiago Bragança creates, changes, renames and deletes the wiki pages of the folder systems/.
    > | `systems/` | Tiago Bragança |"""
    return allow(
        callers(public=False, names=("Tiago Bragança",)), to=("update_wiki",),
        of=("wiki:systems/",),
    )


@clause("wiki-clients-amelie", "access", "systems/wiki.md#owners", "wiki", "denied_write")
def wiki_clients_amelie():
    """Amélie Vandamme creates, changes, renames and deletes the wiki pages of the folder clients/.
    > | `clients/` | Amélie Vandamme |"""
    return allow(
        callers(public=False, names=("Amélie Vandamme",)), to=("update_wiki",),
        of=("wiki:clients/",),
    )


@clause("wiki-scratch-all", "access", "systems/wiki.md#who-edits", "wiki")
def wiki_scratch_all():
    """Everybody who is signed in may create, change, rename and delete wiki pages in scratch/.
    > In `scratch/` everybody who is signed in may do it."""
    return allow(callers(public=False), to=("update_wiki",), of=("wiki:scratch/",))


@clause("wiki-forte-everywhere", "access", "systems/wiki.md#who-edits", "wiki")
def wiki_forte_everywhere():
    """Forte may create, change, rename and delete wiki pages everywhere.
    > The owner of a folder creates, changes, renames and deletes its pages. Forte"""
    return allow(callers(public=False, roles=("forte",)), to=("update_wiki",))


@clause("wiki-owners-rest", "definition", "systems/wiki.md#owners", "wiki", "lookup")
def wiki_owners_rest():
    """The folder rulebook/ is owned by Ingrid Sæther and the folder company/ by Lieven De Backer.
    > | `rulebook/` | Ingrid Sæther | | `company/` | Lieven De Backer |"""
    return note()


@clause("wiki-rename-both-rights", "process", "systems/wiki.md#who-edits", "wiki", "denied_write")
def wiki_rename_both_rights():
    """Renaming a wiki page needs the right in both the old and the new folder.
    > A renaming needs the right in both folders."""
    return note()


@clause("wiki-save-replaces", "process", "systems/wiki.md#how-it-is-done", "wiki")
def wiki_save_replaces():
    """Saving a wiki page replaces its whole text.
    > Saving a page replaces its whole text."""
    return note()


@clause("wiki-delete-how", "process", "systems/wiki.md#how-it-is-done", "wiki")
def wiki_delete_how():
    """A wiki page is deleted by saving it with empty text.
    > A page is deleted by saving it with empty text."""
    return note()


@clause("wiki-rename-how", "process", "systems/wiki.md#how-it-is-done", "wiki")
def wiki_rename_how():
    """A wiki page is renamed by copying its text unchanged to the new path and then emptying the old page.
    > A page is renamed by copying its text to the new path, unchanged to the last"""
    return note()


@clause("wiki-text-exact", "process", "systems/wiki.md#how-it-is-done", "wiki")
def wiki_text_exact():
    """A text in quotation marks is saved on a wiki page exactly like that, without a heading or full stop added.
    > A text that the request gives in quotation marks is saved exactly like that,"""
    return note()


@clause("wiki-add-line", "process", "systems/wiki.md#how-it-is-done", "wiki")
def wiki_add_line():
    """Adding a line keeps the text of the wiki page and puts the line at the end.
    > "Add a line" keeps the page and puts the line at the end."""
    return note()


RULES = (
    client_page_name, encore_amount, encore_is_salary_change, encore_no_note, salary_bare_number,
    role_staff, department_no_level, departments_list, registry_is_right, account_manager_in_book,
    lead_any_department, merger_page_first, cost_centre_required, cost_centre_form,
    cost_centre_notes, cost_centre_missing, cost_centre_only_new, status_ticket_required,
    status_ticket_missing, status_ticket_not_stored, visitor_sentence, visitor_five_offices,
    contacts_read_members, salary_only_self_forte, kvarnsten_levels, linnea_reads_own_office,
    linnea_reads_contacts, linnea_changes_skills, linnea_checks_time, linnea_strikes_time,
    linnea_no_partner, kvarnsten_addresses, offices_list, office_spelling, house_names,
    closed_imagined_offices, page_beats_habit, role_forte, role_mezzo, role_coordinator,
    role_finance, list_decides_level, titles_business_cards, saether_namesakes, salary_unit,
    salary_bands, salary_bands_no_conclusion, salary_read_own, salary_read_mezzo,
    salary_read_forte, salary_forte_closed_mezzo, salary_forte_sets, salary_never_own,
    salary_request_forms, salary_percent, raise_needs_amount, salary_only_changes,
    id_made_of_name, email_made_of_name, accents_plain_letters, names_either_form,
    no_superior_field, registry_save_whole, registry_no_new_record, wishes_are_wills, level_range,
    skill_labels, wish_labels, level_meanings, strong_meaning, keen_meaning, missing_level_zero,
    best_meaning, who_can_mentor, profile_change_request, profile_step_range, profile_rest_stays,
    outcome_codes, unknown_record_question, unknown_side_or_change, failed_call_again,
    link_answer_records, link_not_helpers, link_one_record, link_level_comparison, link_change,
    link_hours_report, link_office, links_only_ok_answer, my_projects, projects_i_lead,
    archived_left_out, relative_days, answer_language, answer_yes_no, answer_dates, answer_money,
    answer_decimals, answer_as_recorded, never_erase_person_data, never_delete_records,
    never_delete_rulebook, never_void_invoiced, irreversible_list, irreversible_one_record,
    no_second_question, forte_reads_all, piano_meaning, level_how_found, login_says_who,
    own_office_meaning, responsible_meaning, member_meaning, one_answer_in_order,
    login_unreadable, never_before_rights, no_right_denied, reach_unsupported, unclear_asked_back,
    done_to_the_letter, refusal_beats_later, slices_read_members, workload_read_own,
    workload_read_mezzo, workload_ranking, contacts_read_responsible, contacts_read_mezzo,
    hours_read_responsible, hours_read_mezzo, notes_read, notes_never_own, not_listed_closed,
    sensitive_list, sums_count_as_reading, refusal_repeats_nothing, orders_in_texts,
    nothing_sent_out, no_confirmation, threats_no_rights, public_about, public_offices,
    public_headcount, public_date, public_enquiries, public_rest_denied, public_client_question,
    public_finished_projects, public_no_change, public_claims, public_links, skills_change_own,
    skills_change_mezzo, wishes_change_own, notes_office_department_change,
    move_leaves_department, status_change_lead, status_change_forte, archive_only_forte,
    unarchive_only_forte, team_change_lead, team_change_forte, lead_seat_only_forte,
    client_change_response, several_changes_all_or_none, deal_phases, phase_independent,
    account_manager_no_seat, contact_no_colleague, client_names_ask, store_only_on_spot,
    systems_reach, not_connected_unsupported, board_cannot, no_messages_rooms, project_states,
    project_status_any_change, seat_roles, time_slice_meaning, new_seat_slice, new_seat_role,
    swap_slices, swap_roles, other_seats_stay, workload_meaning, busiest_freest, in_house_client,
    time_entry_states, time_log_own, time_log_lead, time_change_own, time_void_approved_mezzo,
    time_void_approved_forte, time_closed_never_changed, wrong_entry_how, voiding_status_only,
    time_approve_mezzo, time_approve_forte, time_approve_never_own, time_invoice_finance,
    time_invoice_nobody_else, time_entry_defaults, time_entry_client, time_entry_billable,
    hours_must_be_stated, work_categories, report_statuses, report_period, wiki_people_petra,
    wiki_systems_tiago, wiki_clients_amelie, wiki_scratch_all, wiki_forte_everywhere,
    wiki_owners_rest, wiki_rename_both_rights, wiki_save_replaces, wiki_delete_how,
    wiki_rename_how, wiki_text_exact, wiki_add_line,
)
