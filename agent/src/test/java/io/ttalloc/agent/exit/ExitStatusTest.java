package io.ttalloc.agent.exit;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.agent.options.Policy;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExitStatusTest {
  private static final String STAYS =
      " cannot be set, since no late shutdown slot was free and other shutdown hooks may still"
          + " run: the process keeps its own exit status";

  private static ExitStatus ending(Policy.FailOn failOn, boolean last) {
    return new ExitStatus(new Policy(List.of(), null, failOn, false), last, "the ledger was L");
  }

  private static String ready(ExitStatus ending, Throwable thrown) {
    return new String(ending.ready(thrown), StandardCharsets.UTF_8);
  }

  @Test
  void theLineOfADumpThatFailedIsReadyWithItsStatus() {
    ExitStatus ending = ending(Policy.FailOn.LEAK, true);
    String end = ", exit status 24 (fail-on=leak); the ledger was L\n";
    assertThat(ready(ending, new OutOfMemoryError("Java heap space")))
        .isEqualTo(
            "tt-alloc: no judgement: the dump at exit failed (java.lang.OutOfMemoryError)" + end);
    assertThat(ready(ending, new StackOverflowError()))
        .isEqualTo(
            "tt-alloc: no judgement: the dump at exit failed (java.lang.StackOverflowError)" + end);
    assertThat(ready(ending, new NoClassDefFoundError("X")))
        .isEqualTo("tt-alloc: no judgement: the dump at exit failed" + end);
    assertThat(ready(ending, null))
        .isEqualTo("tt-alloc: no judgement: the dump at exit failed" + end);
    assertThat(ending.ready(null)).isSameAs(ending.ready(null));
  }

  @Test
  void withoutFailOnNothingIsSaidOfAStatus() {
    for (boolean last : new boolean[] {true, false}) {
      ExitStatus ending = ending(Policy.FailOn.NEVER, last);
      assertThat(ready(ending, new StackOverflowError()))
          .isEqualTo(
              "tt-alloc: the dump at exit failed (java.lang.StackOverflowError); the ledger was"
                  + " L\n");
      assertThat(ending.setsStatus()).isFalse();
    }
  }

  @Test
  void besideOtherHooksTheLineSaysThatTheStatusStays() {
    ExitStatus ending = ending(Policy.FailOn.LEAK, false);
    assertThat(ready(ending, null))
        .isEqualTo(
            "tt-alloc: no judgement: the dump at exit failed; exit status 24 (fail-on=leak)"
                + STAYS
                + "; the ledger was L\n");
    assertThat(ending.leakLine("1 LEAK", ""))
        .isEqualTo("1 LEAK; exit status 23 (fail-on=leak)" + STAYS);
    assertThat(ending.setsStatus()).isFalse();
    // If the status were set, these calls would end this JVM.
    ending.endByLeak();
    ending.endByNoJudgement();
  }

  /**
   * If the value of fail-on is invalid, a leak does not cause the exit status for leaks, since the
   * user may have meant another condition.
   */
  @Test
  void whereItIsNotUnderstoodWhatItIsToFailForTheStatusIsThatOfNoJudgement() {
    ExitStatus ending = ending(Policy.FailOn.NOT_UNDERSTOOD, true);
    String end = ", exit status 24 because the value of fail-on is invalid";
    assertThat(ending.leakLine("1 LEAK", "")).isEqualTo("1 LEAK" + end);
    assertThat(ready(ending, null))
        .isEqualTo(
            "tt-alloc: no judgement: the dump at exit failed" + end + "; the ledger was L\n");
    assertThat(ending.setsStatus()).isTrue();
  }

  @Test
  void aLeakHasAStatusOfItsOwn() {
    ExitStatus ending = ending(Policy.FailOn.LEAK, true);
    assertThat(ending.leakLine("1 LEAK", "the report is in F"))
        .isEqualTo("1 LEAK, exit status 23 (fail-on=leak); the report is in F");
    assertThat(ending.setsStatus()).isTrue();
  }
}
