package io.ttalloc.it.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Checks the layers of the analysis, which go from facts to reports: each package uses only the
 * layers below it.
 */
@Tag("gate")
class AnalysisLayersTest {
  private static final String BASE = "io.ttalloc.analysis";

  /** The HTML report is a layer above the other formats, because its page embeds JSON. */
  private static final String HTML = BASE + ".report.html";

  private static final JavaClasses CLASSES =
      Module.underTest().stream()
          .filter(module -> module.name().equals("analysis"))
          .findFirst()
          .orElseThrow()
          .classes();

  /** Top layer first; packages of the same layer do not use each other. */
  private static final List<List<String>> LAYERS =
      List.of(
          List.of(BASE),
          List.of(HTML),
          otherFormats(),
          List.of(BASE + ".report"),
          List.of(BASE + ".decision"),
          List.of(BASE + ".finding"),
          List.of(BASE + ".verdict"),
          List.of(BASE + ".advice"),
          List.of(BASE + ".fold"),
          List.of(BASE + ".facts", BASE + ".growth"),
          List.of(BASE + ".memory", BASE + ".reason", BASE + ".site", BASE + ".trend"));

  private static List<String> otherFormats() {
    return CLASSES.stream()
        .map(JavaClass::getPackageName)
        .filter(name -> name.startsWith(BASE + ".report.") && !name.equals(HTML))
        .distinct()
        .toList();
  }

  static List<List<String>> layers() {
    return LAYERS;
  }

  @Test
  void everyPackageIsInALayer() {
    assertThat(CLASSES)
        .extracting(JavaClass::getPackageName)
        .isSubsetOf(LAYERS.stream().flatMap(List::stream).toList());
  }

  @ParameterizedTest
  @MethodSource("layers")
  void aLayerUsesOnlyThoseBelowIt(List<String> layer) {
    int below = LAYERS.indexOf(layer) + 1;
    for (String checked : layer) {
      String[] notBelow =
          LAYERS.subList(0, below).stream()
              .flatMap(List::stream)
              .filter(name -> !name.equals(checked))
              .toArray(String[]::new);
      noClasses()
          .that()
          .resideInAPackage(checked)
          .should()
          .dependOnClassesThat(resideInAnyPackage(notBelow))
          .as(checked + " uses only layers below it")
          .check(CLASSES);
    }
  }
}
