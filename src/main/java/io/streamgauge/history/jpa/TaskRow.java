package io.streamgauge.history.jpa;

import io.streamgauge.group.TaskId;
import io.streamgauge.group.TaskRole;
import io.streamgauge.group.TaskView;
import jakarta.persistence.Column;
import jakarta.persistence.Convert;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.SequenceGenerator;
import jakarta.persistence.Table;

@Entity
@Table(name = "task_version")
@SuppressWarnings("NullAway.Init")
class TaskRow extends VersionedRow {

    @Id
    @GeneratedValue(generator = "task_version_seq")
    @SequenceGenerator(name = "task_version_seq", sequenceName = "task_version_seq", allocationSize = 500)
    long id;

    @Column(name = "member_id", nullable = false, updatable = false, length = 32767)
    String memberId;

    @Convert(converter = Codes.Views.class)
    @Column(name = "task_view", nullable = false, updatable = false)
    TaskView view;

    @Convert(converter = Codes.Roles.class)
    @Column(name = "task_role", nullable = false, updatable = false)
    TaskRole role;

    @Column(name = "subtopology_id", nullable = false, updatable = false, length = 32767)
    String subtopologyId;

    @Column(name = "partition_number", nullable = false, updatable = false)
    int partition;

    static TaskRow of(String memberId, TaskView view, TaskRole role, TaskId task) {
        TaskRow row = new TaskRow();
        row.memberId = memberId;
        row.view = view;
        row.role = role;
        row.subtopologyId = task.subtopologyId();
        row.partition = task.partition();
        return row;
    }

    TaskId task() {
        return new TaskId(subtopologyId, partition);
    }
}
