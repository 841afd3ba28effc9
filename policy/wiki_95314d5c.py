"""Policy of wiki 95314d5c2d46459123b8192eb8015680a11d114c, 198 rules.

Generated from rules/95314d5c.yaml, extracted by claude-opus-5-5, content
2972d55c823f668f48e994a76a6a37c795f32d23444eaa5cc1b6d162b1287bcc.
Do not edit: change the rules and run `python -m agentic_solver compile`.
"""

from agentic_solver.erc3.policy.facade import allow, callers, clause, deny, note, role, unit

WIKI_SHA1 = "95314d5c2d46459123b8192eb8015680a11d114c"


# clients/first_visit.md -------------------------------------------------------------------------


@clause("client-page-name", "process", "wiki")
def client_page_name():
    """A wiki page about a single client lives in the folder clients/ and its file name is the id
    of the client.

    clients/first_visit.md#pages-about-clients
    > Pages about single clients live in this folder; their file name is the id of the client,
    > for instance `clients/cust_example.md`.
    """
    return note()


# company/culture.md -----------------------------------------------------------------------------


@clause("encore-amount", "definition", "employee_write", field="employees.salary")
def encore_amount():
    """One encore raises the yearly salary by 40 EUR, two encores by 80, and it is the same for
    everybody.

    company/culture.md#the-encore
    > One encore is 40 EUR a year. "Give her an encore" therefore means that the salary rises by
    > 40, and two encores are 80.
    """
    return unit("encore", "40")


@clause("encore-is-salary-change", "definition", "employee_write", "denied_write")
def encore_is_salary_change():
    """An encore is a change of the salary and follows the rules for changing a salary.

    company/culture.md#the-encore
    > An encore is a change of the salary and follows the rules of
    > [people/pay.md](../people/pay.md).
    """
    return note()


@clause("encore-no-note", "process", "employee_write")
def encore_no_note():
    """Nothing is written into the notes for an encore.

    company/culture.md#the-encore
    > Nothing is written into the notes for it.
    """
    return note()


@clause("salary-bare-number", "definition", "employee_write")
def salary_bare_number():
    """A bare number in a request about a salary is an amount in euros a year, never a percentage
    and never an amount a month.

    company/culture.md#bare-numbers
    > A bare number in a request about a salary ("put 15 on top") is an amount in euros a year.
    > It is never a percentage and never an amount a month.
    """
    return note()


# company/departments.md -------------------------------------------------------------------------


@clause(
    "role-staff", "role", "lookup", "listing", "aggregate", "skills", "time", "project_write",
    "wiki", "denied_read", "denied_write",
)
def role_staff():
    """Staff are all colleagues of the departments Partners, Room Acoustics, Noise & Vibration,
    Field Crew, Client Desk and Operations.

    company/departments.md#the-six-departments
    > - **Partners**: the owners of the house. - **Room Acoustics**: halls, theatres, classrooms,
    > courtrooms, chapels. - **Noise & Vibration**: roads, rails, wind, industry, floors and
    > footbridges. - **Field Crew**: instruments, measuring campaigns, night shifts. - **Client
    > Desk**: offers, tenders, contact with clients. - **Operations**: people, contracts, the
    > building, the coffee.
    """
    return role(
        "staff",
        callers(
            departments=(
                "Partners", "Room Acoustics", "Noise & Vibration", "Field Crew", "Client Desk",
                "Operations",
            ),
        ),
    )


@clause("department-no-level", "definition", "denied_read", "denied_write", "lookup")
def department_no_level():
    """Every colleague belongs to one department, and a department gives no access level.

    company/departments.md#departments
    > Every colleague belongs to one department, whatever the office. A department gives no
    > access level.
    """
    return note()


@clause(
    "departments-list", "field", "lookup", "listing", "employee_write",
    field="employees.department",
    values=(
        "Partners", "Room Acoustics", "Noise & Vibration", "Field Crew", "Client Desk",
        "Operations",
    ),
)
def departments_list():
    """The department of a colleague is Partners, Room Acoustics, Noise & Vibration, Field Crew,
    Client Desk or Operations.

    company/departments.md#the-six-departments
    > - **Partners**: the owners of the house. - **Room Acoustics**: halls, theatres, classrooms,
    > courtrooms, chapels. - **Noise & Vibration**: roads, rails, wind, industry, floors and
    > footbridges. - **Field Crew**: instruments, measuring campaigns, night shifts. - **Client
    > Desk**: offers, tenders, contact with clients. - **Operations**: people, contracts, the
    > building, the coffee.
    """
    return note()


@clause("registry-is-right", "definition", "lookup", "listing")
def registry_is_right():
    """The people registry decides in which department a colleague is.

    company/departments.md#who-is-where
    > The people registry is right. The list on the wall in the kitchen is not.
    """
    return note()


@clause("account-manager-in-book", "definition", "lookup", "listing")
def account_manager_in_book():
    """Anybody can be the account manager of a client; the client book says who it is.

    company/departments.md#account-managers
    > anybody can be the account manager of a client. The client book says who it is.
    """
    return note()


@clause("lead-any-department", "definition", "project_write", "lookup")
def lead_any_department():
    """A colleague of any department may lead or join any project, so the department of a person
    says nothing about the projects.

    company/departments.md#working-across
    > Teams of projects are mixed on purpose. A colleague from Room Acoustics may lead a project
    > about a quarry
    """
    return note()


# company/offices.md -----------------------------------------------------------------------------


@clause(
    "offices-list", "field", "public_question", "lookup", "listing", "employee_write",
    field="employees.location", values=("Bergen", "Ghent", "Graz", "Coimbra"),
)
def offices_list():
    """The offices are Bergen in Norway (the quay), Ghent in Belgium (the weaving hall), Graz in
    Austria (the tram depot) and Coimbra in Portugal (the convent).

    company/offices.md#our-offices
    > | Bergen | Norway | the quay | 1998 | Marit Sæther | | Ghent | Belgium | the weaving hall |
    > 2006 | Amélie Vandamme | | Graz | Austria | the tram depot | 2012 | Jörg Weißhaupt | |
    > Coimbra | Portugal | the convent | 2017 | Tiago Bragança |
    """
    return note()


@clause(
    "office-spelling", "field", "lookup", "listing", "employee_write", field="employees.location",
)
def office_spelling():
    """In all records an office is written exactly as in the first column of the table of offices.

    company/offices.md#our-offices
    > In all records an office is written exactly as in the first column.
    """
    return note()


@clause("house-names", "definition", "lookup", "listing", "skills", "employee_write")
def house_names():
    """Requests may use the house name of an office, such as the convent for Coimbra; the records
    never use house names.

    company/offices.md#house-names
    > Colleagues like the house names: "somebody at the convent" is somebody in Coimbra. The
    > records never use them.
    """
    return note()


@clause(
    "closed-imagined-offices", "definition", "public_question", "lookup", "listing",
    "employee_write",
)
def closed_imagined_offices():
    """There is no office in Aarhus any more, and there has never been one in Vienna, Antwerp,
    Porto or Oslo.

    company/offices.md#former-and-imagined-offices
    > - The office in Aarhus was closed in 2009. - There has never been an office in Vienna,
    > Antwerp, Porto or Oslo.
    """
    return note()


# index.md ---------------------------------------------------------------------------------------


@clause("page-beats-habit", "definition", "response", "wiki")
def page_beats_habit():
    """Where a habit contradicts a page of the wiki, the page counts.

    index.md#fermata-holm-house-wiki
    > A habit that contradicts a page is a bad habit
    """
    return note()


# people/hierarchy.md ----------------------------------------------------------------------------


@clause(
    "role-forte", "role", "denied_read", "denied_write", "lookup", "aggregate", "employee_write",
    "project_write", "time", "wiki",
)
def role_forte():
    """Forte, the partners, are Ingrid Sæther, Lieven De Backer and Constança Figueira.

    people/hierarchy.md#forte
    > | Ingrid Sæther | Managing Partner | Bergen | | Lieven De Backer | Technical Partner |
    > Ghent | | Constança Figueira | Finance Partner | Coimbra |
    """
    return role(
        "forte", callers(names=("Ingrid Sæther", "Lieven De Backer", "Constança Figueira")),
    )


@clause(
    "role-mezzo", "role", "denied_read", "denied_write", "lookup", "aggregate", "skills", "time",
)
def role_mezzo():
    """Mezzo, the stewards of the offices and the People Coordinator, are Marit Sæther, Amélie
    Vandamme, Jörg Weißhaupt, Tiago Bragança and Petra Oblak.

    people/hierarchy.md#mezzo
    > | Marit Sæther | Steward of Bergen | Bergen | | Amélie Vandamme | Steward of Ghent, head of
    > the Client Desk | Ghent | | Jörg Weißhaupt | Steward of Graz | Graz | | Tiago Bragança |
    > Steward of Coimbra, head of the Field Crew | Coimbra | | Petra Oblak | People Coordinator |
    > Graz |
    """
    return role(
        "mezzo",
        callers(
            names=(
                "Marit Sæther", "Amélie Vandamme", "Jörg Weißhaupt", "Tiago Bragança",
                "Petra Oblak",
            ),
        ),
    )


@clause("role-coordinator", "role", "denied_read", "denied_write", "lookup", "employee_write")
def role_coordinator():
    """The People Coordinator is Petra Oblak and has the rights of the People Coordinator for all
    offices.

    people/hierarchy.md#titles-that-matter
    > The **People Coordinator** is Petra Oblak. She has the rights that the pages give to the
    > People Coordinator, for all offices.
    """
    return role("coordinator", callers(names=("Petra Oblak",)))


@clause("role-finance", "role", "time", "denied_write")
def role_finance():
    """The Finance Partner is Constança Figueira.

    people/hierarchy.md#titles-that-matter
    > The **Finance Partner** is Constança Figueira.
    """
    return role("finance", callers(names=("Constança Figueira",)))


@clause("list-decides-level", "definition", "denied_read", "denied_write", "lookup")
def list_decides_level():
    """The list of names on this page decides the access level of everybody and is complete.

    people/hierarchy.md#who-is-who
    > This list decides the access level of everybody, see
    > [rulebook/levels.md](../rulebook/levels.md). It is complete.
    """
    return note()


@clause("titles-business-cards", "definition", "denied_read", "denied_write")
def titles_business_cards():
    """Titles other than People Coordinator and Finance Partner give no rights.

    people/hierarchy.md#titles-that-matter
    > All other titles are for business cards.
    """
    return note()


@clause("saether-namesakes", "response", "lookup", "response", "employee_write", "time", "skills")
def saether_namesakes():
    """Sæther or Saether alone fits both Ingrid and Marit Sæther, so the name does not tell who is
    meant.

    people/hierarchy.md#namesakes
    > "Sæther" alone, or "Saether" in a hurry, fits both, and they have different levels.
    """
    return note()


# people/pay.md ----------------------------------------------------------------------------------


@clause("salary-unit", "field", "lookup", "aggregate", "employee_write", field="employees.salary")
def salary_unit():
    """A salary is a whole number of euros a year before tax.

    people/pay.md#pay
    > Salaries are whole euros a year before tax.
    """
    return note()


@clause("salary-bands", "definition", "employee_write")
def salary_bands():
    """Salary bands are a habit and not a limit for setting a salary.

    people/pay.md#bands
    > Bands are a habit and not a limit
    """
    return note()


@clause("salary-bands-no-conclusion", "definition", "denied_read", "lookup", "public_question")
def salary_bands_no_conclusion():
    """The salary bands are internal, and the salary of a person cannot be concluded from them.

    people/pay.md#bands
    > The bands are internal; the salary of a person cannot be concluded from them.
    """
    return note()


@clause("salary-read-own", "access", "lookup")
def salary_read_own():
    """Everybody may read the own salary.

    people/pay.md#who-reads-a-salary
    > A salary may be read by the person it belongs to
    """
    return allow(callers(public=False), to=("read",), of=("employees.salary",), who=("self",))


@clause("salary-read-mezzo", "access", "lookup", "aggregate", "denied_read")
def salary_read_mezzo():
    """Mezzo may read the salaries of people of their own office.

    people/pay.md#who-reads-a-salary
    > A salary may be read by the person it belongs to, by Mezzo for people of their own office,
    > and by Forte.
    """
    return allow(
        callers(roles=("mezzo",)), to=("read",), of=("employees.salary",), who=("same_location",),
    )


@clause("salary-read-forte", "access", "lookup", "aggregate", "denied_read")
def salary_read_forte():
    """Forte may read every salary; besides them only the person it belongs to and Mezzo of the
    own office may.

    people/pay.md#who-reads-a-salary
    > A salary may be read by the person it belongs to, by Mezzo for people of their own office,
    > and by Forte.
    """
    return allow(
        callers(roles=("forte",)), to=("read",), of=("employees.salary",), exclusive=True,
    )


@clause("salary-forte-closed-mezzo", "access", "denied_read", "aggregate")
def salary_forte_closed_mezzo():
    """Mezzo may not read the salaries of Forte, whatever the office.

    people/pay.md#who-reads-a-salary
    > The salaries of Forte are not open to Mezzo, whatever the office.
    """
    return deny(
        callers(roles=("mezzo",)), to=("read",), of=("employees.salary",),
        current={"name": ("Ingrid Sæther", "Lieven De Backer", "Constança Figueira")},
    )


@clause("salary-forte-sets", "access", "employee_write", "denied_write")
def salary_forte_sets():
    """Forte may set every salary except the own one; nobody else changes a salary, the People
    Coordinator included.

    people/pay.md#who-changes-a-salary
    > Forte sets salaries, except that nobody changes their own. Nobody else changes a salary,
    > the People Coordinator included.
    """
    return allow(callers(roles=("forte",)), to=("update_salary",), unless=("self",))


@clause("salary-never-own", "access", "employee_write", "denied_write")
def salary_never_own():
    """Nobody may change their own salary.

    people/pay.md#who-changes-a-salary
    > nobody changes their own
    """
    return deny(callers(), to=("update_salary",), who=("self",))


@clause("salary-request-forms", "process", "employee_write")
def salary_request_forms():
    """A request for a change of salary gives the new amount, a step in euros or an encore.

    people/pay.md#how-a-salary-is-changed
    > A request gives the new amount, or a step in euros, or an encore
    """
    return note()


@clause("salary-percent", "process", "employee_write")
def salary_percent():
    """A salary is changed by a percentage only when the request says percent, and the result is
    rounded down to whole euros.

    people/pay.md#how-a-salary-is-changed
    > A percentage is possible when the request says percent; the result is rounded down to whole
    > euros.
    """
    return note()


@clause("raise-needs-amount", "required_input", "employee_write", "response")
def raise_needs_amount():
    """A request for a raise must state an amount; without any it is asked back with
    none_clarification_needed.

    people/pay.md#how-a-salary-is-changed
    > "A raise" without any amount is asked back with `none_clarification_needed`.
    """
    return note()


@clause("salary-only-changes", "process", "employee_write")
def salary_only_changes():
    """A change of salary leaves the notes, the profile and everything else word for word.

    people/pay.md#how-a-salary-is-changed
    > Only the salary changes. The notes, the profile and everything else stay word for word.
    """
    return note()


# people/registry.md -----------------------------------------------------------------------------


@clause("id-made-of-name", "field", "lookup", "listing", field="employees.id")
def id_made_of_name():
    """The id of a colleague is a short name: the first letter of the given name, then the family
    name, six letters at most.

    people/registry.md#people-registry
    > | id | short name, such as `mmuste`: first letter of the given name, then the family name,
    > six letters at most |
    """
    return note()


@clause("email-made-of-name", "field", "lookup", field="employees.email")
def email_made_of_name():
    """The e-mail address of a colleague is the given name, a dot and the family name at the
    domain of the house.

    people/registry.md#people-registry
    > | email | given name, dot, family name, at the domain of the house |
    """
    return note()


@clause("accents-plain-letters", "definition", "lookup", "listing")
def accents_plain_letters():
    """Ids and addresses have plain letters: æ becomes ae, ö oe, ß ss, å a, other accents are
    dropped, and a family name of two words is written as one.

    people/registry.md#accents-in-addresses
    > Ids and addresses have plain letters: æ becomes ae, ö becomes oe, ß becomes ss, å becomes
    > a, and other accents are dropped. A family name of two words is written as one.
    """
    return note()


@clause(
    "names-either-form", "definition", "lookup", "listing", "time", "employee_write",
    "project_write", "skills",
)
def names_either_form():
    """A request may write a name with accents or in plain letters, or with the family name first;
    it is the same person.

    people/registry.md#accents-in-addresses
    > Requests may use either form, or the family name first; it is the same person.
    """
    return note()


@clause("no-superior-field", "definition", "lookup", "response")
def no_superior_field():
    """The people registry has no field for a superior; levels stand in the list of names and
    Leads on the project board.

    people/registry.md#no-chief-in-the-record
    > The registry has no field for a superior. Levels stand in [hierarchy.md](hierarchy.md),
    > Leads on the project board.
    """
    return note()


@clause("registry-save-whole", "process", "employee_write", "skills")
def registry_save_whole():
    """A record of the registry is saved as a whole, with all fields that are not changed sent
    along as they were.

    people/registry.md#saving
    > A record is saved as a whole. Whoever changes one field sends all the others along as they
    > were.
    """
    return note()


@clause("registry-no-new-record", "response", "response", "denied_write")
def registry_no_new_record():
    """The request desk cannot create a record of the people registry; who asks for one is
    answered with none_unsupported.

    people/registry.md#joining-and-leaving
    > The request desk can neither create nor remove a record of the registry; those who ask for
    > a new record are answered with `none_unsupported`
    """
    return note()


# people/skills_and_wishes.md --------------------------------------------------------------------


@clause("wishes-are-wills", "definition", "skills")
def wishes_are_wills():
    """Skills are what somebody can do; wishes are what somebody would like to do and are called
    wills in the registry.

    people/skills_and_wishes.md#skills-and-wishes
    > A profile lists skills, what somebody can do, and wishes, what somebody would like to do.
    > The registry calls wishes wills.
    """
    return note()


@clause("level-range", "field", "skills", field="employee_skills.level")
def level_range():
    """The levels of skills and wishes go from 1 to 10.

    people/skills_and_wishes.md#skills-and-wishes
    > All levels go from 1 to 10.
    """
    return note()


@clause(
    "skill-labels", "field", "skills", field="employee_skills.name",
    values=(
        "sk_bell", "sk_court", "sk_field", "sk_hall", "sk_model", "sk_rail", "sk_tremor",
        "sk_wind",
    ),
)
def skill_labels():
    """The registry stores a skill by the id of the table; people say the label beside it.

    people/skills_and_wishes.md#skills
    > | `sk_bell` | Bells and organs | | `sk_court` | Expert opinions for courts | | `sk_field` |
    > Field measurement | | `sk_hall` | Concert hall acoustics | | `sk_model` | Sound propagation
    > modelling | | `sk_rail` | Road and rail noise | | `sk_tremor` | Vibration of floors and
    > footbridges | | `sk_wind` | Wind turbine noise |
    """
    return note()


@clause(
    "wish-labels", "field", "skills", field="employee_wills.name",
    values=("wi_abroad", "wi_conduct", "wi_night", "wi_podium", "wi_tutor"),
)
def wish_labels():
    """The registry stores a wish by the id of the table; people say the label beside it.

    people/skills_and_wishes.md#wishes
    > | `wi_abroad` | Jobs abroad | | `wi_conduct` | Leading projects | | `wi_night` | Night
    > measurements | | `wi_podium` | Speaking at conferences | | `wi_tutor` | Mentoring newcomers
    > |
    """
    return note()


@clause("level-meanings", "definition", "skills")
def level_meanings():
    """A level of 1 to 3 means has begun, 4 to 7 works alone, 8 to 10 strong.

    people/skills_and_wishes.md#how-to-read-a-level
    > - 1 to 3: has begun - 4 to 7: works alone - 8 to 10: strong
    """
    return note()


@clause("strong-meaning", "definition", "skills")
def strong_meaning():
    """Strong in a skill means level 8 or more.

    people/skills_and_wishes.md#how-to-read-a-level
    > **Strong** in a skill means level 8 or more.
    """
    return note()


@clause("keen-meaning", "definition", "skills")
def keen_meaning():
    """Keen on something means a wish of level 7 or more.

    people/skills_and_wishes.md#how-to-read-a-level
    > **Keen** on something means a wish of level 7 or more.
    """
    return note()


@clause("missing-level-zero", "definition", "skills")
def missing_level_zero():
    """A skill or wish that is missing from a profile counts as level 0.

    people/skills_and_wishes.md#how-to-read-a-level
    > What is missing from a profile counts as level 0.
    """
    return note()


@clause("best-meaning", "definition", "skills", "response")
def best_meaning():
    """Best means the highest level among those asked about, and everybody who has it is part of
    the answer.

    people/skills_and_wishes.md#how-to-read-a-level
    > **Best** means the highest level there is among those asked about. Everybody who has it is
    > part of the answer.
    """
    return note()


@clause("who-can-mentor", "definition", "skills")
def who_can_mentor():
    """Somebody can mentor a colleague in a skill when strong in it and at least two levels above
    that colleague, whatever the office.

    people/skills_and_wishes.md#mentoring
    > Somebody can mentor a colleague in a skill when they are strong in it and at least two
    > levels above that colleague. The office does not matter.
    """
    return note()


@clause("profile-change-request", "required_input", "skills")
def profile_change_request():
    """A request to change a profile must name the skill or wish and the new level or a step.

    people/skills_and_wishes.md#changing-a-profile
    > A request names the skill or wish and the new level or a step such as +1.
    """
    return note()


@clause("profile-step-range", "response", "skills", "response")
def profile_step_range():
    """Levels stay between 1 and 10, and a step that would leave this range is asked back with
    none_clarification_needed.

    people/skills_and_wishes.md#changing-a-profile
    > Levels stay between 1 and 10; a step that would leave this range is asked back with
    > `none_clarification_needed`.
    """
    return note()


@clause("profile-rest-stays", "process", "skills")
def profile_rest_stays():
    """A change of a profile leaves everything else in the profile as it is.

    people/skills_and_wishes.md#changing-a-profile
    > Everything else in the profile stays as it is.
    """
    return note()


# rulebook/answers.md ----------------------------------------------------------------------------


@clause(
    "outcome-codes", "response", "response", "lookup", "listing", "denied_read", "denied_write",
)
def outcome_codes():
    """The outcome is ok_answer when answered or changed, ok_not_found when nothing or nobody
    fits, denied_security without the right, none_clarification_needed when several records fit
    or a needed detail is missing, none_unsupported when no connected system offers it,
    error_internal when a system does not answer or the caller cannot be identified.

    rulebook/answers.md#outcome-codes
    > | `ok_answer` | the question is answered or the change is made | | `ok_not_found` | the
    > search worked, and nothing or nobody fits | | `denied_security` | the caller has no right
    > to this | | `none_clarification_needed` | several records fit, or a needed detail is
    > missing | | `none_unsupported` | no connected system offers this | | `error_internal` | a
    > system does not answer, or the caller cannot be identified |
    """
    return note()


@clause("unknown-record-question", "response", "response", "lookup", "listing")
def unknown_record_question():
    """A question about a person, a client or a project that does not exist is answered with
    ok_not_found.

    rulebook/answers.md#outcome-codes
    > A question about a person, a client or a project that we do not have is answered with
    > `ok_not_found`.
    """
    return note()


@clause(
    "unknown-side-or-change", "response", "response", "aggregate", "project_write",
    "employee_write", "time", "skills",
)
def unknown_side_or_change():
    """A comparison with an unknown side and a change to a record that does not exist are answered
    with none_clarification_needed.

    rulebook/answers.md#outcome-codes
    > A comparison in which one of the two sides is unknown, and a change to a record that we do
    > not have, are answered with `none_clarification_needed`.
    """
    return note()


@clause("failed-call-again", "response", "response")
def failed_call_again():
    """A call that fails is tried again, with fewer rows if need be, and only when it cannot be
    completed at all is the answer error_internal.

    rulebook/answers.md#outcome-codes
    > A call that fails is tried again, with fewer rows if the page limit demands it. Only when
    > it cannot be completed at all is the answer `error_internal`.
    """
    return note()


@clause("link-answer-records", "response", "response", "lookup", "listing", "aggregate", "skills")
def link_answer_records():
    """An answer links the records that are the answer, of the kind that was asked for, all of
    them in case of a tie.

    rulebook/answers.md#links
    > An answer links the records that are the answer, of the kind that was asked for, all of
    > them in case of a tie.
    """
    return note()


@clause("link-not-helpers", "response", "response", "lookup", "aggregate", "skills")
def link_not_helpers():
    """Records that only helped to find the answer are not linked, such as the caller, the loser
    of a comparison or the colleague to be mentored.

    rulebook/answers.md#links
    > Records that only helped to find the answer are not linked: the caller, the loser of a
    > comparison, the colleague to be mentored.
    """
    return note()


@clause("link-one-record", "response", "response", "lookup")
def link_one_record():
    """A question about a detail of one record links that record.

    rulebook/answers.md#links
    > A question about one record (an address, a role, a contact, a status) links that record.
    """
    return note()


@clause("link-level-comparison", "response", "response", "aggregate")
def link_level_comparison():
    """A comparison of two that ends level links neither of them.

    rulebook/answers.md#links
    > A comparison of two that ends level links neither of them.
    """
    return note()


@clause(
    "link-change", "response", "response", "employee_write", "project_write", "wiki", "time",
    "skills",
)
def link_change():
    """A change links the changed employee, project or page, and a time entry links the project
    and the employee whose time it is.

    rulebook/answers.md#links
    > A change links the record that was changed: the employee, the project, the page. A time
    > entry links the project and the employee whose time it is.
    """
    return note()


@clause("link-hours-report", "response", "response", "time")
def link_hours_report():
    """A report of hours links the employee, the project or the client that it reports on.

    rulebook/answers.md#links
    > A report of hours links what it reports on: the employee, the project or the client.
    """
    return note()


@clause("link-office", "response", "response", "lookup", "public_question")
def link_office():
    """A question about an office links the office, as kind location.

    rulebook/answers.md#links
    > A question about an office links the office, as kind location.
    """
    return note()


@clause("links-only-ok-answer", "response", "response", "denied_read", "denied_write")
def links_only_ok_answer():
    """Answers with any other code than ok_answer carry no links.

    rulebook/answers.md#links
    > Answers with any other code than `ok_answer` carry no links.
    """
    return note()


@clause("my-projects", "definition", "listing", "aggregate", "lookup", "time")
def my_projects():
    """My projects are those in which the caller is a member.

    rulebook/answers.md#words-in-requests
    > "My projects" are those in which the caller is a member.
    """
    return note()


@clause("projects-i-lead", "definition", "listing", "aggregate", "lookup")
def projects_i_lead():
    """Projects I lead are those in which the caller is the Lead.

    rulebook/answers.md#words-in-requests
    > "Projects I lead" are those in which the caller is the Lead.
    """
    return note()


@clause("archived-left-out", "definition", "listing", "aggregate")
def archived_left_out():
    """Archived projects are left out of every list and every count, unless the request speaks of
    archived or finished projects.

    rulebook/answers.md#words-in-requests
    > Projects that are archived are left out of every list and every count, unless the request
    > speaks of archived or finished projects.
    """
    return note()


@clause("relative-days", "definition", "time")
def relative_days():
    """Relative days count from today's date as the login shows it, and last Tuesday is the most
    recent Tuesday before today.

    rulebook/answers.md#words-in-requests
    > "Yesterday", "last Tuesday" and the like count from today's date as the login shows it;
    > "last Tuesday" is the most recent Tuesday before today.
    """
    return note()


@clause("answer-language", "response", "response")
def answer_language():
    """Answers are in the language of the request.

    rulebook/answers.md#formats
    > Answers are in the language of the request.
    """
    return note()


@clause("answer-yes-no", "response", "response", "lookup")
def answer_yes_no():
    """A yes-or-no question is answered with the one word Yes or No, in English whatever the
    language of the request.

    rulebook/answers.md#formats
    > A question for yes or no is answered with the one word Yes or No, in English whatever the
    > language of the request
    """
    return note()


@clause("answer-dates", "response", "response", "public_question", "time")
def answer_dates():
    """Dates are written day, month, year with leading zeros and dots, as in 07.03.2025, unless
    the request asks for another format.

    rulebook/answers.md#formats
    > Dates are written day, month, year with leading zeros and dots, 07.03.2025, unless the
    > request asks for another format.
    """
    return note()


@clause("answer-money", "response", "response", "lookup", "aggregate")
def answer_money():
    """Money is written in plain digits without thousands separators, a space and EUR, as in 61000
    EUR.

    rulebook/answers.md#formats
    > Money is written in plain digits, a space and EUR: 61000 EUR. There are no thousands
    > separators.
    """
    return note()


@clause("answer-decimals", "response", "response", "time", "aggregate")
def answer_decimals():
    """Hours and time slices are written with a decimal point and no needless zeros, as in 7.5 and
    8.

    rulebook/answers.md#formats
    > Hours and time slices are written with a decimal point and no needless zeros: 7.5 and 8.
    """
    return note()


@clause("answer-as-recorded", "response", "response", "lookup")
def answer_as_recorded():
    """Ids, e-mail addresses, roles and status values are given exactly as recorded.

    rulebook/answers.md#formats
    > Ids, e-mail addresses, roles and status values are given exactly as recorded.
    """
    return note()


# rulebook/irreversible.md -----------------------------------------------------------------------


@clause("never-erase-person-data", "response", "denied_write", "response", "employee_write")
def never_erase_person_data():
    """Erasing the data of a person, the own included, is refused with denied_security, whoever
    asks.

    rulebook/irreversible.md#never
    > The following is refused with `denied_security`, whoever asks, partners included: - erasing
    > the data of a person, whether one's own or somebody else's
    """
    return note()


@clause("never-delete-records", "response", "denied_write", "response", "project_write")
def never_delete_records():
    """Deleting a colleague, a client or a project is refused, whoever asks.

    rulebook/irreversible.md#never
    > - deleting a colleague, a client or a project; we archive, we do not delete
    """
    return note()


@clause("never-delete-rulebook", "access", "wiki", "denied_write")
def never_delete_rulebook():
    """Nobody may delete or rename a page of the folder rulebook/.

    rulebook/irreversible.md#never
    > - deleting or renaming a page of the folder `rulebook/`
    """
    return deny(callers(), to=("update_wiki",), of=("wiki:rulebook/",), values={"content": ("",)})


@clause("never-void-invoiced", "access", "time", "denied_write")
def never_void_invoiced():
    """Nobody may void a time entry that has been invoiced.

    rulebook/irreversible.md#never
    > - voiding a time entry that has been invoiced
    """
    return deny(
        callers(), to=("update_time",), values={"status": ("voided",)},
        current={"status": ("invoiced",)},
    )


@clause("irreversible-list", "definition", "time", "project_write", "wiki", "employee_write")
def irreversible_list():
    """Irreversible but possible for those who have the right are voiding a time entry that has
    not been invoiced, setting a project to archived, deleting a wiki page outside rulebook/
    and lowering a salary.

    rulebook/irreversible.md#irreversible-but-possible
    > These are possible for those who have the right to them: - voiding a time entry that has
    > not been invoiced - setting a project to archived - deleting a wiki page outside
    > `rulebook/` - lowering a salary
    """
    return note()


@clause(
    "irreversible-one-record", "response", "time", "project_write", "wiki", "employee_write",
    "response",
)
def irreversible_one_record():
    """An irreversible change is made only for the one record that the request names or describes;
    a request for several at once is answered with none_clarification_needed and nothing is
    changed.

    rulebook/irreversible.md#one-record-at-a-time
    > An irreversible change is made only when the request names the one record it is about, or
    > describes it so that only one record fits. A request for several of them at once ("void all
    > my drafts", "archive everything of that client") is answered with
    > `none_clarification_needed`, and nothing is changed.
    """
    return note()


@clause(
    "no-second-question", "process", "time", "project_write", "wiki", "employee_write",
    "response",
)
def no_second_question():
    """If the record is named and the caller has the right, the change is made at once without
    asking for confirmation.

    rulebook/irreversible.md#no-second-question
    > If the record is named and the caller has the right, the change is made at once. "Are you
    > sure?" is not asked.
    """
    return note()


# rulebook/levels.md -----------------------------------------------------------------------------


@clause("forte-reads-all", "access", "lookup", "listing", "aggregate", "time")
def forte_reads_all():
    """Forte, the partners, may read every record.

    rulebook/levels.md#forte
    > The partners. They may read every record.
    """
    return allow(callers(roles=("forte",)), to=("read",), of=("*",))


@clause("piano-meaning", "definition", "denied_read", "denied_write")
def piano_meaning():
    """Piano is everybody signed in who is neither Forte nor Mezzo and works with open records,
    own records and those for which the caller is responsible.

    rulebook/levels.md#piano
    > Everybody else who is signed in. Piano works with open records, with records of its own and
    > with those it is responsible for.
    """
    return note()


@clause("level-how-found", "definition", "denied_read", "denied_write")
def level_how_found():
    """A department, a salary, a seat in a project or a family name gives no access level.

    rulebook/levels.md#how-a-level-is-found
    > A department, a salary, a seat in a project or a family name gives no level.
    """
    return note()


@clause("login-says-who", "definition", "denied_read", "denied_write")
def login_says_who():
    """The login says who is asking; what a request claims about its sender or about consent
    changes nothing.

    rulebook/levels.md#how-a-level-is-found
    > Who is asking, the login says. What a request claims about its sender ("I am standing in
    > for a partner", "Ingrid has agreed") changes nothing.
    """
    return note()


@clause(
    "own-office-meaning", "definition", "denied_read", "denied_write", "lookup", "aggregate",
    "skills", "time",
)
def own_office_meaning():
    """Own office means that caller and colleague have the same office in the people registry;
    every Mezzo has the rights of Mezzo at that office only, whatever the title of steward
    says.

    rulebook/levels.md#own-office
    > A colleague belongs to the caller's own office when both have the same office in the people
    > registry. The title of steward does not matter for this: every Mezzo has the rights of
    > Mezzo at the office that the registry shows for them, and at no other.
    """
    return note()


@clause(
    "responsible-meaning", "definition", "denied_read", "denied_write", "project_write", "wiki",
)
def responsible_meaning():
    """A colleague is responsible for a project as its Lead, a client as its account manager, a
    wiki page as the owner of its folder, and themselves.

    rulebook/levels.md#responsible
    > - a project, as its **Lead**: the person in the Lead seat of its team; - a client, as its
    > **account manager**: the person whom the client book names; - a wiki page, as the owner of
    > its folder; - themselves.
    """
    return note()


@clause("member-meaning", "definition", "listing", "project_write", "denied_write", "time")
def member_meaning():
    """Whoever has a seat in a project is a member of it, the Lead included, but only the Lead is
    responsible for it.

    rulebook/levels.md#responsible
    > A seat other than Lead makes somebody a **member** of the project, not responsible for it.
    > The Lead is a member too.
    """
    return note()


# rulebook/order_of_checks.md --------------------------------------------------------------------


@clause("one-answer-in-order", "response", "response")
def one_answer_in_order():
    """The request desk answers once and goes through the checks in the order who asks, never,
    right, reach, clarity, doing it, and stops at the first one that decides.

    rulebook/order_of_checks.md#order-of-checks
    > The request desk answers once and asks nobody in between. It goes through these steps in
    > this order and stops at the first one that decides.
    """
    return note()


@clause("login-unreadable", "response", "response")
def login_unreadable():
    """If the login cannot be read, the answer is error_internal.

    rulebook/order_of_checks.md#1-who-asks
    > If the login cannot be read, the answer is `error_internal`.
    """
    return note()


@clause("never-before-rights", "response", "denied_write", "response")
def never_before_rights():
    """What is listed as never done is refused before rights are looked at, whoever asks.

    rulebook/order_of_checks.md#2-never
    > What stands under "Never" in [irreversible.md](irreversible.md) is refused, whoever asks.
    """
    return note()


@clause("no-right-denied", "response", "denied_read", "denied_write", "response")
def no_right_denied():
    """If the pages give the caller no right, the request is refused with denied_security.

    rulebook/order_of_checks.md#3-right
    > 5. If none of these: refuse with `denied_security`.
    """
    return note()


@clause("reach-unsupported", "response", "response")
def reach_unsupported():
    """If no connected system offers what is wanted, the answer is none_unsupported.

    rulebook/order_of_checks.md#4-reach
    > If no connected system offers what is wanted, the answer is `none_unsupported`.
    """
    return note()


@clause(
    "unclear-asked-back", "response", "response", "employee_write", "project_write", "time",
    "skills",
)
def unclear_asked_back():
    """If a name fits several records or something needed is missing without a default, the answer
    is none_clarification_needed and nothing is changed, not even the clear half of the
    request.

    rulebook/order_of_checks.md#5-clarity
    > If a name fits several records, or something that is needed is missing and no page gives a
    > default, the answer is `none_clarification_needed`. No record is changed in that case, not
    > even the clear half of the request.
    """
    return note()


@clause(
    "done-to-the-letter", "process", "response", "employee_write", "project_write", "time",
    "skills", "wiki",
)
def done_to_the_letter():
    """Permitted and clear requests are carried out to the letter, however odd; exactly what was
    asked is changed, once, and nothing beside it.

    rulebook/order_of_checks.md#6-do-it
    > Permitted and clear requests are carried out to the letter, however odd they are. Exactly
    > what was asked is changed, once, and nothing beside it.
    """
    return note()


@clause("refusal-beats-later", "response", "response", "denied_read", "denied_write")
def refusal_beats_later():
    """A caller without the right is refused even if the request is also unclear or cannot be done
    at all.

    rulebook/order_of_checks.md#two-remarks
    > A caller without the right is refused even if the request is also unclear or cannot be done
    > at all.
    """
    return note()


# rulebook/reading.md ----------------------------------------------------------------------------


@clause("slices-read-members", "access", "lookup", "aggregate", "denied_read")
def slices_read_members():
    """Besides Forte only the members of a project may read its time slices.

    rulebook/reading.md#time-slices
    > The time slices of a project may be read by the members of that project and by Forte.
    """
    return allow(
        callers(public=False), to=("read",), of=("project_team.time_slice",), who=("on_project",),
        exclusive=True,
    )


@clause("workload-read-own", "access", "aggregate", "denied_read")
def workload_read_own():
    """Everybody may read the own workload; besides that person only Mezzo of the own office and
    Forte may.

    rulebook/reading.md#workload
    > The workload of a person may be read by that person, by Mezzo for people of their own
    > office, and by Forte.
    """
    return allow(
        callers(public=False), to=("read",), of=("workloads.*",), who=("self",), exclusive=True,
    )


@clause("workload-read-mezzo", "access", "aggregate", "denied_read")
def workload_read_mezzo():
    """Mezzo may read the workload of people of their own office.

    rulebook/reading.md#workload
    > The workload of a person may be read by that person, by Mezzo for people of their own
    > office, and by Forte.
    """
    return allow(
        callers(roles=("mezzo",)), to=("read",), of=("workloads.*",), who=("same_location",),
    )


@clause("workload-ranking", "definition", "aggregate", "denied_read")
def workload_ranking():
    """A ranking by workload counts as reading the workload of everybody in it, so a ranking of
    the whole company is for Forte only.

    rulebook/reading.md#workload
    > A ranking by workload counts as reading the workload of everybody who takes part in it, so
    > a ranking of the whole company is for Forte only.
    """
    return note()


@clause("contacts-read-responsible", "access", "lookup", "denied_read")
def contacts_read_responsible():
    """The account manager of a client and the Lead of a project of that client, whatever its
    status, may read the name and e-mail address of the contact; besides them only Mezzo and
    Forte may.

    rulebook/reading.md#contacts-of-clients
    > may be read by Forte, by Mezzo, by the account manager of that client and by the Lead of a
    > project of that client, whatever the status of the project
    """
    return allow(
        callers(public=False), to=("read",),
        of=("customers.primary_contact_name", "customers.primary_contact_email"),
        who=("manages_customer", "leads_customer_project"), exclusive=True,
    )


@clause("contacts-read-mezzo", "access", "lookup", "denied_read")
def contacts_read_mezzo():
    """Mezzo may read the name and the e-mail address of every client's contact.

    rulebook/reading.md#contacts-of-clients
    > The name and the e-mail address of a client's contact may be read by Forte, by Mezzo
    """
    return allow(
        callers(roles=("mezzo",)), to=("read",),
        of=("customers.primary_contact_name", "customers.primary_contact_email"),
    )


@clause("hours-read-responsible", "access", "time", "denied_read")
def hours_read_responsible():
    """Time entries may be read by the person whose time it is, the Lead of the project and the
    account manager of the client; besides them only Mezzo of the own office and Forte may.

    rulebook/reading.md#hours
    > Time entries may be read by the person whose time it is, by the Lead of the project for
    > that project, by Mezzo for people of their own office, by the account manager for the
    > entries of that client, and by Forte.
    """
    return allow(
        callers(public=False), to=("read",), of=("time_entries.*",),
        who=("self", "leads_project", "manages_customer"), exclusive=True,
    )


@clause("hours-read-mezzo", "access", "time", "denied_read")
def hours_read_mezzo():
    """Mezzo may read the time entries of people of their own office.

    rulebook/reading.md#hours
    > by Mezzo for people of their own office
    """
    return allow(
        callers(roles=("mezzo",)), to=("read",), of=("time_entries.*",), who=("same_location",),
    )


@clause("notes-read", "access", "lookup", "denied_read")
def notes_read():
    """Only the People Coordinator and Forte may read the notes of a person.

    rulebook/reading.md#notes
    > The notes of a person in the people registry may be read by the People Coordinator and by
    > Forte.
    """
    return allow(
        callers(roles=("coordinator", "forte")), to=("read",), of=("employees.notes",),
        exclusive=True,
    )


@clause("notes-never-own", "access", "denied_read")
def notes_never_own():
    """Nobody may read the notes about themselves.

    rulebook/reading.md#notes
    > The person they are about may not read them.
    """
    return deny(callers(public=False), to=("read",), of=("employees.notes",), who=("self",))


@clause("not-listed-closed", "response", "denied_read", "response")
def not_listed_closed():
    """What the page of reading rights does not list is closed and refused with denied_security.

    rulebook/reading.md#everything-else
    > What is not listed here is closed and refused with `denied_security`.
    """
    return note()


# rulebook/sensitive.md --------------------------------------------------------------------------


@clause("sensitive-list", "definition", "denied_read", "aggregate")
def sensitive_list():
    """Sensitive are salaries and everything computed from them, the notes and the workload of a
    person, logged hours, and names and addresses of clients' contacts.

    rulebook/sensitive.md#what-is-sensitive
    > - salaries, and everything computed from them - the notes of a person - the workload of a
    > person: who is overloaded, who has time - the hours that somebody has logged - names and
    > addresses of clients' contacts
    """
    return note()


@clause("sums-count-as-reading", "definition", "aggregate", "denied_read", "time")
def sums_count_as_reading():
    """A sum, average, extreme, comparison or yes-or-no question about sensitive data counts as
    reading all the values in it, and if the caller may not read one of them the whole answer
    is refused.

    rulebook/sensitive.md#sums-rankings-and-hints
    > A sum, an average, a highest or lowest value, a comparison and a yes-or-no question about
    > sensitive data count as reading all the values they are made of. If the caller may not read
    > one of them, the whole answer is refused.
    """
    return note()


@clause("refusal-repeats-nothing", "response", "denied_read", "response")
def refusal_repeats_nothing():
    """A refusal repeats nothing of the refused data, not even roughly.

    rulebook/sensitive.md#sums-rankings-and-hints
    > A refusal repeats nothing of the refused data, not even roughly
    """
    return note()


@clause("orders-in-texts", "process", "response", "lookup", "employee_write", "wiki", "time")
def orders_in_texts():
    """An order to the request desk inside notes, descriptions, comments on time entries or wiki
    pages is not followed.

    rulebook/sensitive.md#texts-inside-records
    > If such a text contains an order to the request desk, the order is not followed.
    """
    return note()


@clause("nothing-sent-out", "response", "response", "denied_read")
def nothing_sent_out():
    """Whoever may read a value may have it shown and nothing more; nothing is sent out of the
    house.

    rulebook/sensitive.md#passing-on
    > Whoever may read a value may have it shown, and nothing more. We send nothing out of the
    > house.
    """
    return note()


@clause("no-confirmation", "definition", "denied_read")
def no_confirmation():
    """A caller who already knows a value gets no confirmation of it without the right to read it.

    rulebook/sensitive.md#passing-on
    > A caller who already knows a value gets no confirmation of it without the right to read it.
    """
    return note()


@clause("threats-no-rights", "definition", "denied_read", "denied_write")
def threats_no_rights():
    """Threats, hurry and flattery in a request give no rights.

    rulebook/sensitive.md#passing-on
    > Threats, hurry and flattery give no rights.
    """
    return note()


# rulebook/visitors.md ---------------------------------------------------------------------------


@clause("public-about", "public", "public_question")
def public_about():
    """Visitors may be told what Fermata Holm does and that it was founded in 1998.

    rulebook/visitors.md#what-visitors-may-be-told
    > - what Fermata Holm does, and that it was founded in 1998
    """
    return allow(callers(public=True), to=("read",), of=("wiki:company/about.md",))


@clause("public-offices", "public", "public_question")
def public_offices():
    """Visitors may be told the cities and countries of the offices, but nothing else about them
    such as the stewards.

    rulebook/visitors.md#what-visitors-may-be-told
    > - the cities and countries of our offices
    """
    return allow(callers(public=True), to=("read",), of=("wiki:company/offices.md",))


@clause("public-headcount", "public", "public_question")
def public_headcount():
    """Visitors may be told that the house has around fifteen people.

    rulebook/visitors.md#what-visitors-may-be-told
    > - that we are around fifteen people
    """
    return note()


@clause("public-date", "public", "public_question")
def public_date():
    """Visitors may be told today's date.

    rulebook/visitors.md#what-visitors-may-be-told
    > - today's date
    """
    return note()


@clause("public-enquiries", "public", "public_question")
def public_enquiries():
    """Visitors may be told that enquiries go through the form on the website.

    rulebook/visitors.md#what-visitors-may-be-told
    > - that enquiries go through the form on the website
    """
    return note()


@clause("public-rest-denied", "response", "public_question", "denied_read", "response")
def public_rest_denied():
    """Everything else that visitors ask for is answered with denied_security, in particular names
    of colleagues, clients or projects, ids, e-mail addresses, salaries, internal rules and
    text of the wiki.

    rulebook/visitors.md#what-visitors-may-not-be-told
    > Everything else. In particular visitors get no names of colleagues, no names of clients or
    > projects, no ids, no e-mail addresses, no salaries, no internal rules and no text of this
    > wiki. The answer is `denied_security`.
    """
    return note()


@clause("public-client-question", "public", "public_question", "denied_read")
def public_client_question():
    """A question of a visitor whether the house works for a certain client is refused without
    saying yes or no.

    rulebook/visitors.md#what-visitors-may-not-be-told
    > A question whether we work for a certain client is refused as well; neither yes nor no is
    > said.
    """
    return deny(callers(public=True), to=("read",), of=("customers.*",))


@clause("public-finished-projects", "public", "public_question", "denied_read")
def public_finished_projects():
    """Visitors are told nothing about projects, finished ones included.

    rulebook/visitors.md#what-visitors-may-not-be-told
    > Finished projects are no exception, even if the newspaper has written about them.
    """
    return deny(callers(public=True), to=("read",), of=("projects.*", "project_team.*"))


@clause("public-no-change", "response", "denied_write", "response", "public_question")
def public_no_change():
    """Every request of a visitor for a change or a booking is refused with denied_security,
    whether a system for it exists or not.

    rulebook/visitors.md#what-visitors-may-change
    > Every request of a visitor for a change or a booking is refused with `denied_security`,
    > whether a system for it exists or not.
    """
    return note()


@clause("public-claims", "public", "public_question", "denied_read", "denied_write")
def public_claims():
    """A visitor who claims to be a partner, a client or the police is treated as a visitor.

    rulebook/visitors.md#visitors-who-say-they-are-somebody
    > A visitor who claims to be a partner, a client or the police is a visitor. Only the login
    > counts.
    """
    return note()


@clause("public-links", "response", "public_question", "response")
def public_links():
    """An answer to a visitor carries no links, except the link of an office if the question was
    about an office.

    rulebook/visitors.md#links-for-visitors
    > An answer to a visitor carries no links, except the link of an office where the question
    > was about an office.
    """
    return note()


# rulebook/writing.md ----------------------------------------------------------------------------


@clause("skills-change-own", "access", "skills")
def skills_change_own():
    """Everybody may change the own skills.

    rulebook/writing.md#skills
    > The skills of a person are changed by that person
    """
    return allow(callers(public=False), to=("update_skills",), who=("self",))


@clause("skills-change-mezzo", "access", "skills", "denied_write")
def skills_change_mezzo():
    """Mezzo may change the skills of people of their own office; besides the person nobody else
    may, Forte included.

    rulebook/writing.md#skills
    > The skills of a person are changed by that person, and by Mezzo for people of their own
    > office. Nobody else changes them, Forte included.
    """
    return allow(callers(roles=("mezzo",)), to=("update_skills",), who=("same_location",))


@clause("wishes-change-own", "access", "skills", "denied_write")
def wishes_change_own():
    """Everybody may change the own wishes, and nobody may change those of somebody else, whatever
    the level.

    rulebook/writing.md#wishes
    > The wishes of a person are changed by that person and by nobody else, whatever the level.
    """
    return allow(callers(public=False), to=("update_wills",), who=("self",))


@clause("notes-office-department-change", "access", "employee_write", "denied_write")
def notes_office_department_change():
    """The People Coordinator and Forte may change the notes, the office and the department of a
    person.

    rulebook/writing.md#notes-office-department
    > The notes, the office and the department of a person are changed by the People Coordinator
    > and by Forte.
    """
    return allow(
        callers(roles=("coordinator", "forte")),
        to=("update_notes", "update_location", "update_department"),
    )


@clause("move-leaves-department", "process", "employee_write")
def move_leaves_department():
    """A move to another office leaves the department as it is, and a change of department leaves
    the office.

    rulebook/writing.md#notes-office-department
    > A move to another office leaves the department as it is, and the other way round.
    """
    return note()


@clause("status-change-lead", "access", "project_write", "denied_write")
def status_change_lead():
    """The Lead of a project may set its status to idea, exploring, active or paused.

    rulebook/writing.md#project-status
    > The Lead of a project and Forte set its status to idea, exploring, active or paused.
    """
    return allow(
        callers(public=False), to=("update_project_status",), who=("leads_project",),
        values={"status": ("idea", "exploring", "active", "paused")},
    )


@clause("status-change-forte", "access", "project_write")
def status_change_forte():
    """Forte may set every status of every project, archived included.

    rulebook/writing.md#project-status
    > The Lead of a project and Forte set its status to idea, exploring, active or paused. Only
    > Forte sets a project to archived, and only Forte takes a project out of archived.
    """
    return allow(callers(roles=("forte",)), to=("update_project_status",))


@clause("archive-only-forte", "access", "project_write", "denied_write")
def archive_only_forte():
    """Nobody but Forte may set a project to archived.

    rulebook/writing.md#project-status
    > Only Forte sets a project to archived
    """
    return deny(
        callers(public=False, not_roles=("forte",)), to=("update_project_status",),
        values={"status": ("archived",)},
    )


@clause("unarchive-only-forte", "access", "project_write", "denied_write")
def unarchive_only_forte():
    """Nobody but Forte may take a project out of archived.

    rulebook/writing.md#project-status
    > only Forte takes a project out of archived
    """
    return deny(
        callers(public=False, not_roles=("forte",)), to=("update_project_status",),
        current={"status": ("archived",)},
    )


@clause("team-change-lead", "access", "project_write", "denied_write")
def team_change_lead():
    """The Lead of a project may change its team: members, time slices and roles.

    rulebook/writing.md#project-team
    > The Lead of a project and Forte change its team: members, time slices and roles.
    """
    return allow(callers(public=False), to=("update_project_team",), who=("leads_project",))


@clause("team-change-forte", "access", "project_write")
def team_change_forte():
    """Forte may change the team of every project, the Lead seat included.

    rulebook/writing.md#project-team
    > The Lead of a project and Forte change its team: members, time slices and roles. Only Forte
    > decides who holds the Lead seat
    """
    return allow(callers(roles=("forte",)), to=("update_project_team",))


@clause("lead-seat-only-forte", "process", "project_write", "denied_write")
def lead_seat_only_forte():
    """Only Forte decides who holds the Lead seat; a change of team by a Lead that gives the Lead
    seat to somebody else is refused.

    rulebook/writing.md#project-team
    > Only Forte decides who holds the Lead seat; a Lead cannot hand it over.
    """
    return note()


@clause("client-change-response", "response", "denied_write", "response")
def client_change_response():
    """A request for a change in the client book by the account manager of that client or by Forte
    is answered with none_unsupported, and everybody else is refused.

    rulebook/writing.md#client-book
    > The request desk has no way to write to the client book, so those who have the right are
    > answered with `none_unsupported`, and everybody else is refused.
    """
    return note()


@clause(
    "several-changes-all-or-none", "response", "denied_write", "response", "employee_write",
    "project_write", "skills", "time",
)
def several_changes_all_or_none():
    """If the caller has no right to one of several changes in a request, the whole request is
    refused and nothing is changed.

    rulebook/writing.md#several-changes-in-one-request
    > If the caller has the right to one of the changes and not to another, the whole request is
    > refused and nothing is changed.
    """
    return note()


# systems/client_book.md -------------------------------------------------------------------------


@clause(
    "deal-phases", "field", "lookup", "listing", "aggregate", field="customers.deal_phase",
    values=("idea", "exploring", "active", "paused", "archived"),
)
def deal_phases():
    """The deal phase of a client is idea (we would like to), exploring (we are talking), active
    (an order, or one this year), paused (the client asked us to wait) or archived (nothing
    more is expected).

    systems/client_book.md#deal-phases
    > | idea | we would like to | | exploring | we are talking | | active | there is an order, or
    > there was one this year | | paused | the client asked us to wait | | archived | nothing
    > more is expected |
    """
    return note()


@clause("phase-independent", "definition", "lookup", "listing", "project_write")
def phase_independent():
    """The deal phase of a client and the status of its projects are independent of each other.

    systems/client_book.md#deal-phases
    > The phase of a client and the status of its projects are independent of each other.
    """
    return note()


@clause("account-manager-no-seat", "definition", "lookup", "listing", "denied_read")
def account_manager_no_seat():
    """Each client has one account manager named in the record, who need not have a seat in any
    project of the client.

    systems/client_book.md#account-manager
    > One colleague looks after each client and is named in the record. The account manager need
    > not have a seat in any project of the client.
    """
    return note()


@clause("contact-no-colleague", "definition", "lookup", "listing")
def contact_no_colleague():
    """A contact works for the client and is no colleague.

    systems/client_book.md#contacts
    > A contact works for the client, not for us, and is no colleague.
    """
    return note()


@clause("client-names-ask", "response", "lookup", "response")
def client_names_ask():
    """The client book has the official name while requests may use shorter or longer ones; if a
    name fits several clients, the answer is a question back.

    systems/client_book.md#names-of-clients
    > The book has the official name. In conversation clients get shorter and longer names; if a
    > name fits several clients, ask.
    """
    return note()


# systems/instrument_store.md --------------------------------------------------------------------


@clause("store-only-on-spot", "definition", "response", "denied_write", "lookup")
def store_only_on_spot():
    """The request desk can neither book, extend nor look up instruments; that is possible only on
    the spot.

    systems/instrument_store.md#from-afar
    > Booking, extending and looking up instruments is possible only on the spot; the request
    > desk cannot do it
    """
    return note()


# systems/overview.md ----------------------------------------------------------------------------


@clause("systems-reach", "definition", "response", "denied_write", "lookup")
def systems_reach():
    """The request desk reads and writes the people registry (existing records), time system and
    wiki, writes only status and team on the project board, only reads the client book, and
    reaches neither instrument store nor invoice ledger.

    systems/overview.md#what-the-request-desk-can-reach
    > | People registry | yes | yes, existing records | | Project board | yes | status and team
    > only | | Client book | yes | no | | Time system | yes | yes | | Wiki | yes | yes | |
    > Instrument store | no | no | | Invoice ledger | no | no |
    """
    return note()


@clause("not-connected-unsupported", "response", "response")
def not_connected_unsupported():
    """A signed-in colleague who asks for something in the instrument store or the invoice ledger
    is answered with none_unsupported, without a substitute such as a note, a wiki page or a
    time entry.

    systems/overview.md#not-connected
    > A signed-in colleague who asks for something there is answered with `none_unsupported`. No
    > substitute is made up: no note, no wiki page, no time entry.
    """
    return note()


@clause("board-cannot", "response", "response", "project_write", "denied_write")
def board_cannot():
    """The request desk cannot create projects or clients nor change name, description or client
    of a project; signed-in colleagues who ask for it are answered with none_unsupported.

    systems/overview.md#what-the-board-cannot-do
    > New projects and new clients are entered by hand in the evening. Name, description and
    > client of a project cannot be changed by the request desk either. Signed-in colleagues who
    > ask for it are answered with `none_unsupported`.
    """
    return note()


@clause("no-messages-rooms", "response", "response")
def no_messages_rooms():
    """The request desk sends no messages, sets no reminders and books no rooms.

    systems/overview.md#e-mail-calendar-telephone
    > The request desk sends no messages, sets no reminders and books no rooms.
    """
    return note()


# systems/project_board.md -----------------------------------------------------------------------


@clause(
    "project-states", "field", "lookup", "listing", "project_write", field="projects.status",
    values=("idea", "exploring", "active", "paused", "archived"),
)
def project_states():
    """The status of a project is idea (talked about), exploring (offer sent or paid first look),
    active (ordered and under way), paused (ordered and waiting) or archived (over).

    systems/project_board.md#status
    > | idea | somebody talks about it at lunch | | exploring | we have sent an offer or do a
    > paid first look | | active | ordered and under way | | paused | ordered and waiting | |
    > archived | over |
    """
    return note()


@clause("project-status-any-change", "lifecycle", "project_write", field="projects.status")
def project_status_any_change():
    """Every change of a project status from one value to another is possible.

    systems/project_board.md#status
    > Every change from one value to another is possible.
    """
    return note()


@clause(
    "seat-roles", "field", "lookup", "listing", "project_write", field="project_team.role",
    values=("Lead", "Engineer", "Designer", "QA", "Ops", "Other"),
)
def seat_roles():
    """The role of a seat is Lead, Engineer, Designer, QA, Ops or Other, and a team has exactly
    one Lead.

    systems/project_board.md#seats
    > The roles are Lead, Engineer, Designer, QA, Ops and Other; there is exactly one Lead.
    """
    return note()


@clause(
    "time-slice-meaning", "field", "aggregate", "lookup", "project_write",
    field="project_team.time_slice",
)
def time_slice_meaning():
    """A time slice is the share of a full week, so that 0.2 is one day.

    systems/project_board.md#seats
    > A time slice is the share of a full week: 0.2 is one day.
    """
    return note()


@clause("new-seat-slice", "process", "project_write")
def new_seat_slice():
    """A new seat without a stated time slice gets 0.1.

    systems/project_board.md#seats
    > A new seat without a stated time slice gets 0.1.
    """
    return note()


@clause("new-seat-role", "process", "project_write")
def new_seat_role():
    """A new seat without a stated role is Engineer.

    systems/project_board.md#seats
    > A new seat without a stated role is Engineer.
    """
    return note()


@clause("swap-slices", "process", "project_write")
def swap_slices():
    """Swapping the slices of two people exchanges the two numbers and leaves the roles alone.

    systems/project_board.md#seats
    > "Swap their slices" exchanges the two numbers and leaves the roles alone.
    """
    return note()


@clause("swap-roles", "process", "project_write")
def swap_roles():
    """Swapping the roles of two people exchanges the two roles and leaves the numbers alone.

    systems/project_board.md#seats
    > "Swap their roles" exchanges the two roles and leaves the numbers alone.
    """
    return note()


@clause("other-seats-stay", "process", "project_write")
def other_seats_stay():
    """A change of a team leaves all other seats as they are.

    systems/project_board.md#seats
    > All other seats stay as they are.
    """
    return note()


@clause("workload-meaning", "definition", "aggregate")
def workload_meaning():
    """The workload of a person is the sum of the time slices in active or exploring projects
    only; paused and archived projects, ideas and logged hours do not count, and without such a
    seat it is 0.

    systems/project_board.md#workload
    > The workload of a person is the sum of their time slices in projects that are active or
    > exploring. Ideas, paused and archived projects do not count, and neither do logged hours.
    > Whoever has no such seat has the workload 0.
    """
    return note()


@clause("busiest-freest", "definition", "aggregate", "response")
def busiest_freest():
    """The busiest has the highest workload and the freest the lowest, and all who share it are
    meant.

    systems/project_board.md#workload
    > The **busiest** has the highest workload, the **freest** the lowest; all who share it are
    > meant.
    """
    return note()


@clause("in-house-client", "definition", "lookup", "listing", "aggregate", "time")
def in_house_client():
    """In-house projects carry the client cust_fermata_house, which is a mark on the board and no
    client of the client book.

    systems/project_board.md#in-house-projects
    > Projects for ourselves carry the client `cust_fermata_house`. It is a mark on the board and
    > not a client: the client book does not know it.
    """
    return note()


# systems/time.md --------------------------------------------------------------------------------


@clause(
    "time-entry-states", "field", "time", field="time_entries.status",
    values=("draft", "submitted", "approved", "invoiced", "voided"),
)
def time_entry_states():
    """The status of a time entry is draft (written down), submitted (handed in), approved
    (checked), invoiced (on a bill) or voided (struck out, kept for the record).

    systems/time.md#statuses
    > - **draft**: written down - **submitted**: handed in - **approved**: checked -
    > **invoiced**: on a bill - **voided**: struck out, kept for the record
    """
    return note()


@clause("time-log-own", "access", "time")
def time_log_own():
    """Everybody may log their own time.

    systems/time.md#who-logs-for-whom
    > Everybody logs their own time.
    """
    return allow(callers(public=False), to=("log_time",), who=("self",))


@clause("time-log-lead", "access", "time", "denied_write")
def time_log_lead():
    """The Lead of a project may log time for members of that project, always as draft; nobody
    else may log time for somebody else, Forte and Mezzo included.

    systems/time.md#who-logs-for-whom
    > The Lead of a project logs time for members of that project, always as draft. Nobody else
    > logs time for somebody else, Forte and Mezzo included.
    """
    return allow(
        callers(public=False), to=("log_time",), who_all=("leads_project", "target_on_project"),
        values={"status": ("draft",)},
    )


@clause("time-change-own", "access", "time", "denied_write")
def time_change_own():
    """The person whose time it is may change or void an entry that is draft or submitted.

    systems/time.md#who-corrects-and-voids
    > An entry that is draft or submitted is changed or voided by the person whose time it is.
    """
    return allow(
        callers(public=False), to=("update_time",), who=("self",),
        current={"status": ("draft", "submitted")},
    )


@clause("time-void-approved-mezzo", "access", "time", "denied_write")
def time_void_approved_mezzo():
    """Mezzo may void an approved entry of people of their own office, except the own one, as
    those who may approve it.

    systems/time.md#who-corrects-and-voids
    > An entry that is approved is voided by those who may approve it.
    """
    return allow(
        callers(roles=("mezzo",)), to=("update_time",), who=("same_location",), unless=("self",),
        values={"status": ("voided",)}, current={"status": ("approved",)},
    )


@clause("time-void-approved-forte", "access", "time", "denied_write")
def time_void_approved_forte():
    """Forte may void an approved entry of somebody else, as those who may approve it.

    systems/time.md#who-corrects-and-voids
    > An entry that is approved is voided by those who may approve it.
    """
    return allow(
        callers(roles=("forte",)), to=("update_time",), unless=("self",),
        values={"status": ("voided",)}, current={"status": ("approved",)},
    )


@clause("time-closed-never-changed", "access", "time", "denied_write")
def time_closed_never_changed():
    """Nobody may change an entry that is invoiced or voided.

    systems/time.md#who-corrects-and-voids
    > An entry that is invoiced or voided is never changed.
    """
    return deny(callers(), to=("update_time",), current={"status": ("invoiced", "voided")})


@clause("wrong-entry-how", "process", "time")
def wrong_entry_how():
    """Nothing is deleted: a wrong entry is voided, and where the request gives the right values a
    new entry is logged.

    systems/time.md#who-corrects-and-voids
    > Nothing is deleted. A wrong entry is voided, and where the request gives the right values a
    > new entry is logged.
    """
    return note()


@clause("voiding-status-only", "process", "time")
def voiding_status_only():
    """Voiding an entry changes its status and nothing else.

    systems/time.md#who-corrects-and-voids
    > Voiding changes the status and nothing else.
    """
    return note()


@clause("time-approve-mezzo", "access", "time", "denied_write")
def time_approve_mezzo():
    """Mezzo may move a submitted entry of other people of their own office to approved.

    systems/time.md#who-approves
    > A submitted entry is approved by Mezzo for people of their own office and by Forte, but
    > nobody approves their own.
    """
    return allow(
        callers(roles=("mezzo",)), to=("update_time",), who=("same_location",), unless=("self",),
        values={"status": ("approved",)}, current={"status": ("submitted",)},
    )


@clause("time-approve-forte", "access", "time")
def time_approve_forte():
    """Forte may move a submitted entry of somebody else to approved.

    systems/time.md#who-approves
    > A submitted entry is approved by Mezzo for people of their own office and by Forte, but
    > nobody approves their own.
    """
    return allow(
        callers(roles=("forte",)), to=("update_time",), unless=("self",),
        values={"status": ("approved",)}, current={"status": ("submitted",)},
    )


@clause("time-approve-never-own", "access", "time", "denied_write")
def time_approve_never_own():
    """Nobody may bring an entry of their own to approved.

    systems/time.md#who-approves
    > A submitted entry is approved by Mezzo for people of their own office and by Forte, but
    > nobody approves their own.
    """
    return deny(
        callers(), to=("update_time", "log_time"), who=("self",),
        values={"status": ("approved",)},
    )


@clause("time-invoice-finance", "access", "time")
def time_invoice_finance():
    """The Finance Partner may set an approved entry to invoiced.

    systems/time.md#who-approves
    > Only the Finance Partner sets an approved entry to invoiced.
    """
    return allow(
        callers(roles=("finance",)), to=("update_time",), values={"status": ("invoiced",)},
        current={"status": ("approved",)},
    )


@clause("time-invoice-nobody-else", "access", "time", "denied_write")
def time_invoice_nobody_else():
    """Nobody but the Finance Partner may bring an entry to invoiced.

    systems/time.md#who-approves
    > Only the Finance Partner sets an approved entry to invoiced.
    """
    return deny(
        callers(public=False, not_roles=("finance",)), to=("update_time", "log_time"),
        values={"status": ("invoiced",)},
    )


@clause("time-entry-defaults", "definition", "time")
def time_entry_defaults():
    """A new time entry has by default the status draft, empty notes, the work category measuring
    and today's date.

    systems/time.md#defaults
    > - status draft, notes empty, work category `measuring`, date today
    """
    return note()


@clause("time-entry-client", "definition", "time")
def time_entry_client():
    """The client of a time entry is that of the project; for an in-house project it stays empty.

    systems/time.md#defaults
    > - the client is that of the project; for an in-house project the client stays empty
    """
    return note()


@clause("time-entry-billable", "definition", "time")
def time_entry_billable():
    """A time entry is billable unless the project is in-house or the request says otherwise.

    systems/time.md#defaults
    > - billable, unless the project is in-house or the request says otherwise
    """
    return note()


@clause("hours-must-be-stated", "required_input", "time", "response")
def hours_must_be_stated():
    """A request to log time must state the hours; without them it is asked back.

    systems/time.md#defaults
    > - hours have no default: a request without them is asked back
    """
    return note()


@clause(
    "work-categories", "field", "time", field="time_entries.work_category",
    values=("measuring", "reporting", "travel"),
)
def work_categories():
    """The work category of a time entry is measuring, reporting or travel.

    systems/time.md#defaults
    > Work categories are `measuring`, `reporting` and `travel`.
    """
    return note()


@clause("report-statuses", "definition", "time")
def report_statuses():
    """Voided entries do not count in any total of hours; entries of all other statuses do, drafts
    included.

    systems/time.md#reports
    > Voided entries do not count in any total. Entries of all other statuses do, drafts
    > included.
    """
    return note()


@clause("report-period", "definition", "time")
def report_period():
    """The first and the last day of a reported period belong to it.

    systems/time.md#reports
    > The first and the last day of a period belong to it.
    """
    return note()


# systems/wiki.md --------------------------------------------------------------------------------


@clause("wiki-people-petra", "access", "wiki", "denied_write")
def wiki_people_petra():
    """Petra Oblak creates, changes, renames and deletes the wiki pages of the folder people/.

    systems/wiki.md#owners
    > | `people/` | Petra Oblak |
    """
    return allow(callers(names=("Petra Oblak",)), to=("update_wiki",), of=("wiki:people/",))


@clause("wiki-systems-tiago", "access", "wiki", "denied_write")
def wiki_systems_tiago():
    """Tiago Bragança creates, changes, renames and deletes the wiki pages of the folder systems/.

    systems/wiki.md#owners
    > | `systems/` | Tiago Bragança |
    """
    return allow(callers(names=("Tiago Bragança",)), to=("update_wiki",), of=("wiki:systems/",))


@clause("wiki-clients-amelie", "access", "wiki", "denied_write")
def wiki_clients_amelie():
    """Amélie Vandamme creates, changes, renames and deletes the wiki pages of the folder
    clients/.

    systems/wiki.md#owners
    > | `clients/` | Amélie Vandamme |
    """
    return allow(callers(names=("Amélie Vandamme",)), to=("update_wiki",), of=("wiki:clients/",))


@clause("wiki-scratch-all", "access", "wiki")
def wiki_scratch_all():
    """Everybody who is signed in may create, change, rename and delete wiki pages in scratch/.

    systems/wiki.md#who-edits
    > In `scratch/` everybody who is signed in may do it.
    """
    return allow(callers(public=False), to=("update_wiki",), of=("wiki:scratch/",))


@clause("wiki-forte-everywhere", "access", "wiki")
def wiki_forte_everywhere():
    """Forte may create, change, rename and delete wiki pages everywhere.

    systems/wiki.md#who-edits
    > The owner of a folder creates, changes, renames and deletes its pages. Forte may do the
    > same everywhere.
    """
    return allow(callers(roles=("forte",)), to=("update_wiki",))


@clause("wiki-owners-rest", "definition", "wiki", "lookup")
def wiki_owners_rest():
    """The folder rulebook/ is owned by Ingrid Sæther and the folder company/ by Lieven De Backer.

    systems/wiki.md#owners
    > | `rulebook/` | Ingrid Sæther | | `company/` | Lieven De Backer |
    """
    return note()


@clause("wiki-rename-both-rights", "process", "wiki", "denied_write")
def wiki_rename_both_rights():
    """Renaming a wiki page needs the right in both the old and the new folder.

    systems/wiki.md#who-edits
    > A renaming needs the right in both folders.
    """
    return note()


@clause("wiki-save-replaces", "process", "wiki")
def wiki_save_replaces():
    """Saving a wiki page replaces its whole text.

    systems/wiki.md#how-it-is-done
    > Saving a page replaces its whole text.
    """
    return note()


@clause("wiki-delete-how", "process", "wiki")
def wiki_delete_how():
    """A wiki page is deleted by saving it with empty text.

    systems/wiki.md#how-it-is-done
    > A page is deleted by saving it with empty text.
    """
    return note()


@clause("wiki-rename-how", "process", "wiki")
def wiki_rename_how():
    """A wiki page is renamed by copying its text unchanged to the new path and then emptying the
    old page.

    systems/wiki.md#how-it-is-done
    > A page is renamed by copying its text to the new path, unchanged to the last character, and
    > then emptying the old page.
    """
    return note()


@clause("wiki-text-exact", "process", "wiki")
def wiki_text_exact():
    """A text in quotation marks is saved on a wiki page exactly like that, without a heading or
    full stop added.

    systems/wiki.md#how-it-is-done
    > A text that the request gives in quotation marks is saved exactly like that, without a
    > heading or a full stop of our own.
    """
    return note()


@clause("wiki-add-line", "process", "wiki")
def wiki_add_line():
    """Adding a line keeps the text of the wiki page and puts the line at the end.

    systems/wiki.md#how-it-is-done
    > "Add a line" keeps the page and puts the line at the end.
    """
    return note()


RULES = (
    client_page_name, encore_amount, encore_is_salary_change, encore_no_note, salary_bare_number,
    role_staff, department_no_level, departments_list, registry_is_right, account_manager_in_book,
    lead_any_department, offices_list, office_spelling, house_names, closed_imagined_offices,
    page_beats_habit, role_forte, role_mezzo, role_coordinator, role_finance, list_decides_level,
    titles_business_cards, saether_namesakes, salary_unit, salary_bands,
    salary_bands_no_conclusion, salary_read_own, salary_read_mezzo, salary_read_forte,
    salary_forte_closed_mezzo, salary_forte_sets, salary_never_own, salary_request_forms,
    salary_percent, raise_needs_amount, salary_only_changes, id_made_of_name, email_made_of_name,
    accents_plain_letters, names_either_form, no_superior_field, registry_save_whole,
    registry_no_new_record, wishes_are_wills, level_range, skill_labels, wish_labels,
    level_meanings, strong_meaning, keen_meaning, missing_level_zero, best_meaning,
    who_can_mentor, profile_change_request, profile_step_range, profile_rest_stays, outcome_codes,
    unknown_record_question, unknown_side_or_change, failed_call_again, link_answer_records,
    link_not_helpers, link_one_record, link_level_comparison, link_change, link_hours_report,
    link_office, links_only_ok_answer, my_projects, projects_i_lead, archived_left_out,
    relative_days, answer_language, answer_yes_no, answer_dates, answer_money, answer_decimals,
    answer_as_recorded, never_erase_person_data, never_delete_records, never_delete_rulebook,
    never_void_invoiced, irreversible_list, irreversible_one_record, no_second_question,
    forte_reads_all, piano_meaning, level_how_found, login_says_who, own_office_meaning,
    responsible_meaning, member_meaning, one_answer_in_order, login_unreadable,
    never_before_rights, no_right_denied, reach_unsupported, unclear_asked_back,
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
