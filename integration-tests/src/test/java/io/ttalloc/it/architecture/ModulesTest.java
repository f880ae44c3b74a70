package io.ttalloc.it.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Checks which other modules each module uses. A module without sources is not checked; see {@link
 * #everySourceIsUnderTheseRules}.
 */
@Tag("gate")
class ModulesTest {

  /** Modules that may use only some of the modules before them in the POM. */
  private static final Map<String, Set<String>> NARROWER =
      Map.of(
          "runtime-model", Set.of(),
          "demo-app", Set.of("api", "runtime-model"));

  /** Modules that the application or the boot loader can see. They may use only java.base. */
  private static final Map<String, Set<String>> ON_JAVA_BASE_ONLY =
      Map.of("api", Set.of(), "ledger", Set.of(), "probe", Set.of("ledger"));

  static List<Module> modules() {
    return Module.underTest();
  }

  @Test
  void theModulesAreThoseOfTheParentPomInTheOrderOfTheData() {
    assertThat(modules())
        .extracting(Module::name)
        .containsSubsequence(
            "api",
            "ledger",
            "probe",
            "text",
            "heap",
            "analysis",
            "rules",
            "agent",
            "watch",
            "top",
            "serve",
            "cli",
            "native",
            "viewer")
        .containsSubsequence("runtime-model", "demo-app");
  }

  @ParameterizedTest
  @MethodSource("modules")
  void everySourceIsUnderTheseRules(Module module) {
    assertThat(module.classes().isEmpty()).isEqualTo(!module.hasSources());
    assertThat(module.classes())
        .extracting(JavaClass::getPackageName)
        .allMatch(name -> (name + ".").startsWith(module.basePackage() + "."));
  }

  @ParameterizedTest
  @MethodSource("modules")
  void aModuleUsesOnlyWhatStandsAboveIt(Module module) {
    noClasses()
        .should()
        .dependOnClassesThat(
            resideInAPackage("io.ttalloc..").and(DescribedPredicate.not(ofModulesFor(module))))
        .as("%s uses only modules of tt-alloc above it".formatted(module))
        .allowEmptyShould(!module.hasSources())
        .check(module.classes());
  }

  @ParameterizedTest
  @MethodSource("modules")
  void whatTheBootLoaderDefinesUsesNothingButJavaBase(Module module) {
    Set<String> partners = ON_JAVA_BASE_ONLY.get(module.name());
    if (partners == null) {
      return;
    }
    classes()
        .should()
        .onlyDependOnClassesThat(
            ofJavaBase()
                .or(ofModules(module, partners))
                .or(resideInAnyPackage("org.jspecify.annotations")))
        .as("%s uses only java.base%s".formatted(module, partners))
        .allowEmptyShould(!module.hasSources())
        .check(module.classes());
  }

  /**
   * The commands read rules in JVMs without an agent, in which the ledger's writer classes are not
   * defined.
   */
  @Test
  void rulesAreReadWithoutTheLedgersWriters() {
    for (String readers : List.of("rules", "agent")) {
      Module module =
          modules().stream().filter(one -> one.name().equals(readers)).findFirst().orElseThrow();
      noClasses()
          .that()
          .resideInAnyPackage("io.ttalloc.rules..", "io.ttalloc.agent.check..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "io.ttalloc.ledger",
              "io.ttalloc.ledger.mapped",
              "io.ttalloc.ledger.slots",
              "io.ttalloc.ledger.write")
          .as("rules are read with no more of the ledger than its constants")
          .check(module.classes());
    }
  }

  @Test
  void noPackagesUseEachOtherInACircle() {
    List<Path> classes =
        modules().stream().map(Module::classFolder).filter(Files::isDirectory).toList();
    slices()
        .matching("io.ttalloc.(**)")
        .should()
        .beFreeOfCycles()
        .check(new ClassFileImporter().importPaths(classes));
  }

  private static DescribedPredicate<JavaClass> ofModulesFor(Module module) {
    Set<String> narrower = NARROWER.get(module.name());
    if (narrower != null) {
      return ofModules(module, narrower);
    }
    return ofPackagesOf(modules().stream().filter(other -> other.position() <= module.position()));
  }

  private static DescribedPredicate<JavaClass> ofModules(Module module, Set<String> partners) {
    return ofPackagesOf(
        modules().stream()
            .filter(other -> other.equals(module) || partners.contains(other.name())));
  }

  private static DescribedPredicate<JavaClass> ofPackagesOf(Stream<Module> modules) {
    return resideInAnyPackage(
        modules.map(module -> module.basePackage() + "..").toArray(String[]::new));
  }

  /**
   * Arrays and primitives count as java.base, because the element class of an array is checked
   * separately.
   */
  private static DescribedPredicate<JavaClass> ofJavaBase() {
    Set<String> packages = Object.class.getModule().getPackages();
    return DescribedPredicate.describe(
        "of java.base", type -> type.isPrimitive() || packages.contains(type.getPackageName()));
  }
}
