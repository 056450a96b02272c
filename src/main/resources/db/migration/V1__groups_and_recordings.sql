-- One schema for H2 and PostgreSQL. Rows with from_version and to_version hold for the versions [from, to) of their
-- group; version_block is where an as-of question finds that interval (docs/adr/0005). They refer to no group by a
-- constraint, for which H2 would keep one more index of each table: they are stored with a snapshot, which does.

create sequence cluster_seq increment by 1;
create sequence streams_group_seq increment by 50;
create sequence group_snapshot_seq increment by 500;
create sequence member_version_seq increment by 500;
create sequence task_version_seq increment by 500;
create sequence status_version_seq increment by 500;
create sequence endpoint_version_seq increment by 500;
create sequence subtopology_version_seq increment by 50;
create sequence offset_report_seq increment by 500;
create sequence group_configs_seq increment by 50;
create sequence member_error_seq increment by 50;
create sequence member_silence_seq increment by 50;
create sequence recording_seq increment by 1;
create sequence read_failure_seq increment by 50;
create sequence other_group_seq increment by 500;
create sequence removed_range_seq increment by 50;

create table cluster (
    id bigint primary key,
    name varchar(200) not null,
    kind varchar(20) not null,
    created_at timestamp(6) with time zone not null,
    -- Gone for everybody; its rows are being removed.
    deleted boolean not null,
    constraint cluster_name_unique unique (name)
);

create table streams_group (
    id bigint primary key,
    cluster_id bigint not null references cluster (id),
    group_id varchar(32767) not null,
    group_hash varchar(64) not null,
    version integer not null,
    first_at timestamp(6) with time zone not null,
    observed_at timestamp(6) with time zone not null,
    constraint streams_group_unique unique (cluster_id, group_hash)
);

create table group_snapshot (
    id bigint primary key,
    group_key bigint not null references streams_group (id),
    version integer not null,
    observed_from timestamp(6) with time zone not null,
    source varchar(20) not null,
    state varchar(20) not null,
    state_source varchar(20) not null,
    group_epoch integer,
    assignment_epoch integer,
    topology_epoch integer,
    assignor varchar(32767),
    coordinator varchar(32767),
    member_count integer not null,
    process_count integer,
    active_task_count integer,
    standby_task_count integer,
    warmup_task_count integer,
    unassigned_task_count integer,
    lowest_member_epoch integer,
    highest_member_epoch integer,
    -- In the order of member ids, run-length encoded.
    member_epochs varchar(1000000) not null,
    -- Null where the source cannot know statuses.
    status_codes varchar(1000),
    status_count integer,
    endpoint_source varchar(20),
    endpoint_epoch integer,
    topology_known boolean not null,
    rebalance_count integer not null,
    -- Null while a rebalance goes on.
    settled_at timestamp(6) with time zone,
    begun_at timestamp(6) with time zone,
    begun_after timestamp(6) with time zone,
    pending_since timestamp(6) with time zone,
    rebalance_subject varchar(32767),
    -- Null where nothing came to be that makes a group rebalance.
    rebalance_causes varchar(1000000),
    conditions varchar(1000000) not null,
    changes varchar(1000000) not null,
    constraint group_snapshot_unique unique (group_key, version)
);

create index group_snapshot_time on group_snapshot (group_key, observed_from, version);

create table member_version (
    id bigint primary key,
    group_key bigint not null,
    from_version integer not null,
    to_version integer not null,
    version_block integer not null,
    member_id varchar(32767) not null,
    instance_id varchar(32767),
    rack_id varchar(32767),
    client_id varchar(32767),
    client_host varchar(32767),
    process_id varchar(32767),
    topology_epoch integer,
    endpoint_host varchar(32767),
    endpoint_port integer,
    client_tags varchar(1000000),
    classic boolean,
    away boolean not null,
    fenced boolean not null,
    heartbeat_interval_ms integer,
    task_offset_interval_ms integer,
    acceptable_recovery_lag bigint,
    throttle_time_ms integer,
    known_lists smallint not null,
    last_heartbeat_at timestamp(6) with time zone
);

create index member_version_block on member_version (group_key, version_block);

create table task_version (
    id bigint primary key,
    group_key bigint not null,
    from_version integer not null,
    to_version integer not null,
    version_block integer not null,
    member_id varchar(32767) not null,
    task_view smallint not null,
    task_role smallint not null,
    subtopology_id varchar(32767) not null,
    partition_number integer not null
);

create index task_version_block on task_version (group_key, version_block);
create index task_version_task on task_version (group_key, partition_number);

create table status_version (
    id bigint primary key,
    group_key bigint not null,
    from_version integer not null,
    to_version integer not null,
    version_block integer not null,
    member_id varchar(32767) not null,
    code smallint not null,
    detail varchar(32767),
    opened_at timestamp(6) with time zone not null,
    closed_at timestamp(6) with time zone,
    last_seen_at timestamp(6) with time zone not null
);

create index status_version_block on status_version (group_key, version_block);
create index status_version_time on status_version (group_key, opened_at);

create table endpoint_version (
    id bigint primary key,
    group_key bigint not null,
    from_version integer not null,
    to_version integer not null,
    version_block integer not null,
    host varchar(32767) not null,
    port integer not null,
    active varchar(1000000),
    standby varchar(1000000),
    partitions varchar(1000000) not null
);

create index endpoint_version_block on endpoint_version (group_key, version_block);

create table subtopology_version (
    id bigint primary key,
    group_key bigint not null,
    from_version integer not null,
    to_version integer not null,
    version_block integer not null,
    subtopology_id varchar(32767) not null,
    body varchar(1000000) not null
);

create index subtopology_version_block on subtopology_version (group_key, version_block);

create table offset_report (
    id bigint primary key,
    group_key bigint not null references streams_group (id),
    member_id varchar(32767) not null,
    told_at timestamp(6) with time zone not null,
    -- As told_at, where a copy is far behind.
    far_behind_at timestamp(6) with time zone,
    offsets varchar(1000000) not null
);

create index offset_report_time on offset_report (group_key, told_at);
create index offset_report_far_behind on offset_report (group_key, far_behind_at);

create table member_error (
    id bigint primary key,
    group_key bigint not null references streams_group (id),
    member_id varchar(32767),
    instance_id varchar(32767),
    code smallint not null,
    message varchar(32767),
    sent_member_epoch integer,
    known_member_epoch integer,
    first_at timestamp(6) with time zone not null,
    last_at timestamp(6) with time zone not null,
    occurrences integer not null
);

create index member_error_time on member_error (group_key, last_at);

create table member_silence (
    id bigint primary key,
    group_key bigint not null references streams_group (id),
    member_id varchar(32767) not null,
    heard_at timestamp(6) with time zone not null,
    ended_at timestamp(6) with time zone not null,
    heartbeat_interval_ms integer
);

create index member_silence_time on member_silence (group_key, ended_at);

-- What a group was configured to, from when it was read until the next row.
create table group_configs (
    id bigint primary key,
    group_key bigint not null references streams_group (id),
    read_at timestamp(6) with time zone not null,
    -- As in the settings, and when they were first read so; null where brokers do not tell them.
    standby_replicas integer,
    standbys_since timestamp(6) with time zone,
    settings varchar(1000000) not null,
    constraint group_configs_unique unique (group_key, read_at)
);

create table recording (
    id bigint primary key,
    name varchar(200) not null,
    cluster_id bigint references cluster (id) on delete cascade,
    format varchar(40) not null,
    status varchar(20) not null,
    failure varchar(4000),
    file varchar(4000) not null,
    owned_file boolean not null,
    -- Of the bytes and of how they are read; null for files that are not ours.
    content_hash varchar(64),
    time_zone varchar(100) not null,
    session_timeout_ms bigint not null,
    -- The day of the first line, for logs whose times lack it.
    first_day date,
    bytes_total bigint,
    bytes_read bigint not null,
    line_count bigint not null,
    heartbeat_count bigint not null,
    snapshot_count bigint not null,
    skipped varchar(10000) not null,
    errors varchar(1000000) not null,
    first_heartbeat_at timestamp(6) with time zone,
    last_heartbeat_at timestamp(6) with time zone,
    created_at timestamp(6) with time zone not null,
    started_at timestamp(6) with time zone,
    finished_at timestamp(6) with time zone,
    leased_until timestamp(6) with time zone
);

create index recording_created on recording (created_at);
create index recording_content on recording (content_hash);
create index recording_cluster on recording (cluster_id);

-- Of a live cluster: which process reads it, and when that last went well.
create table cluster_reading (
    cluster_id bigint primary key references cluster (id) on delete cascade,
    reader varchar(200),
    leased_until timestamp(6) with time zone,
    last_success_at timestamp(6) with time zone
);

-- Spells in which a live cluster, or one of its groups, could not be read.
create table read_failure (
    id bigint primary key,
    cluster_id bigint not null references cluster (id) on delete cascade,
    -- Null when it is the cluster itself.
    group_id varchar(32767),
    part varchar(20) not null,
    code varchar(40) not null,
    message varchar(1000000) not null,
    first_at timestamp(6) with time zone not null,
    last_at timestamp(6) with time zone not null,
    occurrences integer not null,
    -- Null while it lasts.
    ended_at timestamp(6) with time zone
);

create index read_failure_time on read_failure (cluster_id, first_at);

-- Groups of live clusters that are no streams groups.
create table other_group (
    id bigint primary key,
    cluster_id bigint not null references cluster (id) on delete cascade,
    group_id varchar(32767) not null,
    group_hash varchar(64) not null,
    type varchar(20) not null,
    protocol varchar(32767) not null,
    first_at timestamp(6) with time zone not null,
    constraint other_group_unique unique (cluster_id, group_hash)
);

-- What retention removed of a group, told in short: the versions [from_version, to_version), from the first one's
-- beginning until the beginning of the first that is left.
create table removed_range (
    id bigint primary key,
    group_key bigint not null references streams_group (id),
    from_version integer not null,
    to_version integer not null,
    from_at timestamp(6) with time zone not null,
    to_at timestamp(6) with time zone not null,
    kind varchar(20) not null,
    occurrences integer not null,
    entries varchar(1000000) not null,
    -- Whoever is second to remove a range is turned away.
    constraint removed_range_unique unique (group_key, from_version, kind)
);
