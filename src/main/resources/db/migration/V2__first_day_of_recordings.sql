-- The day of a recording's first line, for logs whose times lack it.
alter table recording add column first_day date;
