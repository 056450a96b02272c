package io.streamgauge.history.jpa;

import io.streamgauge.group.Subtopology;
import jakarta.persistence.Column;
import jakarta.persistence.Convert;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.SequenceGenerator;
import jakarta.persistence.Table;

@Entity
@Table(name = "subtopology_version")
@SuppressWarnings("NullAway.Init")
class SubtopologyRow extends VersionedRow {

    @Id
    @GeneratedValue(generator = "subtopology_version_seq")
    @SequenceGenerator(name = "subtopology_version_seq", sequenceName = "subtopology_version_seq", allocationSize = 50)
    long id;

    @Column(name = "subtopology_id", nullable = false, updatable = false, length = 32767)
    String subtopologyId;

    @Convert(converter = Json.Subtopologies.class)
    @Column(name = "body", nullable = false, updatable = false, length = 1_000_000)
    Subtopology subtopology;

    static SubtopologyRow of(Subtopology subtopology) {
        SubtopologyRow row = new SubtopologyRow();
        row.subtopologyId = subtopology.subtopologyId();
        row.subtopology = subtopology;
        return row;
    }
}
