"""Words of the plain language of guidance, by kind.

Kinds matter to :mod:`agentic_solver.erc3.experience.plain`; a word of no kind is neutral: it is
known, and says nothing of who may what. ``*`` stands for any ending.
"""

import re
from functools import cache

__all__ = ["KINDS", "PHRASES", "is_neutral"]

_KINDS = {
    # A safeguard, or what it rests on.
    "guard": """
        permission* permit* authori* right rights approval* consent* confirmation* access* clearance
        polic* rule rules rulebook* handbook* guard* security restrict* identit* privilege* safeguard*
        verification* entitle* agreement* licen* mandate* duty duties membership
    """,
    # What checks, asks, refuses or closes.
    "tight": """
        refus* den* reject* declin* forbid* forbad* forbidden prohibit* check checks checked checking
        verif* confirm confirms confirmed confirming ask asks asked asking clarif* question* deny*
        confidential* hide hides hidden closed secret secrets private doubt* hesitat* object objects
        wait waits block* traps trap
    """,
    # What opens, takes away, or makes equal.
    "loose": """
        allow* grant* let lets welcome* free freely open openly opens opened open-handed exempt* whatever
        whoever whichever anyway regardless always-on generous* lenient* trusting flexible relax* ease
        eased favour* favor* oblig* comply complies obey* honour* honor* satisf* accommodat* deserve*
        fine okay enough suffic* optional unneeded unnecessary formal formality outdated obsolete
        history override* overrul* outrank* prevail* anyhow equal-to unlimited unrestricted
    """,
    "skip": """
        skip skips skipped skipping ignor* omit* drop drops dropped forget* bypass* disregard*
        overlook* waiv* circumvent* suspend* disabl*
    """,
    "trust": "trust* believ* accept* assum* presum* suppos* guess* imagin* infer* claim*",
    "urgent": "urgent* hurr* emergenc* deadline* politely-asked insist* beg* vip boss* chief*",
    # Somebody who asks or is told; nobody in particular.
    "someone": """
        caller* user users requester* guest guests visitor* outsider* stranger* public everybody
        everyone anyone anybody somebody someone others colleague* auditor* partner* boss* board
        external outside insider* whomever audience reader readers anonymous me us
    """,
    "person": """
        employee employees person persons people member members lead leads leader* manager managers
        owner owners executive* director* staff head heads leadership hr management team teams
        department departments customer customers client clients colleague* caller* user users guest
        guests visitor*
    """,
    "rank": """
        lead leads member members owner owners executive* director* staff insider* manager managers
        leadership hr admin* caller* internal colleague* trusted head heads
    """,
    "secret": """
        salary salaries pay payroll wage* bonus* earn* income* compensation remuneration notes note
        private internal personal password* address* phone*
    """,
    "expose": """
        tell tells told telling reveal* disclos* expos* show shows shown showing give gives given
        giving name names named mention* share shares sharing say says said send sends sent hand hands
        report reports reported answer answers answered message messages publish* leak* belong* link
        links linked communicat* discuss* read reads see sees seen
    """,
    "change": """
        log logs logged logging change changes changed changing delete* deleting update updates updated
        updating write writes written book books booked enter enters edit* remov* rais* pay pays paid
        rename* create creates created creating void voids overwrit* replac* set approve approves
    """,
    "act": """
        make made take taken use used add added pick picked choose chosen invent* guess* assum*
        assign* move moved look looked stated done derive* round* count* counted
    """,
    "not": """
        not never no nobody nothing none neither nor cannot don't doesn't isn't aren't won't can't
        mustn't needn't without-any
    """,
    "without": "without",
    "except": "unless except but only until save apart excepting excluding rather instead",
    "only": "only",
    "several": "two several both many more multiple same ambiguous three",
    "request": "request requests question questions demand demands wish wishes",
    "outcome": "outcome outcomes",
}  # fmt: skip


def _pattern(words: str) -> re.Pattern[str]:
    parts = sorted(re.escape(word).replace(r"\*", "[a-z']*") for word in words.split())
    return re.compile(rf"(?:{'|'.join(parts)})(?:'s)?")


KINDS = {kind: _pattern(words) for kind, words in _KINDS.items()}

PHRASES = tuple(
    (re.compile(pattern), plain)
    for pattern, plain in (
        (r"\b(?:in|by|to) order (?:to|of)\b|\bin the order\b", "as"),
        (r"\border by\b|\bthe order of\b", "sort by"),
        (r"\b(?:is|are|was|were) (?:not|never) asked for\b", "is unasked"),
        (r"\b(?:is|are|was|were) asked for\b|\basks for\b|\basks about\b", "names"),
        (r"\b(?:for|in) (?:a )?questions? (?:about|on|of)\b", "for texts about"),
        (r"\beveryone (?=who\b|that\b|whose\b|with\b)", "those "),
        (r"\b(?:the )?outcome (?:for|of) (?:not found|unsupported|a refusal)\b", "that result"),
        (r"\b(?:that|what|which|as) the (?:request|question) (?:does|do) not \w+\b", "unstated"),
        (r"\b(?:approved|submitted|draft|voided|invoiced) (?=entr|hours|time|rows)", ""),
        (
            r"\b(?:status|phase) (?:of |is )?(?:approved|submitted|draft|voided|invoiced)\b",
            "status",
        ),
        (r"\bdo not (?=.)", "do not "),
        (r"\bas many as\b|\bas well\b|\bas the case may be\b", "too"),
        (r"\bdata (?:of|in) a (?=note)", "data of a "),
        (r"\btime(?:sheet)? log(?:s|ging)?\b", "time entries"),
        (
            r"\bnot found\b|\bfinds? (?:nothing|nobody)\b|\bno rows?\b|\bfound nothing\b",
            "is absent",
        ),
        (r"\b(?:nothing|nobody) (?:is|was) (?:found|left|there)\b", "it is absent"),
        (r"\bopen (?=the (?:page|record|file|project|details))", "read "),
        (r"\bsay (?=so\b|that|how many|which)", "state "),
        (r"\b(?:account|project) manager\b", "employee"),
        (r"\bfree[- ]text\b", "text"),
        (r"\b(?:finds?|has|have|holds?|matches) others\b", "matches more"),
        (r"\b(?:the )?(?:person|people|one|those) who (?:writes?|calls?|asks?)\b", "the caller"),
        (r"\bhalf-open\b|\bopen-ended\b", "half"),
        (
            r"\bthe right (?=(?:table|column|row|value|unit|spelling|id|name|day|week|month|period|record"
            r"|project|person|customer|one|form|format)s?\b)",
            "the correct ",
        ),
        (
            r"\b(?:in|for) (?:any|all|every|each) cases?\b|\beither way\b|\bby all means\b",
            "whatever",
        ),
        (r"\bno matter\b|\bof course\b|\bfor any reason\b|\bat any rate\b", "whatever"),
        (
            r"\bthe (?:caller|requester|user)'s (?=(?:own )?(?:id|name|record|employee|location|department"
            r"|entries|hours|projects|team|customers|skills)\b)",
            "that ",
        ),
        (
            r"\b(projects|entries|customers|teams|hours|departments?)(?: that| which)? the caller "
            r"(?:leads|manages|owns|works on|is on|belongs to|is in)\b",
            r"such \1",
        ),
        (
            r"\b(links?(?: [a-z]+){0,5}) the (?:caller|acting user|user)(?=,|$| too\b| as well\b)",
            r"\1",
        ),
    )
)
"""Phrases whose words would be misread."""

_NEUTRAL = """
    a about above absent accent accents according across actual add added addition after again against
    age ago all almost alone along alphabetical already also alternative although among amount an and
    another any apart appear appears apply applies archived are around as ascending ask at average
    averages away back bare bar base based basis be because been before begin begins being below beside
    best better between beyond billable blank body bound bracket brackets break brief both bulk busy
    busiest by calendar call called calls candidate candidates capital card carries carry case cases
    category cell cells century chain change character characters choose chosen city cities clause
    clear close closest code codes collect column columns combine comma commas common company compare
    compared comparing comparison complete completed composite concern condition conditions consider
    contact contain contains content contents context copies copy correct could count counted counting
    counts countries country currency current currently customer cut daily data date dates day days
    deal decimal decimals default define defined definition degree depend depends derive derived
    descending describe description descriptions detail details differ difference different digit
    digits direct distance distinct divide divided do does done double draft drafts duplicate
    duplicates during each earlier earliest early easy effective either element else email empty end
    ending ends english entire entries entry equal equality equally error errors even ever every exact
    exactly example exclude excluded exist existing exists expect expected expire extra extreme fact
    facts fall far feature few fewer fewest field fields figure figures file fill filled filler
    filter filtered filters final find finder finders finds finish finished first fit fits five fixed
    flag flags fold follow following follows for form format formats former four fraction fractions
    free friday from full further future general generally get gets given go goes group grouped groups
    half hand has have heading held hence here high higher highest hit hits hold holds holiday hour
    hours how however human id identical identifier identifiers idea ids if in inactive include
    included includes including incomplete index individual initial inner input insert inside interest
    interests into is iso it item items its itself  join joined joins json just keep keeps kept
    key keys keyword keywords kind kinds know known knows label labels lacking lacks language
    languages large larger largest last later latest latter layout least leave leaves left length less
    letter letters level levels like limit limits line lines list listed listing listings lists live
    local location locations long longer longest look lookup lookups low lower lowest made main make
    makes many   marked markup match matched matches matching maximum may mean means meant
    measure median meet member mentioned merge merged method middle midnight might minimum minus
    minute minutes miss missing mixed monday month monthly months more most motivation much must name
    named names near nearest need needed needs negative neither new newest next nine no none normal not
    note nothing now null number numbers numeric object occur occurs of off offset often old older
    oldest on once one ones only open operation operator or order ordered ordinary original other
    others otherwise our out over overall overlap own page pages pair pairs paragraph parameter
    parameters parent part partial parts pass passed past path paths paused pause per percent
    percentage percentages period periods phase phases phrase pick picture place placeholder places
    plain plainly plan plans plus point points position positive possible prefer prefix present
    previous primary prior project projects proper property punctuation put quarter quarters queries
    query quote quotes range ranges rank ranked ranking rate rather ratio raw read reading reads real
    recent record recorded records reduce refer reference references refers region regions related
    relation relations remain remaining remains repeat repeated repeats replace replaces reply report
    represent require rest result results return returned returns role roles root round rounded
    rounding row rows run same sample saturday schema scope score search searched searches second
    section sections see seem seen select selected selects semicolon send sentence sentences separate
    separated separator series set several shall share shared sharing sheet short shorter shortest
    should show side sign signs similar simple since single sites six size skill skills slice slices
    slot slow small smaller smallest so sole some sort sorted source space spaces span speak speaks
    special spell spelled spelling spellings split stand standard stands start starting starts state
    stated states status statuses stay stays step steps still stop stored store stores strict string
    strings strong stronger strongest style subject subset subtract such sum summed sums sunday
    support suffix surname surnames table tables tag take taken takes target task tasks team ten term
    terms text texts than that the their them then there these they thing things think third this those
    though three through thursday tie ties time times timesheet title titles to today together token
    tomorrow too tool tools top total totals toward translate translated translation treat tuesday
    turn twelve twice two type types unasked under underscore unique unit units unit unknown unlike
    unless unstated unsupported until unused up upper us use used useful uses using usual usually valid
    value values variant version via view views visible voided was way ways we wednesday week weekday
    weekdays weekend weekends weekly weeks weight well were what when whenever where wherever whether
    which while who whole whom whose wide widest wiki will willing wills with within without word
    wording words work worked working workload workloads works would wrong year years yes yesterday yet
    zero zeros zone you your accentless active address alias appended apply argument arguments array
    billing coach coaches coaching compute computed concept contracts convert converted coverage cross
    dash deduplicate derive digit dot dots edge equals establish extract fallback fetch fetched fifty
    foreign fourth forms graded guide hint hyphen hyphens intersect intersection involve involved
    iterate joint leading least led listens logical looking loose looser mention minus mode narrow
    naming negation none numbering occasion occurrences offset omitted ongoing onto opposite
    outer owed page-by-page paging participate parse pattern per-person phrase plural population
    quantity quoted reach recompute reread resolve reverse scan scanned separately sequence shape
    short-list singular skip-level slash spoken staffing staffed standing stem string substring
    successive suitable sum-total superlative synonym synonyms synonymous tally tell tens theirs tie
    tied trail trailing translation trim truncate typed typo typos uncommon union unrelated unsorted
    uppercase lowercase utc vary varying verbatim wanted whitespace whose whole-number written
    accurately briefly completely correctly currently directly entirely explicitly finally fully
    individually literally newly originally partly politely precisely previously properly purely
    recently respectively shortly silently simply singly solely specifically strictly thoroughly
    truly uniquely alphabetically numerically chronologically
    weighted whereas wherein excess hundred identify inclusive exclusive beginning boundary partially
    overlapping spans duration elapsed minutes fiscal annual yearly month-end billed unbilled
    non-billable colon parenthesis parentheses bullet bullets arrow bold italics heading
    headings table-wide enum enums attribute attributes entity entities instance instances object's
    mapping lookup-table subquery aggregate aggregates aggregation grouping distinctly cardinality
    primary-key foreign-key inner-join left-join window offset-based cursor timezone clock
    hyphenated initials middle-name given-name nickname forename surname's diacritics umlaut umlauts
    spaced trimmed normalised normalized canonical exactness fuzzy prefix-match broader narrower
    criteria criterion winner winners walk existence success profile server comes come unavailable
    concrete dedicated yields yield allocation mismatch gap gaps account wins win fragments eye locate
    locates attempts attempt issue issues misspelt increase increased response signal ambiguity
    ambiguities unclear successfully information likewise become reconcile structured biggest
    seniority very batch event events matter matters twenty thirty forty sixty ninety seven
    abbreviation abbreviations symbol symbols chain traverse browse spread wish-list ignore-case
    seek peak overlapped assignment assignments booking bookings tracked untracked effort efforts
    occupied load loads loaded available availability capacity unavailable idle sparse dense inclusive
    calculate calculates calculated calculation arithmetic precision significant thereof therein
    formula product sums-up statement statements note-taking fact-based wholly sheet sheets column's
    holder holders bearer carrier belong belongs belonging nested inner outermost hierarchical flat
    inside within-range cutoff cut-off calendar-week fortnight semester today's present-day 
    evening morning         
       weekdays old-fashioned preceding subsequent adjacent consecutive
    interval intervals starting-point endpoint endpoints bounds bounded lookahead leap
    recorded documented described mentioned spelled-out wrote drawn obtained gathered gather collects
    assembled build builds built compose composed construct constructed prepared prepare
    prefixes postfix tokens lemma stemming capitalise capitalised capitalized uncapitalised hyphens
    proficiency competence expertise experience experienced experts expert novice beginner ability
    abilities talent talents motivated enthusiasm interested keen weakest strongest best-rated
    stage stages deal deals prospect prospects lost pipeline industry sector branch office offices
    town towns village state-wide continent site place-name map maps geography postcode
    job jobs position positions occupation function functions duty-free designation header footer
    chapter chapters article articles paragraphs passage passages bulletin document documents folder
    folders file-name filename extension slug slash-separated root link-text hyperlink url anchor
    anchors revision revisions version-number
    multiply workday workdays multiplied regard regards lie lies play plays serve serves cover covers refine vary fully-filled reveal-free
    cheaper cheapest quickly cost costs rows' page's twofold once-only skips repeated-read
"""
_ENDINGS = ("'s", "s'", "s", "es", "ed", "ing", "d", "er", "est", "ly")


@cache
def _neutral() -> frozenset[str]:
    return frozenset(_NEUTRAL.split())


def is_neutral(word: str) -> bool:
    """Whether a word, or what it is a form of, is known and says nothing of who may what."""
    if word in _neutral():
        return True
    return any(
        word.endswith(ending)
        and (
            word.removesuffix(ending) in _neutral() or f"{word.removesuffix(ending)}e" in _neutral()
        )
        for ending in _ENDINGS
    )
