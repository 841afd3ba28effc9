"""The company API, one module per area: functions of a universe and a request body."""
