package io.ttalloc.analysis.verdict;

import static io.ttalloc.analysis.LedgerBuilder.cache;
import static io.ttalloc.analysis.LedgerBuilder.ledger;
import static io.ttalloc.analysis.LedgerBuilder.stack;
import static io.ttalloc.analysis.LedgerBuilder.type;
import static io.ttalloc.analysis.Reports.fix;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.analysis.KeptResources;
import io.ttalloc.analysis.LedgerBuilder;
import io.ttalloc.analysis.Reports;
import io.ttalloc.analysis.finding.Finding;
import io.ttalloc.analysis.fold.HolderPath;
import io.ttalloc.analysis.report.KeptText;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.analysis.site.CallSites;
import io.ttalloc.heap.report.PathLink;
import io.ttalloc.heap.report.PathLink.Kind;
import io.ttalloc.heap.report.PathRoot;
import io.ttalloc.heap.report.ReferencePath;
import io.ttalloc.heap.report.TellingLink;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.ledger.record.OriginRecord;
import io.ttalloc.ledger.record.TypeEntry;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests the reported paths that keep resources reachable, and the advice to break these paths. */
class UndoAdviceTest {
  private static final TypeEntry CONNECTION = type("connection", "com.acme.Connection");
  private static final List<Frame> OPENED =
      stack("com.acme.Connection.<init>:9", "com.acme.View.show:40", "com.acme.Main.main:7");
  private static final String CLOSE =
      "call close() on the Connection that View.show(View.java:40) opened, and ";
  private static final PathRoot ALL =
      new PathRoot(PathRoot.Kind.STATIC_FIELD, "com.acme.Registry", "ALL", "", "");
  private static final PathRoot WORKER = thread("worker-1");

  private static PathRoot thread(String name) {
    return new PathRoot(PathRoot.Kind.THREAD, "", "", name, "");
  }

  private static PathLink field(String type, String name) {
    return new PathLink(Kind.FIELD, "com.acme." + type, name);
  }

  private static PathLink list(int index) {
    return new PathLink(Kind.ELEMENT, "java.util.ArrayList", String.valueOf(index));
  }

  private static PathLink map(String key) {
    return new PathLink(Kind.ENTRY, "java.util.HashMap", key);
  }

  private static PathLink lambda() {
    return new PathLink(Kind.LAMBDA, "com.acme.View", "Connection");
  }

  private static ReferencePath path(PathRoot root, PathLink... links) {
    return new ReferencePath(root, List.of(links));
  }

  /** The only finding about connections that are kept by these paths. */
  private static Finding kept(List<Frame> opened, ReferencePath... paths) {
    List<Finding> findings = KeptResources.report(CONNECTION, opened, paths).findings();
    assertThat(findings).hasSize(1);
    assertThat(findings.get(0).verdict()).isEqualTo(Verdicts.LEFT_OPEN);
    return findings.get(0);
  }

  private static List<String> lines(Finding finding) {
    return KeptText.of(finding.ownership().kept(), finding.amount().count());
  }

  static Stream<Arguments> paths() {
    PathRoot hooks =
        new PathRoot(
            PathRoot.Kind.STATIC_FIELD, "java.lang.ApplicationShutdownHooks", "hooks", "", "");
    PathRoot instance =
        new PathRoot(PathRoot.Kind.STATIC_FIELD, "com.acme.Plugins", "instance", "", "");
    PathRoot global = new PathRoot(PathRoot.Kind.JNI_GLOBAL, "", "", "", "");
    PathLink hook = new PathLink(Kind.KEY, "java.util.IdentityHashMap", "Thread");
    PathLink queued = new PathLink(Kind.QUEUED, "java.util.concurrent.ThreadPoolExecutor", "1");
    PathLink scheduled =
        new PathLink(Kind.QUEUED, "java.util.concurrent.ScheduledThreadPoolExecutor", "1");
    return Stream.of(
        Arguments.of(path(ALL), "by {static Registry.ALL}", "clear Registry.ALL"),
        Arguments.of(
            path(ALL, field("Session", "connection")),
            "by {static Registry.ALL} -> Session.connection",
            "clear Registry.ALL"),
        Arguments.of(
            path(ALL, list(3)),
            "by static Registry.ALL -> {ArrayList[3]}",
            "remove it from Registry.ALL"),
        Arguments.of(
            path(ALL, field("Bus", "listeners"), list(3), lambda()),
            "by static Registry.ALL -> Bus.listeners -> {ArrayList[3]}"
                + " -> lambda in View captures Connection",
            "remove the lambda in View from Bus.listeners"),
        Arguments.of(
            path(ALL, map("\"7f\""), field("Session", "attributes"), map("\"db\"")),
            "by static Registry.ALL -> {HashMap[\"7f\"]} -> Session.attributes -> HashMap[\"db\"]",
            "call remove(\"7f\") on Registry.ALL"),
        Arguments.of(
            path(ALL, map("Tenant")),
            "by static Registry.ALL -> {HashMap[Tenant]}",
            "call remove(key) on Registry.ALL"),
        Arguments.of(
            path(ALL, new PathLink(Kind.KEY, "java.util.HashMap", "Connection")),
            "by static Registry.ALL -> {key of HashMap}",
            "remove it from the keys of Registry.ALL"),
        Arguments.of(
            path(ALL, new PathLink(Kind.ENTRY, "java.util.HashSet", "Connection")),
            "by static Registry.ALL -> {HashSet[Connection]}",
            "remove it from Registry.ALL"),
        Arguments.of(
            path(ALL, new PathLink(Kind.ARRAY_ELEMENT, "com.acme.Connection", "2")),
            "by static Registry.ALL -> {Connection[2]}",
            "set the element of Registry.ALL to null"),
        Arguments.of(
            path(ALL, list(1), list(2)),
            "by static Registry.ALL -> {ArrayList[1]} -> ArrayList[2]",
            "remove the ArrayList from Registry.ALL"),
        Arguments.of(
            path(
                WORKER,
                new PathLink(Kind.THREAD_LOCAL, "java.lang.ThreadLocal", "Context.CURRENT"),
                field("Context", "connection")),
            "by thread \"worker-1\" -> {ThreadLocal Context.CURRENT} -> Context.connection",
            "call Context.CURRENT.remove() before the thread is reused"),
        Arguments.of(
            path(WORKER, new PathLink(Kind.THREAD_LOCAL, "java.lang.ThreadLocal", "")),
            "by thread \"worker-1\" -> {ThreadLocal}",
            "call remove() on the ThreadLocal before the thread is reused"),
        Arguments.of(
            path(WORKER, queued, lambda()),
            "by thread \"worker-1\" -> {queue of ThreadPoolExecutor[1]}"
                + " -> lambda in View captures Connection",
            "let the ThreadPoolExecutor run the task, or shut the executor down"),
        Arguments.of(
            path(WORKER, scheduled, lambda()),
            "by thread \"worker-1\" -> {queue of ScheduledThreadPoolExecutor[1]}"
                + " -> lambda in View captures Connection",
            "call setRemoveOnCancelPolicy(true) on the ScheduledThreadPoolExecutor and cancel the"
                + " task, or shut the executor down"),
        Arguments.of(
            path(WORKER, new PathLink(Kind.ARRAY_ELEMENT, "java.util.TimerTask", "1")),
            "by thread \"worker-1\" -> {TimerTask[1]}",
            "call cancel() on the Timer, or on the TimerTask and then purge() on the Timer"),
        Arguments.of(
            path(hooks, hook, lambda()),
            "by static ApplicationShutdownHooks.hooks -> {key of IdentityHashMap}"
                + " -> lambda in View captures Connection",
            "close it in the shutdown hook, or call Runtime.removeShutdownHook"),
        Arguments.of(
            path(
                instance,
                new PathLink(Kind.CLASS, "com.acme.Plugin", ""),
                new PathLink(Kind.STATIC_FIELD, "com.acme.Plugin", "CHANNEL")),
            "by static Plugins.instance -> {class Plugin} -> static Plugin.CHANNEL",
            "clear Plugin.CHANNEL when its class loader is discarded"),
        Arguments.of(
            path(global, field("Agent", "connection")),
            "by {JNI global reference} -> Agent.connection",
            "release the reference in native code, or clear Agent.connection"));
  }

  @ParameterizedTest
  @MethodSource("paths")
  void marksWhatToUndoAndSaysHow(ReferencePath path, String line, String undo) {
    Finding finding = kept(OPENED, path);

    assertThat(lines(finding)).containsExactly(line);
    assertThat(fix(finding)).isEqualTo(CLOSE + undo);
  }

  @Test
  void showsWhatPathsHaveInCommonAndMarksWhereTheyDiffer() {
    Finding finding =
        kept(
            OPENED,
            path(ALL, map("\"7f\""), field("Session", "attributes"), map("\"db\"")),
            path(ALL, map("\"80\""), field("Session", "attributes"), map("\"db\"")),
            path(ALL, list(1)));

    assertThat(lines(finding))
        .containsExactly(
            "2 of 3 by static Registry.ALL -> {HashMap[*]} -> Session.attributes"
                + " -> HashMap[\"db\"]",
            "1 of 3 by static Registry.ALL -> {ArrayList[1]}");
    assertThat(fix(finding)).isEqualTo(CLOSE + "call remove(key) on Registry.ALL");
    assertThat(finding.ownership().kept().heapBytes()).isEqualTo(72);
  }

  @Test
  void theInnerContainerIsMarkedIfOnlyItsElementsDiffer() {
    Finding finding =
        kept(
            OPENED,
            path(ALL, map("\"bus\""), field("Bus", "parts"), list(1)),
            path(ALL, map("\"bus\""), field("Bus", "parts"), list(2)));

    assertThat(lines(finding))
        .containsExactly(
            "by static Registry.ALL -> HashMap[\"bus\"] -> Bus.parts -> {ArrayList[*]}");
    assertThat(fix(finding)).isEqualTo(CLOSE + "remove it from Bus.parts");
  }

  @Test
  void threadsOfOnePoolAreOneWay() {
    PathLink variable = new PathLink(Kind.THREAD_LOCAL, "java.lang.ThreadLocal", "Context.CURRENT");
    Finding finding =
        kept(
            OPENED,
            path(thread("pool-1-thread-1"), variable),
            path(thread("pool-1-thread-2"), variable));

    assertThat(lines(finding))
        .containsExactly("by thread \"pool-*-thread-*\" -> {ThreadLocal Context.CURRENT}");
  }

  @Test
  void aLoaderThatRunningCodeUsesIsNotToBeGivenUp() {
    PathLink context = new PathLink(Kind.FIELD, "java.lang.Thread", "contextClassLoader");
    PathLink defined = new PathLink(Kind.DEFINED, "com.acme.Loader", "com.acme.Shop");
    PathLink sessions = new PathLink(Kind.STATIC_FIELD, "com.acme.Shop", "SESSIONS");
    Finding finding = kept(OPENED, path(WORKER, context, defined, sessions, map("\"7f\"")));
    Finding direct = kept(OPENED, path(WORKER, context, defined, sessions));

    assertThat(lines(finding))
        .containsExactly(
            "by thread \"worker-1\" -> Thread.contextClassLoader -> class Shop loaded by Loader"
                + " -> static Shop.SESSIONS -> {HashMap[\"7f\"]}");
    assertThat(fix(finding)).isEqualTo(CLOSE + "call remove(\"7f\") on Shop.SESSIONS");
    assertThat(fix(direct)).isEqualTo(CLOSE + "clear Shop.SESSIONS");
  }

  @Test
  void countsWaysBeyondTheFirst() {
    Finding finding =
        kept(
            OPENED,
            path(ALL),
            path(ALL, list(1)),
            path(ALL, map("\"a\"")),
            path(ALL, field("Session", "connection")));

    assertThat(lines(finding)).hasSize(4).last().isEqualTo("1 in other ways");
  }

  @Test
  void namesTheCallThatPutItThere() {
    List<Frame> opened =
        stack(
            "com.acme.Connection.<init>:9",
            "com.acme.Bus.addListener:12",
            "com.acme.View.show:40",
            "com.acme.Main.main:7");
    Finding finding = kept(opened, path(ALL, field("Bus", "listeners"), list(3)));

    assertThat(fix(finding))
        .isEqualTo(
            "call close() on the Connection that Bus.addListener(Bus.java:12) opened, and remove"
                + " the listener from Bus.listeners, where Bus.addListener put it (the opposite"
                + " call may be removeListener)");
  }

  @Test
  void prefersTheCallThatTheRuleOfAHolderNames() {
    ReferencePath inPool = path(ALL, field("Pool", "idle"), list(3));
    ReferencePath behindList = path(ALL, list(3), field("Pool", "idle"));

    assertThat(fixOfConnections(KeptResources.report(withPool(), CONNECTION, OPENED, inPool)))
        .isEqualTo(CLOSE + "call Pool.evictAll()");
    assertThat(fixOfConnections(KeptResources.report(withPool(), CONNECTION, OPENED, behindList)))
        .isEqualTo(CLOSE + "remove the Pool from Registry.ALL");
  }

  private static LedgerBuilder withPool() {
    LedgerBuilder ledger = ledger();
    ledger.open(cache("pool", "com.acme.Pool", "evictAll()"), stack("com.acme.Main.main:3"));
    return ledger;
  }

  private static String fixOfConnections(Report report) {
    return report.findings().stream()
        .filter(finding -> finding.type().equals(CONNECTION))
        .map(Reports::fix)
        .reduce((a, b) -> b)
        .orElseThrow();
  }

  /** Closing only the file would lose the data that the BufferedWriter has not written yet. */
  @Test
  void theOutermostWrapperIsClosed() {
    TypeEntry file = type("file", "java.io.FileOutputStream");
    List<Frame> written =
        stack(
            "java.io.FileOutputStream.<init>:1",
            "java.io.FileWriter.<init>:96",
            "com.acme.Late.write:7");
    PathLink inWriter = new PathLink(Kind.FIELD, "java.io.Writer", "lock");
    PathLink inBuffer = new PathLink(Kind.FIELD, "java.io.BufferedWriter", "out");

    assertThat(
            fix(
                onlyOf(
                    KeptResources.report(file, written, path(ALL, list(1), inBuffer, inWriter)))))
        .isEqualTo(
            "call close() on the BufferedWriter around the FileWriter that Late.write(Late.java:7)"
                + " opened, and remove the BufferedWriter from Registry.ALL");
    assertThat(fix(onlyOf(KeptResources.report(file, written, path(ALL, list(1), inWriter)))))
        .startsWith("call close() on the FileWriter that Late.write(Late.java:7) opened, and ");
    assertThat(
            fix(
                onlyOf(
                    KeptResources.report(
                        file, written, path(ALL, inBuffer, field("Log", "writer"), inWriter)))))
        .startsWith("call close() on the FileWriter that Late.write(Late.java:7) opened, and ");
  }

  private static Finding onlyOf(Report report) {
    assertThat(report.findings()).hasSize(1);
    return report.findings().get(0);
  }

  private static String fixOfLost(ReferencePath pathOfOther) {
    LedgerBuilder ledger =
        ledger()
            .origin("com.acme", OriginRecord.OF_PACKAGE | OriginRecord.APPLICATION)
            .origin("org.cache", OriginRecord.OF_PACKAGE | OriginRecord.LIBRARY);
    ledger.open(CONNECTION, OPENED).collected();
    return KeptResources.report(ledger, CONNECTION, OPENED, pathOfOther).findings().stream()
        .filter(finding -> finding.verdict() == Verdicts.LOST)
        .map(Reports::fix)
        .reduce((a, b) -> b)
        .orElseThrow();
  }

  /** A try-with-resources statement would leave closed connections in the cache. */
  @Test
  void whatACacheDropsIsClosedThen() {
    String close = "call close() on the Connection when it is removed from ";

    assertThat(fixOfLost(path(ALL, list(1))))
        .isEqualTo(close + "Registry.ALL, or where it is opened if it is never put there");
    assertThat(
            fixOfLost(
                path(
                    WORKER,
                    field("Pool", "cache"),
                    new PathLink(Kind.FIELD, "org.cache.Manual", "deque"),
                    new PathLink(Kind.FIELD, "org.cache.Node", "value"),
                    field("Session", "connection"))))
        .isEqualTo(close + "Pool.cache, or where it is opened if it is never put there");
    assertThat(fixOfLost(path(ALL)))
        .isEqualTo("call close() on the Connection that View.show(View.java:40) opened");
    assertThat(fixOfLost(path(WORKER))).contains("try-with-resources");
  }

  @Test
  void whatAClassOpensForItselfIsNotToBeCleared() {
    List<Frame> opened = stack("com.acme.Connection.<init>:9", "com.acme.Registry.<clinit>:3");
    assertThat(fix(kept(opened, path(ALL))))
        .isEqualTo("it lives as long as the class Registry; close it at shutdown");
  }

  /** The thread of a client ends when the client is closed. */
  @Test
  void theProgramDoesNotEndAThreadOfALibrary() {
    PathLink connection = new PathLink(Kind.FIELD, "org.mq.Receiver", "connection");
    PathLink task = new PathLink(Kind.FIELD, "com.acme.Task", "receiver");
    CallSites sites =
        ledger()
            .origin("com.acme", OriginRecord.OF_PACKAGE | OriginRecord.APPLICATION)
            .origin("org.mq", OriginRecord.OF_PACKAGE | OriginRecord.LIBRARY)
            .read(CallSites::of);

    assertThat(UndoAdvice.isOutOfReach(keptBy(path(WORKER, connection)), sites)).isTrue();
    assertThat(UndoAdvice.isOutOfReach(keptBy(path(WORKER, task, connection)), sites)).isFalse();
    assertThat(UndoAdvice.isOutOfReach(keptBy(path(WORKER)), sites)).isTrue();
  }

  private static HolderPath keptBy(ReferencePath path) {
    TellingLink thread = new TellingLink(0, TellingLink.Kind.THREAD);
    return new HolderPath(1, 0, path, List.of("thread"), Set.of(), thread);
  }
}
