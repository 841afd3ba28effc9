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
        permission* permit* authori* right rights approval* consent* confirmation* access*
        clearance polic* rule rules rulebook* handbook* guard* security restrict* identit*
        privilege* safeguard* verification* entitle* agreement* licen* mandate* signature*
        duty duties
        membership
    """,
    # What checks, asks, refuses or closes.
    "tight": """
        refus* den* reject* declin* forbid* forbad* forbidden prohibit* check checks checked
        checking verif* confirm confirms confirmed confirming ask asks asked asking clarif*
        question* deny* confidential* hide hides hidden closed secret secrets private doubt*
        hesitat* object objects wait waits block* traps trap
    """,
    # What opens, takes away, or makes equal.
    "loose": """
        allow* grant* let lets welcome* free freely open openly opens opened open-handed exempt*
        whatever whoever whichever anyway regardless always-on generous* lenient* trusting
        flexible relax* ease eased favour* favor* oblig* comply complies obey* honour* honor*
        satisf* accommodat* deserve* fine okay enough suffic* optional unneeded unnecessary
        formal formality outdated obsolete history override* overrul* outrank* prevail* anyhow
        equal-to unlimited unrestricted
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
        employee employees person persons people member members lead leads leader* manager
        managers owner owners executive* director* staff head heads leadership hr management
        team teams department departments customer customers client clients colleague* caller*
        user users guest guests visitor*
    """,
    "rank": """
        lead leads member members owner owners executive* director* staff insider* manager
        managers leadership hr admin* caller* internal colleague* trusted head heads
    """,
    "secret": """
        salary salaries raise raises pay payroll wage* bonus* earn* income* compensation
        remuneration notes note private internal personal password* phone*
    """,
    "expose": """
        tell tells told telling reveal* disclos* expos* show shows shown showing give gives
        given giving name names named mention* share shares sharing say says said send sends
        sent hand hands report reports reported answer answers answered message messages
        publish* leak* belong* link links linked communicat* discuss* read reads see sees seen
    """,
    "change": """
        log logs logged logging change changes changed changing delete* deleting update updates
        updated updating write writes written book books booked enter enters edit* remov* rais*
        pay pays paid rename* create creates created creating void voids overwrit* replac* set
        approve approves
    """,
    "act": """
        make made take taken use used add added pick picked choose chosen invent* guess* assum*
        assign* move moved look looked stated done derive* round* count* counted
    """,
    "not": """
        not never no nobody nothing none neither nor cannot don't doesn't isn't aren't won't
        can't mustn't needn't without-any
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
            r"\bthe right (?=(?:table|column|row|value|unit|spelling|id|name|day|week|month"
            r"|period|record"
            r"|project|person|customer|form|format)s?\b)",
            "the correct ",
        ),
        (
            r"\b(?:in|for) (?:any|all|every|each) cases?\b|\beither way\b|\bby all means\b",
            "whatever",
        ),
        (r"\bno matter\b|\bof course\b|\bfor any reason\b|\bat any rate\b", "whatever"),
        (
            r"\bthe (?:caller|requester|user)'s (?=(?:own )?(?:id|name|record|employee"
            r"|location|department"
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
    fail fails failed failure failures
    a abbreviation abbreviations abilities ability about above absent accent accentless accents
    according account accurately across active actual add added addition address adjacent after
    again against age aggregate aggregates aggregation ago alias all allocation almost alone
    along alphabetical alphabetically already also alternative although ambiguities ambiguity
    among amount an anchor anchors and annual another any apart appear appears appended applies
    apply archived are argument arguments arithmetic around array arrow article articles as
    ascending ask assembled assignment assignments at attempt attempts attribute attributes
    availability available average averages away back bar bare base based basis batch be bearer
    because become been before begin beginner beginning begins being belong belonging belongs
    below beside best best-rated better between beyond biggest billable billed billing blank
    body bold booking bookings both bound boundary bounded bounds bracket brackets branch break
    brief briefly broader browse build builds built bulk bullet bulletin bullets busiest busy by
    calculate calculated calculates calculation calendar calendar-week call called calls
    candidate candidates canonical capacity capital capitalise capitalised capitalized card
    cardinality carrier carries carry case cases category cell cells century chain change
    chapter chapters character characters cheaper cheapest choose chosen chronologically cities
    city clause clear clock close closest coach coaches coaching code codes collect collects
    colon column column's columns combine come comes comma commas common company compare
    compared comparing comparison competence complete completed completely compose composed
    composite compute computed concept concern concrete condition conditions consecutive
    consider construct constructed contact contain contains content contents context continent
    contracts convert converted copies copy correct correctly cost costs could count counted
    counting countries country counts cover coverage covers criteria criterion cross currency
    current currently cursor customer cut cut-off cutoff daily dash data date dates day days
    deal deals decimal decimals dedicated deduplicate default define defined definition degree
    dense depend depends derive derived descending describe described description descriptions
    designation detail details diacritics differ difference different digit digits direct
    directly distance distinct distinctly divide divided do document documented documents does
    done dot dots double draft drafts drawn duplicate duplicates duration during each earlier
    earliest early easy edge effective effort efforts either elapsed element else email empty
    end ending endpoint endpoints ends english enthusiasm entire entirely entities entity
    entries entry enum enums equal equality equally equals error errors establish even evening
    event events ever every exact exactly exactness example excess exclude excluded exclusive
    exist existence existing exists expect expected experience experienced expert expertise
    experts expire explicitly extension extra extract extreme eye fact facts fall fallback far
    feature fetch fetched few fewer fewest field fields fifty figure figures file file-name
    filename fill filled filler filter filtered filters final finally find finder finders finds
    finish finished first fiscal fit fits five fixed flag flags flat fold folder folders follow
    following follows footer for foreign foreign-key forename form format formats former forms
    formula fortnight forty four fourth fraction fractions fragments free friday from full fully
    function functions further future fuzzy gap gaps gather gathered general generally geography
    get gets given given-name go goes graded group grouped grouping groups guide half hand has
    have header heading headings held hence here hierarchical high higher highest hint hit hits
    hold holder holders holds holiday hour hours how however human hundred hyperlink hyphen
    hyphenated hyphens id idea identical identifier identifiers identify idle ids if ignore-case
    in inactive include included includes including inclusive incomplete increase increased
    index individual individually industry information initial initials inner inner-join input
    insert inside instance instances interest interested interests intersect intersection
    interval intervals into involve involved is iso issue issues it italics item items iterate
    its itself job jobs join joined joins joint json just keen keep keeps kept key keys keyword
    keywords kind kinds know known knows label labels lacking lacks language languages large
    larger largest last later latest latter layout leading leap least leave leaves led left
    left-join lemma length less letter letters level levels lie lies like likewise limit limits
    line lines link-text list listed listens listing listings lists literally live load loaded
    loads local locate locates location locations logical long longer longest look lookahead
    looking lookup lookup-table lookups loose looser lost low lower lowercase lowest made main
    make makes many map mapping maps marked markup match matched matches matching matter matters
    maximum may mean means meant measure median meet member mention mentioned merge merged
    method middle middle-name midnight might minimum minus minute minutes mismatch miss missing
    misspelt mixed mode monday month month-end monthly months more morning most motivated
    motivation much multiplied multiply must name named names naming narrow narrower near
    nearest need needed needs negation negative neither nested new newest newly next nickname
    nine ninety no non-billable none normal normalised normalized not note nothing novice now
    null number numbering numbers numeric numerically object object's obtained occasion
    occupation occupied occur occurrences occurs of off office offices offset offset-based often
    old older oldest omitted on once one ones ongoing only onto open operation operator opposite
    or order ordered ordinary original originally other others otherwise our out outer outermost
    over overall overlap overlapped overlapping owed own page page's page-by-page pages paging
    pair pairs paragraph paragraphs parameter parameters parent parentheses parenthesis parse
    part partial partially participate partly parts pass passage passages passed past path paths
    pattern pause paused peak per percent percentage percentages period periods phase phases
    phrase pick picture pipeline place place-name placeholder places plain plainly plan plans
    play plays plural plus point points politely population position positions positive possible
    postcode postfix preceding precisely precision prefer prefix prefix-match prefixes prepare
    prepared present present-day previous previously primary primary-key prior product
    proficiency profile project projects proper properly property prospect prospects punctuation
    purely put quantity quarter quarters queries query quickly quote quoted quotes range ranges
    rank ranked ranking rate rather ratio raw reach read reading reads real recent recently
    recompute reconcile record recorded records reduce refer reference references refers refine
    regard regards region regions related relation relations remain remaining remains repeat
    repeated repeats replace replaces reply report represent require reread resolve respectively
    response rest result results return returned returns reverse revision revisions role roles
    root round rounded rounding row rows run same sample saturday scan scanned schema scope
    score search searched searches second section sections sector see seek seem seen select
    selected selects semester semicolon send seniority sentence sentences separate separated
    separately separator sequence series serve server serves set seven several shall shape share
    shared sharing sheet sheets short shorter shortest shortly should show side sign signal
    significant signs silently similar simple simply since single singly singular site sites six
    sixty size skill skills skips slash slash-separated slice slices slot slow slug small
    smaller smallest so sole solely some sort sorted source space spaced spaces span spans
    sparse speak speaks special specifically spell spelled spelled-out spelling spellings split
    spoken spread staffed staffing stage stages stand standard standing stands start starting
    starting-point starts state state-wide stated statement statements states status statuses
    stay stays stem stemming step steps still stop store stored stores strict strictly string
    strings strong stronger strongest structured style subject subquery subsequent subset
    substring subtract success successfully successive such suffix suitable sum summed sums
    sums-up sunday superlative support surname surname's surnames symbol symbols synonym
    synonymous synonyms table tables tag take taken takes talent talents tally target task tasks
    team tell ten tens term terms text texts than that the their theirs them then there therein
    thereof these they thing things think third thirty this thoroughly those though three
    through thursday tie tied ties time times timesheet timezone title titles to today today's
    together token tokens tomorrow too tool tools top total totals toward town towns tracked
    trail trailing translate translated translation traverse treat trim trimmed truly truncate
    tuesday turn twelve twenty twice two twofold type typed types typo typos umlaut umlauts
    unasked unavailable unbilled uncapitalised unclear uncommon under underscore union unique
    uniquely unit units unknown unless unlike unrelated unsorted unstated unsupported until
    untracked unused up upper uppercase url us use used useful uses using usual usually utc
    valid value values variant vary varying verbatim version version-number very via view views
    village visible voided walk wanted was way ways we weakest wednesday week weekday weekdays
    weekend weekends weekly weeks weight weighted well were what when whenever where whereas
    wherein wherever whether which while whitespace who whole whole-number wholly whom whose
    wide widest wiki will willing wills win window winner winners wins with within within-range
    without word wording words work workday workdays worked working workload workloads works
    would written wrong wrote year yearly years yes yesterday yet yield yields you your zero
    zeros zone
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
