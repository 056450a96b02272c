package io.streamgauge;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleName;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_USE_FIELD_INJECTION;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_USE_JAVA_UTIL_LOGGING;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.NullMarked;

/** What may use what, beyond the module boundaries that {@link ModularityTests} checks. */
@AnalyzeClasses(packagesOf = StreamgaugeApplication.class, importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTests {

    private static final String ROOT = "io.streamgauge";

    /** The whole shape at a glance: a package and the packages that it may import. Nothing else is allowed. */
    private static final Map<String, Set<String>> IMPORTS = Map.ofEntries(
            entry("group", Set.of()),
            entry("analysis", Set.of("group")),
            entry("heartbeat", Set.of("group")),
            entry("history", Set.of("group")),
            entry("ingest", Set.of("group", "analysis", "history")),
            entry("broker", Set.of("ingest", "history", "group")),
            entry("replay", Set.of("ingest", "heartbeat", "group", "history")),
            entry("query", Set.of("history", "analysis", "group")),
            entry("transfer", Set.of("query", "history", "replay", "analysis", "group")),
            entry("api", Set.of("query", "analysis", "group", "history", "ingest", "replay", "transfer")),
            entry("cli", Set.of("transfer", "query", "replay", "history")),
            entry("dashboard", Set.of()),
            // The application class, which hands a command over.
            entry("", Set.of("cli")));

    private static final DescribedPredicate<JavaClass> CODE =
            not(simpleName("package-info")).as("are not package-info");

    @ArchTest
    static final ArchRule importsPointOneWay =
            classes().should(importOnlyAllowedPackages()).as("imports between packages point one way");

    @ArchTest
    static final ArchRule packagesAreFreeOfCycles =
            slices().matching(ROOT + ".(**)").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule wordsNeedTheJdkAlone = classes()
            .that(CODE)
            .and()
            .resideInAPackage(ROOT + ".group..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("java..", "org.jspecify..", ROOT + ".group..");

    @ArchTest
    static final ArchRule analysisIsPure = classes()
            .that(CODE)
            .and()
            .resideInAPackage(ROOT + ".analysis..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("java..", "org.jspecify..", ROOT + ".group..", ROOT + ".analysis..");

    @ArchTest
    static final ArchRule heartbeatsNeedTheJdkAndAJsonParser = classes()
            .that(CODE)
            .and()
            .resideInAPackage(ROOT + ".heartbeat..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "java..", "org.jspecify..", "tools.jackson.core..", ROOT + ".group..", ROOT + ".heartbeat..");

    @ArchTest
    static final ArchRule pureCodeDoesNoInputOrOutput = noClasses()
            .that()
            .resideInAnyPackage(ROOT + ".group..", ROOT + ".analysis..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("java.io..", "java.nio.file..", "java.net.http..", "java.sql..");

    @ArchTest
    static final ArchRule kafkaStaysInBroker = noClasses()
            .that()
            .resideOutsideOfPackage(ROOT + ".broker..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.apache.kafka..");

    @ArchTest
    static final ArchRule persistenceStaysBehindItsPorts = noClasses()
            .that()
            .resideOutsideOfPackage(ROOT + ".*.jpa..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "jakarta.persistence..",
                    "org.hibernate..",
                    "org.springframework.data..",
                    "org.springframework.orm..");

    @ArchTest
    static final ArchRule nobodyReachesBehindThePorts = classes()
            .that()
            .resideInAPackage(ROOT + ".*.jpa..")
            .should()
            .onlyHaveDependentClassesThat()
            .resideInAPackage(ROOT + ".*.jpa..")
            .because("a module's store is reached through the interface in the module itself");

    @ArchTest
    static final ArchRule webStaysAtTheEdge = noClasses()
            .that()
            .resideOutsideOfPackages(ROOT + ".api..", ROOT + ".dashboard..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "org.springframework.web..",
                    "org.springframework.http..",
                    "org.springframework.boot.webmvc..",
                    "jakarta.servlet..",
                    "org.springdoc..",
                    "io.swagger..");

    @ArchTest
    static final ArchRule packagesAreNamedForWhatTheyDo = noClasses()
            .should()
            .resideInAnyPackage(
                    "..util..",
                    "..utils..",
                    "..common..",
                    "..dto..",
                    "..model..",
                    "..service..",
                    "..services..",
                    "..impl..",
                    "..helper..")
            .because("a package is a capability, not a kind of class");

    @ArchTest
    static final ArchRule noFieldInjection = NO_CLASSES_SHOULD_USE_FIELD_INJECTION;

    @ArchTest
    static final ArchRule onlyTheCommandUsesStandardStreams =
            noClasses().that().resideOutsideOfPackage(ROOT + ".cli..").should(ACCESS_STANDARD_STREAMS);

    @ArchTest
    static final ArchRule noJavaUtilLogging = NO_CLASSES_SHOULD_USE_JAVA_UTIL_LOGGING;

    /** NullAway looks only into marked packages; an unmarked one would lose its checks without a word. */
    @ArchTest
    static void everyPackageIsNullMarked(JavaClasses classes) {
        assertThat(classes.stream()
                        .map(JavaClass::getPackage)
                        .filter(itsPackage -> !itsPackage.isAnnotatedWith(NullMarked.class))
                        .map(JavaPackage::getName)
                        .distinct()
                        .sorted())
                .as("packages whose package-info.java lacks @NullMarked")
                .isEmpty();
    }

    private static ArchCondition<JavaClass> importOnlyAllowedPackages() {
        return new ArchCondition<>("import only the packages that IMPORTS allows") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                String module = moduleOf(type);
                if (!module.isEmpty() && !IMPORTS.containsKey(module)) {
                    events.add(SimpleConditionEvent.violated(
                            type, "package %s is missing from IMPORTS (%s)".formatted(module, type.getName())));
                    return;
                }
                for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
                    JavaClass target = dependency.getTargetClass().getBaseComponentType();
                    if (resideInAPackage(ROOT + "..").test(target)
                            && !moduleOf(target).equals(module)
                            && !IMPORTS.getOrDefault(module, Set.of()).contains(moduleOf(target))) {
                        events.add(SimpleConditionEvent.violated(dependency, dependency.getDescription()));
                    }
                }
            }
        };
    }

    /** The first package below the root; empty for the application class itself. */
    private static String moduleOf(JavaClass type) {
        String name = type.getPackageName();
        return name.equals(ROOT) ? "" : name.substring(ROOT.length() + 1).split("\\.", 2)[0];
    }
}
