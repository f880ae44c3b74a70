package io.ttalloc.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.rules.Rule;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that, if several rules open an object, the rule for the most specific class applies. */
class OverlappingRulesTest {
  private static final String APPLICATION =
      """
      package com.acme;

      interface Closing { void close(); }

      class Base { public void close() {} }

      class Socket extends Base implements Closing {
        @Override public void close() { super.close(); }
      }

      public class Main implements Runnable {
        static Object kept;

        @Override
        public void run() {
          kept = new Socket();
          new Socket().close();
        }
      }
      """;

  private static final String OF_CLASS =
      "- {class: com.acme.Socket, type: of class, open: [<init>], close: [close]}\n";

  private static final String OF_SUPER_CLASS =
      "- {class: com.acme.Base, subtypes: true, type: of super class, open: [<init>], close: [close]}\n";

  private static final String OF_INTERFACE =
      "- {class: com.acme.Closing, subtypes: true, type: of interface, open: [<init>], close: [close]}\n";

  private static final String OF_PACKAGE =
      "- {class: com.acme.*, exclude: [com.acme.Main], type: of package,"
          + " open: [<init>], close: [close]}\n";

  private static final String OF_LARGER_PACKAGE =
      OF_PACKAGE.replace("com.acme.*", "com.**").replace("of package", "of larger package");

  @TempDir private Path folder;

  private void assertType(String type, String... yaml) throws Exception {
    assertType(APPLICATION, type, yaml);
  }

  private void assertType(String application, String type, String[] yaml) throws Exception {
    List<Rule> rules = new ArrayList<>();
    for (String each : yaml) {
      String text = "schema: tt-alloc-rules/1\nrules:\n" + each;
      rules.addAll(WovenApplication.rules(text));
    }
    Path ownFolder = Files.createTempDirectory(folder, "run");

    WovenApplication.Recorded recorded = WovenApplication.run(ownFolder, application, rules);

    assertThat(recorded.image().tallies().values())
        .filteredOn(tally -> tally.opened() > 0)
        .singleElement()
        .satisfies(
            tally -> {
              assertThat(tally.type().name()).isEqualTo(type);
              assertThat(tally.opened()).isEqualTo(2);
              assertThat(tally.closed()).isEqualTo(1);
            });
    assertThat(recorded.image().misuse()).isEmpty();
    assertThat(recorded.image().unknownCloses()).isZero();
  }

  @Test
  void ofTwoRulesForOneClassItIsTheLast() throws Exception {
    String other = OF_CLASS.replace("of class", "of other file");

    assertType("of other file", OF_CLASS, other);
    assertType("of class", other, OF_CLASS);
  }

  private void assertWins(String type, String rule, String other) throws Exception {
    assertType(type, rule, other);
    assertType(type, other, rule);
  }

  @Test
  void aRuleForTheClassBeatsThatForASuperClassWhoseConstructorOpensIt() throws Exception {
    assertWins("of class", OF_CLASS, OF_SUPER_CLASS);
    String onlyForSuperClass = OF_SUPER_CLASS.replace("subtypes: true, ", "");
    assertWins("of class", OF_CLASS, onlyForSuperClass);
  }

  @Test
  void aRuleForTheClassBeatsThatForAnInterface() throws Exception {
    assertWins("of class", OF_CLASS, OF_INTERFACE);
  }

  @Test
  void aRuleForTheClassBeatsThatForItsPackage() throws Exception {
    assertWins("of class", OF_CLASS, OF_PACKAGE);
  }

  @Test
  void aRuleForThePackageBeatsThatForALargerOneAndForSuperTypes() throws Exception {
    assertWins("of package", OF_PACKAGE, OF_LARGER_PACKAGE);
    assertWins("of package", OF_PACKAGE, OF_INTERFACE);
    assertWins("of package", OF_PACKAGE, OF_SUPER_CLASS);
  }

  @Test
  void aRuleForANearerSuperTypeBeatsThatForAnotherOne() throws Exception {
    String ofObject =
        "- {class: java.lang.AutoCloseable, subtypes: true, type: of root, open: [<init>], close:"
            + " [close]}\n";
    String application =
        APPLICATION.replace("interface Closing {", "interface Closing extends AutoCloseable {");

    assertType(application, "of interface", new String[] {ofObject, OF_INTERFACE});
    assertType(application, "of interface", new String[] {OF_INTERFACE, ofObject});
  }
}
