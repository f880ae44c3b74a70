package io.ttalloc.analysis.site;

import static io.ttalloc.analysis.LedgerBuilder.stack;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.record.Frame;
import java.util.List;
import org.junit.jupiter.api.Test;

class FoldedStackTest {
  private static final String OPENED = "java.io.FileInputStream.<init>:5";

  private static List<Frame> folded(String... calls) {
    return FoldedStack.of(stack(calls));
  }

  @Test
  void whatHasNeitherIsTheSameList() {
    List<Frame> plain = stack(OPENED, "com.acme.A.read:1", "com.acme.B.run:2");
    assertThat(FoldedStack.of(plain)).isSameAs(plain);
  }

  @Test
  void aRecursionLeavesItsInnermostCall() {
    assertThat(folded(OPENED, "a.T.walk:3", "a.T.walk:5", "a.T.walk:6", "a.T.walk:5", "a.M.main:1"))
        .isEqualTo(stack(OPENED, "a.T.walk:3", "a.M.main:1"));
  }

  @Test
  void soDoesOneOverSeveralMethodsAtAnyDepth() {
    List<Frame> once = stack(OPENED, "a.T.even:3", "a.M.main:1");
    assertThat(folded(OPENED, "a.T.even:3", "a.T.odd:6", "a.T.even:4", "a.M.main:1"))
        .isEqualTo(once);
    assertThat(
            folded(
                OPENED,
                "a.T.even:3",
                "a.T.odd:6",
                "a.T.even:4",
                "a.T.odd:6",
                "a.T.even:4",
                "a.M.main:1"))
        .isEqualTo(once);
  }

  @Test
  void methodsOfThePlatformThatStandTwiceAreNoRecursion() {
    List<Frame> nested =
        stack(
            OPENED,
            "a.M.lambda$main$1:5",
            "java.util.ArrayList.forEach:1",
            "a.M.lambda$main$0:4",
            "java.util.ArrayList.forEach:1",
            "a.M.main:3");
    assertThat(FoldedStack.of(nested)).isSameAs(nested);
  }

  @Test
  void aTaskBeginsWhereItsExecutorCallsIt() {
    List<Frame> task =
        stack(OPENED, "a.M.lambda$main$0:4", "java.util.stream.ForEachOps.compute:7");
    assertThat(
            folded(
                OPENED,
                "a.M.lambda$main$0:4",
                "java.util.stream.ForEachOps.compute:7",
                "java.util.concurrent.CountedCompleter.exec:1",
                "java.util.concurrent.ForkJoinTask.doExec:1",
                "java.util.concurrent.ForkJoinWorkerThread.run:1"))
        .isEqualTo(task);
    assertThat(
            folded(
                OPENED,
                "a.M.lambda$main$0:4",
                "java.util.stream.ForEachOps.compute:7",
                "java.util.concurrent.CountedCompleter.exec:1",
                "java.util.concurrent.ForkJoinTask.invoke:1",
                "java.util.stream.ReferencePipeline.forEach:1",
                "a.M.main:3"))
        .isEqualTo(task);
  }

  @Test
  void whatAnExecutorOpensForItselfKeepsItsStack() {
    List<Frame> own =
        stack(OPENED, "java.util.concurrent.FutureTask.run:3", "java.lang.Thread.run:5");
    assertThat(FoldedStack.of(own)).isSameAs(own);
  }

  @Test
  void aThreadLocalVariableIsNoThread() {
    List<Frame> initial =
        stack(OPENED, "a.M.lambda$static$0:4", "java.lang.ThreadLocal.get:5", "a.M.main:3");
    assertThat(FoldedStack.of(initial)).isSameAs(initial);
  }
}
