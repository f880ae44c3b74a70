package io.ttalloc.agent.weave.classes;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Tests that docs/rules.md lists exactly the packages and classes that are never woven. */
class NeverWovenTest {
  private static final Path PAPER = Path.of("..", "docs", "rules.md");
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");

  @Test
  void thePaperListsEachPackageAndClass() throws IOException {
    Set<String> listed = new TreeSet<>();
    List<String> woven = new ArrayList<>();
    for (String row : rows()) {
      String[] cells = row.split("\\|", -1);
      addNamed(cells[1], listed);
      if (cells.length > 2) {
        addNamed(cells[2], woven);
      }
    }

    Set<String> expected = new TreeSet<>(Set.of("java.lang"));
    for (String prefix : NeverWoven.PACKAGES) {
      expected.add(prefix.substring(0, prefix.length() - 1).replace('/', '.'));
    }
    for (String name : NeverWoven.CLASSES) {
      expected.add(name.substring(0, name.lastIndexOf('/')).replace('/', '.'));
      expected.add(name.substring(name.lastIndexOf('/') + 1));
    }
    assertThat(listed).isEqualTo(expected);
    assertThat(woven).contains("ProcessImpl", "Cleaner");
    for (String name : woven) {
      String where = name.equals("Cleaner") ? "java/lang/ref/" : "java/lang/";
      assertThat(NeverWoven.contains(where + name)).as(name).isFalse();
    }
  }

  @Test
  void allOfThemAreKnownByTheirNames() {
    for (String prefix : NeverWoven.PACKAGES) {
      assertThat(NeverWoven.contains(prefix + "Any")).as(prefix).isTrue();
    }
    for (String name : NeverWoven.CLASSES) {
      assertThat(NeverWoven.contains(name + "$Nested")).as(name).isTrue();
    }
    assertThat(NeverWoven.contains("java/lang/String")).isTrue();
    assertThat(NeverWoven.contains("java/util/Timer")).isFalse();
    assertThat(NeverWoven.contains("com/acme/Pool")).isFalse();
  }

  private static void addNamed(String cell, Collection<String> names) {
    for (Matcher named = CODE.matcher(cell); named.find(); ) {
      names.add(named.group(1));
    }
  }

  private static List<String> rows() throws IOException {
    String text = Files.readString(PAPER);
    String section = text.substring(text.indexOf("## What can never be tracked"));
    return section
        .substring(0, section.indexOf("\nTests compare"))
        .lines()
        .filter(line -> line.startsWith("| ") && !line.startsWith("| never"))
        .toList();
  }
}
