package io.streamgauge.analysis;

/** What can be found, by stable code; each has its section in {@code docs/findings.md}. */
public enum FindingCode {
    SOURCE_TOPIC_MISSING(
            "The topic was never created, was deleted, or the application names it wrongly. Nobody creates source topics"
                    + " for an application.",
            "Create the topic, with as many partitions as those it is joined with, or correct its name in the"
                    + " application. The group goes on by itself within a heartbeat."),
    TOPICS_NOT_COPARTITIONED(
            "Topics that the application joins were created with, or grown to, different numbers of partitions.",
            "Give them the same number of partitions, or repartition one of them in the application."),
    INTERNAL_TOPIC_MISSING(
            "The coordinator creates repartition and changelog topics when the group first joins, which takes a moment. When"
                    + " it lasts, their creation fails: an ACL, a quota, or more replicas than there are brokers.",
            "While it is new, wait. Else read the creation error in the evidence and the coordinator's log. Members run no"
                    + " tasks until the topics are there."),
    NOT_READY_WITHOUT_REASON(
            "Topics are missing or do not fit together. Descriptions of groups do not say which; only heartbeat answers do.",
            "See whether the source topics in the evidence exist with equal numbers of partitions, and look into an"
                    + " instance's log, where the status of its heartbeats is told."),
    STALE_TOPOLOGY(
            "An instance runs an older version of the application than the group has come to, as in a roll-out under way.",
            "Finish the roll-out: stop or update the instances in the evidence. They get no new tasks until then."),
    MIXED_TOPOLOGY_EPOCHS(
            "Instances of different versions of the application run beside each other, as in a roll-out under way.",
            "Finish the roll-out, or take it back; when it should be over, look for the instances that were left behind."),
    TOPOLOGY_UNKNOWN(
            "The brokers answered without a topology, as they do while the group's coordinator is being moved.",
            "Wait for the next description. Who runs what is known all the same."),
    SUBTOPOLOGY_UNKNOWN(
            "The group's topology was replaced while tasks of the one before are still assigned, or the brokers' description"
                    + " is wrong.",
            "See whether it ends with the roll-out. If not, restart the members in the evidence and report it to Kafka."),
    SHUTDOWN_REQUESTED(
            "An instance met an exception whose handler answered SHUTDOWN_APPLICATION, so that all instances stop.",
            "Read the exception in the log of the member that asked. Start the application again when its cause is gone."),
    ASSIGNMENT_DELAYED(
            "The coordinator waits a moment for more members before it assigns tasks, as it is configured to; so it does at"
                    + " every start.",
            "Nothing. If it takes too long, see group.streams.initial.rebalance.delay.ms on the brokers."),
    CLIENT_TAGS_MISSING(
            "Standby tasks are configured to be placed by client tags that these members do not have.",
            "Set client.tag.<key> in these instances, or take the key out of the group's configuration. Until then standby"
                    + " tasks are placed without regard to it."),
    STATUS_UNKNOWN(
            "The brokers are newer than this version of Streamgauge and tell members something that it has no name for.",
            "Read the detail in the evidence, and update Streamgauge."),
    TASK_UNOWNED(
            "The task is on its way from one member to another, or its member is gone and nobody has got it yet.",
            "See whom it waits for. A member that does not give it up must be restarted; one that is away must come back or"
                    + " be given up."),
    TASK_ACTIVE_TWICE(
            "Two members believe that the task is theirs, or the brokers' description is wrong.",
            "See in both members' logs who runs it. Restart the one that should not, and compare what it wrote meanwhile."),
    STANDBY_MISSING(
            "There are too few processes for as many copies as are configured, or the copies are not placed yet.",
            "Start another instance, or lower the group's streams.num.standby.replicas on the brokers; the application's"
                    + " num.standby.replicas has no effect. If there are enough processes and it lasts, see the group's"
                    + " assignor."),
    STANDBY_ON_SAME_PROCESS(
            "The assignor placed a copy beside its original, as some versions of the sticky assignor do.",
            "The copy is of no use if the process stops. Restart the process to have its tasks placed again, and update the"
                    + " brokers."),
    STANDBY_ON_SAME_RACK(
            "The assignor does not look at racks, or not at the tags that these members have.",
            "If copies must survive the loss of a rack, set client.tag.<key> in each instance, and on the brokers (4.4 or"
                    + " newer) the group's streams.rack.aware.assignment.tags to the key."),
    TASKS_UNEVEN(
            "Tasks stay where they were when instances came, or the number of partitions does not divide by that of threads.",
            "If the process in the evidence is short of processor time or lags, restart it to have tasks placed again, or"
                    + " use more partitions."),
    WARMUP_NOT_CATCHING_UP(
            "The copy restores no faster than the original writes: too little disk or network, or throttled fetches.",
            "See the process's restore rate, disk and quotas. Until it has caught up, the task stays where it is."),
    RESTORE_LAG_GROWING(
            "The copy restores slower than records are written: too little disk or network, throttled fetches, or a process"
                    + " that hangs.",
            "See the process's restore rate, disk and quotas; if it must take the task over now, it will restore that much"
                    + " first."),
    RECONCILIATION_STUCK(
            "The member does not give up the tasks that it was told to: a long poll or commit, a listener that blocks, or a"
                    + " hanging process.",
            "Take a thread dump of the member; if it hangs, restart it. What others wait for is in the findings of tasks."),
    ASSIGNMENT_NOT_FOLLOWED(
            "The member heartbeats, but does not run what it is told to: its stream thread hangs, died, or meets an error"
                    + " whenever it opens the tasks.",
            "Look into the log of the member's stream thread; restart it if it says nothing."),
    MEMBER_AWAY(
            "A static member stopped and will come back under its instance id; until then its tasks are kept for it, and run"
                    + " nowhere.",
            "Start the instance again before its session times out; after that, its tasks go to others."),
    MEMBER_FENCED(
            "The member was silent for so long, or was so far behind, that the coordinator does not accept its epoch any"
                    + " more.",
            "It joins again by itself. When it happens again and again, look for long garbage collections and for"
                    + " processing that takes longer than max.poll.interval.ms."),
    MEMBER_SILENT(
            "The process was stopped, hangs, or has no network. When its session times out, its tasks go to others.",
            "See whether the process lives and what it does. Nobody else runs its tasks before its session times out."),
    INSTANCE_ID_CONFLICT(
            "Two running processes have the same group.instance.id, as when a deployment copies the settings of another.",
            "Give each instance a group.instance.id of its own, and stop one of the two."),
    JOIN_FAILED(
            "Kafka 4.4.0 fails so when the member has a user endpoint (application.server) and a source topic is missing or"
                    + " topics are not co-partitioned. The instance dies of it.",
            "Create the missing source topics, with equal numbers of partitions where they are joined, and start the"
                    + " instance again; the coordinator's log has the exception."),
    HEARTBEAT_REFUSED(
            "The coordinator does not accept what the member sends, for the reason in the evidence.",
            "Look up the error in the evidence, and the member's log at that time."),
    COORDINATOR_AWAY(
            "The group's coordinator is being moved to another broker, or its broker is down.",
            "Nothing while it is short: members go on with the tasks they have. Else see whether the partitions of"
                    + " __consumer_offsets have leaders."),
    ENDPOINT_SHARED(
            "Processes were started with the same application.server, so that queries reach one that does not have the data.",
            "Give each process an application.server of its own."),
    ENDPOINT_ON_LOOPBACK(
            "The setting application.server was left at an address that means \"this machine\" on every machine.",
            "Set application.server to an address at which the other instances reach the process."),
    ENDPOINT_MISSING(
            "Some processes were started without application.server: what they hold cannot be queried by others.",
            "Set application.server in every instance."),
    PARTITION_UNSERVED(
            "The coordinator's endpoint map does not have what the member runs.",
            "See whether it ends with the next rebalance. Queries for these partitions find nobody until then."),
    PARTITION_SERVED_TWICE(
            "The coordinator's endpoint map still has a member that gave the partition up, or two members run it.",
            "See whether it ends with the rebalance. Queries for these partitions may be answered by the wrong one until"
                    + " then."),
    DESCRIPTION_CONTRADICTORY(
            "What the brokers say of the group cannot all be true. Versions up to 4.3 call groups not ready that are.",
            "Believe what the members do. If the group works, update the brokers."),
    REBALANCE_STORM(
            "Members come and go again and again: a crash loop, sessions that time out, or a roll-out without pauses.",
            "See in the group's rebalances who comes and goes, and why in that member's log. Static membership"
                    + " (group.instance.id) spares rebalances in restarts."),
    GROUP_UNREADABLE(
            "The brokers do not describe the group, for the reason in the evidence.",
            "Do what the message says. What is shown of the group is as it was last read."),
    CLUSTER_UNREADABLE(
            "The brokers cannot be asked, for the reason in the evidence.",
            "Do what the message says. What is shown of all groups is as it was last read."),
    GROUP_NAME_TAKEN(
            "An application with the same name joined with another protocol while the streams group was empty, as after"
                    + " group.protocol was set back, or two applications have one name.",
            "Find who uses the name. Set group.protocol=streams in every instance, or another application.id.");

    private final String cause;
    private final String nextStep;

    FindingCode(String cause, String nextStep) {
        this.cause = cause;
        this.nextStep = nextStep;
    }

    /** What is likely behind it. */
    public String cause() {
        return cause;
    }

    /** What to do. */
    public String nextStep() {
        return nextStep;
    }
}
