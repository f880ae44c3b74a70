package io.ttalloc.agent.weave.match;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.agent.options.TrackedPackages;
import io.ttalloc.rules.Rule;
import io.ttalloc.rules.yaml.RuleFile;
import io.ttalloc.text.yaml.YamlFile;
import java.io.FileInputStream;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Timer;
import org.junit.jupiter.api.Test;

class ClassMatcherTest {
  private static final String SYSTEM_CODE = "{class: java.util.Timer, infrastructure: [purge]}";
  private static final String STREAMS =
      "{class: java.io.InputStream, subtypes: true, type: stream, open: [<init>], close: [close]}";

  private static List<Rule> rules(String yaml) {
    String text = "schema: tt-alloc-rules/1\nrules:\n- " + yaml + "\n";
    return ((RuleFile.Accepted) RuleFile.of(YamlFile.parse("rules.yaml", text, RuleFile.KIND)))
        .pack()
        .rules();
  }

  private static ClassMatcher matcher(String yaml) {
    return new ClassMatcher(
        new RuleIndex(rules(yaml)), new TrackedClasses(TrackedPackages.NOTHING), () -> {});
  }

  private static final Class<?>[] LOADED = {
    int.class, String.class, Timer.class, Timer[].class, Map.Entry.class
  };

  @Test
  void aLoadedClassMustBeWovenForWhatItInherits() {
    Class<?>[] all = {Timer.class, FileInputStream.class, InputStream.class, InputStream[].class};

    assertThat(matcher(STREAMS).matching(all))
        .containsExactly(FileInputStream.class, InputStream.class);
  }

  @Test
  void aLoadedClassMustBeWovenForSystemCode() {
    assertThat(matcher(SYSTEM_CODE).matching(LOADED)).containsExactly(Timer.class);
  }

  /**
   * A process uses the hash to find the files that earlier processes have saved for the same rules.
   */
  @Test
  void theHashOfRulesIsTheSameInEveryProcess() {
    assertThat(matcher(STREAMS).hashOfRules()).isEqualTo(-7_760_774_326_693_169_573L);
  }
}
