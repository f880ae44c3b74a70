package io.ttalloc.analysis.verdict;

import static io.ttalloc.analysis.LedgerBuilder.ledger;
import static io.ttalloc.analysis.LedgerBuilder.stack;
import static io.ttalloc.analysis.LedgerBuilder.type;
import static io.ttalloc.analysis.MeshRun.BUFFER;
import static io.ttalloc.analysis.Reports.fix;
import static io.ttalloc.analysis.Reports.only;
import static io.ttalloc.analysis.Reports.why;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.analysis.LedgerBuilder;
import io.ttalloc.analysis.OpenedResource;
import io.ttalloc.analysis.finding.Finding;
import io.ttalloc.ledger.read.ProcessEntry;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.ledger.record.TypeEntry;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests verdicts on resources without an owner, and without other resources in the same memory. */
class VerdictsTest {
  private static final TypeEntry FILE = type("file", "java.io.FileInputStream");
  private static final List<Frame> READ =
      stack("java.io.FileInputStream.<init>:158", "com.acme.Loader.read:42");
  private static final List<Frame> CREATE =
      stack("io.ttalloc.runtime.Buffer.create:9", "com.acme.Main.run:48");

  private final LedgerBuilder ledger = ledger();

  private OpenedResource buffer() {
    return ledger.open(BUFFER, CREATE).on("c0#1", 0, "DRAM").at(4_096, 2_048).bytes(12_288);
  }

  @Test
  void openAtExitWithoutAnOwnerIsLeftOpen() {
    buffer();
    Finding open = only(ledger, Verdicts.LEFT_OPEN);
    assertThat(open.leak()).isTrue();
    assertThat(fix(open))
        .isEqualTo("call close() on the Buffer that Main.run(Main.java:48) opened");
  }

  @Test
  void openWhileRunningOrAfterAKillIsNotJudged() {
    buffer();
    ledger.ended(ProcessEntry.Ended.RUNNING);
    assertThat(only(ledger, Verdicts.OPEN).leak()).isFalse();
    ledger.ended(ProcessEntry.Ended.KILLED);
    assertThat(why(only(ledger, Verdicts.OPEN)))
        .containsExactly("killed: resources in use cannot be distinguished from leaks");
  }

  @Test
  void collectedUnclosedIsLost() {
    ledger.open(FILE, READ).collected();
    Finding lost = only(ledger, Verdicts.LOST);
    assertThat(lost.leak()).isTrue();
    assertThat(why(lost)).contains("1 collected, never closed");
  }

  @Test
  void openedInAnInfrastructureScopeIsInfrastructure() {
    buffer().infrastructure("MeshDevice.initCommandQueueDevice");
    Finding infrastructure = only(ledger, Verdicts.INFRASTRUCTURE);
    assertThat(infrastructure.leak()).isFalse();
    assertThat(why(infrastructure))
        .containsExactly(
            "opened inside MeshDevice.initCommandQueueDevice, so it belongs to the system");
  }

  @Test
  void infrastructureThatWasCollectedIsTheSystemsOwn() {
    ledger.open(FILE, READ).infrastructure("Main$Defaults.<clinit>").collected();
    Finding infrastructure = only(ledger, Verdicts.INFRASTRUCTURE);
    assertThat(infrastructure.leak()).isFalse();
    assertThat(why(infrastructure))
        .containsExactly(
            "opened inside Main.Defaults.<clinit>, so it belongs to the system",
            "1 collected, never closed");
  }

  @Test
  void aCacheOfTheJdkThatNoCallClearsNeedsNoFix() {
    LedgerBuilder caches = ledger();
    OpenedResource cache = caches.open(jdkCache(null), stack("sun.net.Cache.<init>:1"));
    caches.open(FILE, stack("a.Main.main:3")).heldBy(cache, "k");
    assertThat(fix(only(caches, Verdicts.CACHED))).isEmpty();
    LedgerBuilder clearable = ledger();
    cache = clearable.open(jdkCache("clear()"), stack("sun.net.Cache.<init>:1"));
    clearable.open(FILE, stack("a.Main.main:3")).heldBy(cache, "k");
    assertThat(fix(only(clearable, Verdicts.CACHED))).isEqualTo("call Cache.clear()");
  }

  @Test
  void whatATestLeavesFailsItUnlessAnotherOwnsItOrItsCloseIsUnseen() {
    Map<Verdict.Leak, List<Verdict>> inTest =
        Verdicts.inOrder().stream().collect(Collectors.groupingBy(Verdict::leakInTest));

    assertThat(inTest.get(Verdict.Leak.ALWAYS))
        .containsExactly(
            Verdicts.RECLAIMED,
            Verdicts.DANGLING,
            Verdicts.DOUBLE_OPEN,
            Verdicts.LOST,
            Verdicts.ORPHANED,
            Verdicts.IN_USE,
            Verdicts.UNDECIDED,
            Verdicts.LEFT_OPEN);
    assertThat(inTest.get(Verdict.Leak.NEVER))
        .containsExactly(
            Verdicts.UNSEEN_FREE, Verdicts.UNSEEN_CLOSE, Verdicts.ALIAS, Verdicts.INFRASTRUCTURE);
  }

  private static TypeEntry jdkCache(@Nullable String release) {
    return new TypeEntry(
        "cache",
        "sun.net.Cache",
        true,
        true,
        false,
        false,
        new TypeEntry.Closing(release, false, false, null, false),
        TypeEntry.Policy.NONE);
  }
}
