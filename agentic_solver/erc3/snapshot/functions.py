"""The functions that plan SQL may call: an explicit, reviewed list; everything else is refused.

Left out on purpose: whatever reads the environment, the catalog, files, sequences or settings;
random, clock and session functions; SQL hidden in a string; functions whose result size is set
by a number (``repeat``, ``lpad``, ``list_resize``); lambdas, what joins lists, and
edit distances, whose work and size are products: the database does not stop within a function, and
of thousands of plans none has asked for them; time zones, whose values cannot leave the database;
and hashes, whose values belong to one version. The names are those that DuckDB's own parser
reports, so operators and syntax sugar (``list_value``, ``struct_pack``) appear as well.
"""

__all__ = [
    "AGGREGATE_FUNCTIONS",
    "ALLOWED_FUNCTIONS",
    "ORDERED_WINDOWS",
    "SERIES_FUNCTIONS",
    "TABLE_FUNCTIONS",
    "VOLATILE_NAMES",
]


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


_OPERATORS = _names(
    """
    !~~ !~~* % & && * ** + - ->> / // << <@ >> @> || | ~ ~~ ~~* ~~~ ^ ^@ !__postfix
    """
)

_NUMBER = _names(
    """
    abs add ceil ceiling divide even exp fdiv floor fmod gcd greatest greatest_common_divisor
    isfinite isinf isnan lcm least least_common_multiple ln log log10 log2 mod multiply pow power
    round round_even roundbankers sign sqrt cbrt subtract trunc bit_count xor
    """
)

_TEXT = _names(
    """
    ascii char_length character_length chr concat concat_ws contains ends_with format hamming
    instr lcase left left_grapheme len length length_grapheme like_escape ilike_escape
    not_like_escape not_ilike_escape lower ltrim mismatches nfc_normalize ord position prefix
    printf regexp_escape regexp_extract regexp_extract_all regexp_full_match regexp_matches
    regexp_replace regexp_split_to_array replace reverse right right_grapheme rtrim split
    split_part starts_with str_split str_split_regex string_split string_split_regex
    string_to_array strip_accents strlen strpos substr substring substring_grapheme suffix
    translate trim ucase unicode upper
    """
)

_DATE = _names(
    """
    age century date_add date_diff date_part date_sub date_trunc datediff datepart datesub
    datetrunc day dayname dayofmonth dayofweek dayofyear days_in_month decade epoch era hour
    isodow isoyear julian last_day make_date make_time make_timestamp microsecond millennium
    millisecond minute month monthname quarter second strftime strptime time_bucket to_centuries
    to_days to_decades to_hours to_microseconds to_millennia to_milliseconds to_minutes to_months
    to_quarters to_seconds to_weeks to_years try_strptime week weekday weekofyear year yearweek
    """
)

_CONDITION = _names("constant_or_null if nullif switch typeof")

_LIST = _names(
    """
    array_aggr array_aggregate array_contains array_distinct array_extract array_has
    array_has_all array_has_any array_indexof array_intersect array_length array_position
    array_reverse array_reverse_sort array_select array_slice array_sort array_to_string
    array_to_string_comma_default array_unique array_value array_where cardinality element_at
    list_aggr list_aggregate list_any_value list_avg list_bool_and list_bool_or list_contains
    list_count list_distinct list_element list_extract list_first list_has list_has_all
    list_has_any list_indexof list_intersect list_last list_max list_median list_min list_mode
    list_pack list_position list_product list_reverse list_reverse_sort list_select list_slice
    list_sort list_stddev_pop list_stddev_samp list_string_agg list_sum list_unique list_value
    list_var_pop list_var_samp list_where map map_contains map_contains_entry map_contains_value
    map_entries map_extract map_extract_value map_from_entries map_keys map_values row
    struct_concat struct_contains struct_extract struct_extract_at struct_has struct_insert
    struct_keys struct_pack struct_update struct_values unpivot_list
    """
)

_JSON = _names(
    """
    json_array json_array_length json_contains json_exists json_extract json_extract_path
    json_extract_path_text json_extract_string json_keys json_object json_quote json_type
    json_valid json_value row_to_json to_json array_to_json
    """
)

AGGREGATE_FUNCTIONS = _names(
    """
    any_value arbitrary arg_max arg_max_null arg_max_nulls_last arg_min arg_min_null
    arg_min_nulls_last argmax argmin array_agg avg bit_and bit_or bit_xor bool_and bool_or corr
    count count_if count_star countif covar_pop covar_samp entropy favg first fsum geomean
    geometric_mean group_concat grouping kahan_sum kurtosis kurtosis_pop last list listagg mad
    max max_by mean median min min_by mode product quantile quantile_cont quantile_disc
    regr_avgx regr_avgy regr_count regr_intercept regr_r2 regr_slope regr_sxx regr_sxy regr_syy
    sem skewness stddev stddev_pop stddev_samp string_agg sum sum_no_overflow sumkahan var_pop
    var_samp variance wavg weighted_avg
    """
)

_WINDOW = _names(
    """
    cume_dist dense_rank fill first_value lag last_value lead nth_value ntile percent_rank rank
    rank_dense row_number
    """
)

SERIES_FUNCTIONS = frozenset({"range", "generate_series"})
"""Allowed with bounded arguments only; the firewall looks at them."""

TABLE_FUNCTIONS = frozenset({"unnest"}) | SERIES_FUNCTIONS

ALLOWED_FUNCTIONS = (
    _OPERATORS
    | _NUMBER
    | _TEXT
    | _DATE
    | _CONDITION
    | _LIST
    | _JSON
    | AGGREGATE_FUNCTIONS
    | _WINDOW
    | TABLE_FUNCTIONS
)
"""Every function name that may stand in the parsed tree of a plan query, in lower case."""

ORDERED_WINDOWS = frozenset({"first_value", "last_value", "nth_value", "lag", "lead", "fill"})
"""Window functions that mean nothing without an ORDER BY."""

VOLATILE_NAMES = _names(
    """
    current_catalog current_date current_localtime current_localtimestamp current_role
    current_schema current_time current_timestamp current_user localtime localtimestamp
    session_user user
    """
)
"""Words that DuckDB's parser shows as a column although they ask the session or the clock."""
