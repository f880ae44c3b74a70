package io.ttalloc.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.agent.log.Console;
import io.ttalloc.agent.origin.CodeOrigins;
import io.ttalloc.agent.origin.MainProgram;
import io.ttalloc.agent.weave.late.UnseenClasses;
import io.ttalloc.agent.weave.match.MatchedRules;
import io.ttalloc.agent.weave.match.WovenSelection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests how classes that were woven late or could not be woven are counted and reported. */
class LateClassesTest {
  private final List<String> lines = new CopyOnWriteArrayList<>();
  private int missed;
  private final Weaving weaving = weaving();
  private final UnseenClasses.Transformer search = weaving.search;

  private Weaving weaving() {
    TrackingStart start =
        new TrackingStart() {
          @Override
          public Started start(MatchedRules rules) {
            throw new AssertionError("nothing matches");
          }

          @Override
          public void missed() {
            missed++;
          }
        };
    return new Weaving(WovenSelection.of(List.of()), start, new CodeOrigins(MainProgram.read()));
  }

  @BeforeEach
  void listen() {
    Console.copyTo(lines);
  }

  @AfterEach
  void listenNoMore() {
    Console.copyTo(null);
  }

  @Test
  void aClassOfManyLoadersIsReportedOnceAndCountsEachTime() {
    for (int i = 0; i < 3; i++) {
      search.wovenLate("com.acme.Thing");
      search.notWoven("com.acme.Other", new IllegalStateException("no"));
    }

    assertThat(lines)
        .containsExactly(
            "com.acme.Thing was loaded while tracking was starting and was woven late: what it"
                + " had opened by then was not tracked",
            "com.acme.Other could not be woven (java.lang.IllegalStateException: no): the class"
                + " runs unchanged and is not tracked");
    assertThat(missed).isEqualTo(6);
    assertThat(weaving.notWoven()).containsExactly("com.acme.Other");
  }

  @Test
  void atMostFiftyClassesAreReported() {
    Console.copyTo(null);
    List<String> first = new CopyOnWriteArrayList<>();
    for (int i = 0; i < 49; i++) {
      search.wovenLate("com.acme.Thing" + i);
    }
    Console.copyTo(first);
    search.wovenLate("com.acme.Last");
    search.wovenLate("com.acme.Untold");

    assertThat(first).singleElement().asString().startsWith("com.acme.Last was loaded");
    assertThat(missed).isEqualTo(51);
  }
}
