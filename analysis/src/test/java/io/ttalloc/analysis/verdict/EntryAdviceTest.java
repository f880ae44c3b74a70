package io.ttalloc.analysis.verdict;

import static io.ttalloc.analysis.LedgerBuilder.ledger;
import static io.ttalloc.analysis.LedgerBuilder.stack;
import static io.ttalloc.analysis.LedgerBuilder.type;
import static io.ttalloc.analysis.Reports.fix;
import static io.ttalloc.analysis.Reports.only;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.analysis.LedgerBuilder;
import io.ttalloc.ledger.record.MethodRecord;
import io.ttalloc.ledger.record.OriginRecord;
import io.ttalloc.ledger.record.TypeEntry;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Tests the advice on how to close a resource that a library opened: the call, and the program's
 * object on which to make it.
 */
class EntryAdviceTest {
  private static final String EXECUTOR = "java.util.concurrent.ThreadPoolExecutor";
  private static final String STREAM = "java.util.stream.ReferencePipeline";
  private static final String TRY = ", or open it in a try-with-resources statement";

  /** Returns a type whose rule says that the call {@code release} closes its resources. */
  private static TypeEntry closedBy(String name, String className, String release) {
    return new TypeEntry(
        name,
        className,
        false,
        false,
        false,
        false,
        new TypeEntry.Closing(release, false, false, null, false),
        TypeEntry.Policy.NONE);
  }

  /** Records which class an opening call returns. */
  private static MethodRecord returns(
      String className,
      String method,
      String returned,
      boolean closeable,
      @Nullable String closer) {
    return new MethodRecord(
        className, method, returned, null, false, closeable, false, false, closer, false);
  }

  private static LedgerBuilder opened(TypeEntry type, String... stack) {
    LedgerBuilder ledger =
        ledger()
            .origin("com.acme", OriginRecord.OF_PACKAGE | OriginRecord.APPLICATION)
            .origin("org.mq", OriginRecord.OF_PACKAGE | OriginRecord.LIBRARY);
    ledger.open(type, stack(stack)).collected();
    return ledger;
  }

  private static String advice(LedgerBuilder ledger) {
    return fix(only(ledger, Verdicts.LOST));
  }

  private static LedgerBuilder executor(String factory) {
    return opened(
        closedBy("executor", EXECUTOR, "shutdown()"),
        EXECUTOR + ".<init>:1",
        factory + ":5",
        "com.acme.Main.run:40");
  }

  @Test
  void whatALibraryReturnsIsClosedAndNotAPartOfIt() {
    LedgerBuilder ledger = executor("org.mq.Factory.newConnection");

    assertThat(advice(ledger))
        .isEqualTo(
            "call shutdown() on what Factory.newConnection opened for Main.run(Main.java:40)");
    assertThat(
            advice(
                ledger.method(
                    returns(
                        "org.mq.Factory", "newConnection", "org.mq.Connection", true, "close"))))
        .isEqualTo(
            "call close() on the Connection that Factory.newConnection returned to"
                + " Main.run(Main.java:40)"
                + TRY);
  }

  @Test
  void whatIsNotAutoCloseableIsClosedByItsOnlyMethodForThat() {
    assertThat(
            advice(
                executor("org.mq.Client.create")
                    .method(
                        returns("org.mq.Client", "create", "org.mq.Client", false, "shutdown"))))
        .isEqualTo(
            "call shutdown() on the Client that Client.create returned to Main.run(Main.java:40),"
                + " in the finally block of a try statement");
  }

  /** An executor is AutoCloseable from JDK 19 on. */
  @Test
  void theRuleNamesTheCallOnWhatIsReturnedItself() {
    String factory = "java.util.concurrent.Executors";
    assertThat(
            advice(
                executor(factory + ".newFixedThreadPool")
                    .method(
                        returns(
                            factory,
                            "newFixedThreadPool",
                            "java.util.concurrent.ExecutorService",
                            true,
                            "close"))))
        .startsWith("call shutdown() on ");
    TypeEntry group = closedBy("event loop group", "org.mq.NioGroup", "shutdownGracefully()");
    assertThat(
            advice(
                opened(
                        group,
                        "org.mq.NioGroup.<init>:1",
                        "org.mq.Groups.create:5",
                        "com.acme.Main.run:40")
                    .superType("org.mq.NioGroup", "org.mq.Group")
                    .method(returns("org.mq.Groups", "create", "org.mq.Group", true, "close"))))
        .startsWith("call shutdownGracefully() on ");
  }

  /** A client may start its threads with its first connection. */
  @Test
  void whatAClientOpensThatCanBeClosedIsPerhapsItsOwn() {
    assertThat(
            advice(
                executor("org.mq.Client.connect")
                    .method(
                        new MethodRecord(
                            "org.mq.Client",
                            "connect",
                            "org.mq.Connection",
                            null,
                            false,
                            true,
                            true,
                            false,
                            "close",
                            false))))
        .startsWith("call shutdown() on what Client.connect opened for Main.run(Main.java:40)");
  }

  @Test
  void whatWasBorrowedIsClosedByThoseWhoGotIt() {
    TypeEntry borrowed =
        closedBy("borrowed object", "org.mq.pool.Pooled", "GenericPool.returnObject()");
    assertThat(
            advice(
                opened(
                        borrowed,
                        "org.mq.pool.GenericPool.borrowObject:1",
                        "org.mq.Pool.getResource:5",
                        "com.acme.Main.run:40")
                    .method(returns("org.mq.Pool", "getResource", "org.mq.Jedis", true, "close"))))
        .startsWith("call close() on the Jedis that Pool.getResource returned to Main.run");
  }

  @Test
  void whatAnObjectOpensAtItsStartItClosesAtItsEnd() {
    LedgerBuilder ledger =
        opened(
                type("file", "java.io.FileOutputStream"),
                "java.io.FileOutputStream.<init>:1",
                "org.mq.Appender.start:5",
                "com.acme.Main.run:40")
            .method(
                new MethodRecord(
                    "org.mq.Appender",
                    "start",
                    null,
                    null,
                    true,
                    false,
                    true,
                    false,
                    "stop",
                    false));

    assertThat(advice(ledger))
        .isEqualTo(
            "call stop() on the Appender whose start() Main.run(Main.java:40) calls, in the finally"
                + " block of a try statement");
  }

  @Test
  void anExampleClosesTheObjectOfAnotherCall() {
    TypeEntry file = type("file", "java.io.FileOutputStream");
    String[] opening = {
      "java.io.FileOutputStream.<init>:1", "org.mq.Appender.start:5", "com.acme.Main.run:40"
    };
    LedgerBuilder ledger =
        opened(file, opening)
            .method(
                new MethodRecord(
                    "org.mq.Appender",
                    "start",
                    null,
                    null,
                    true,
                    false,
                    true,
                    false,
                    "stop",
                    false));
    ledger.closed(file, stack(opening), 1, 1_000);
    ledger.closeSite(
        file,
        stack(opening),
        stack(
            "java.io.FileOutputStream.close:9", "org.mq.Appender.stop:7", "com.acme.Main.tidy:50"),
        1);

    assertThat(advice(ledger))
        .isEqualTo(
            "call stop() on the Appender whose start() is called, as Main.tidy(Main.java:50)"
                + " does for"
                + " others opened from this stack");
  }

  private static LedgerBuilder read(String... inside) {
    String[] stack = new String[inside.length + 2];
    System.arraycopy(inside, 0, stack, 0, inside.length);
    stack[inside.length] = STREAM + ".findFirst:647";
    stack[inside.length + 1] = "com.acme.Main.run:40";
    return opened(type("file", "sun.nio.fs.Directory"), stack)
        .method(
            new MethodRecord(
                STREAM,
                "findFirst",
                "java.util.stream.Stream",
                null,
                false,
                true,
                false,
                true,
                "close",
                false));
  }

  /** The stream of {@code Files.walk} opens folders through its source, an iterator. */
  @Test
  void theSourceOfAStreamIsClosedWithIt() {
    assertThat(
            advice(
                read(
                    "sun.nio.fs.Directory.<init>:1",
                    "java.nio.file.FileTreeIterator.hasNext:100",
                    "java.util.Spliterators$IteratorSpliterator.tryAdvance:1855",
                    STREAM + ".forEachWithCancel:129")))
        .isEqualTo(
            "call close() on the Stream whose findFirst() Main.run(Main.java:40) calls" + TRY);
  }

  @Test
  void whatAFunctionOpensForAStreamIsNotClosedWithIt() {
    assertThat(
            advice(
                read(
                    "sun.nio.fs.Directory.<init>:1",
                    STREAM + "$3$1.accept:197",
                    "java.util.ArrayList$ArrayListSpliterator.tryAdvance:1602",
                    STREAM + ".forEachWithCancel:129")))
        .startsWith("call close() on what ReferencePipeline.findFirst opened for Main.run");
  }

  /** An {@code InitialDirContext} has a close, but is not AutoCloseable. */
  @Test
  void whatAConstructorMakesFitsATryWithResourcesStatementOnlyIfItIsAutoCloseable() {
    LedgerBuilder ledger =
        opened(
            type("socket", "sun.nio.ch.NioSocketImpl"),
            "sun.nio.ch.NioSocketImpl.<init>:1",
            "javax.naming.Context.<init>:5",
            "com.acme.Main.run:40");
    String close = "call close() on the Context that Main.run(Main.java:40) opened";

    assertThat(advice(ledger)).isEqualTo(close + TRY);
    assertThat(
            advice(
                ledger.method(
                    new MethodRecord(
                        "javax.naming.Context",
                        "<init>",
                        null,
                        null,
                        false,
                        false,
                        false,
                        false,
                        "close",
                        false))))
        .isEqualTo(close + ", in the finally block of a try statement");
  }

  private static String adviceIfResultIsClosed(@Nullable String closer) {
    return advice(
        opened(
                type("socket", "sun.nio.ch.NioSocketImpl"),
                "sun.nio.ch.NioSocketImpl.<init>:1",
                "org.mq.Socket.open:9",
                "org.mq.Client.execute:5",
                "com.acme.Main.run:40",
                "com.acme.Main.main:7")
            .method(
                new MethodRecord(
                    "org.mq.Client",
                    "execute",
                    "org.mq.Response",
                    null,
                    false,
                    true,
                    true,
                    false,
                    closer,
                    true)));
  }

  /** A client keeps its connections after a response has been closed. */
  @Test
  void ifWhatACallReturnsIsClosedItsObjectIsToBeClosed() {
    assertThat(adviceIfResultIsClosed("close"))
        .startsWith(
            "call close() on the Client whose execute() Main.run(Main.java:40) calls" + TRY);
    assertThat(adviceIfResultIsClosed(null))
        .isEqualTo("call close() on what Client.execute opened for Main.run(Main.java:40)");
  }

  private static String adviceIfInTry(@Nullable String overrider) {
    return advice(
        opened(
                type("file", "java.io.FileInputStream"),
                "java.io.FileInputStream.<init>:1",
                "com.acme.Main.run:40")
            .method(
                new MethodRecord(
                    "java.io.FileInputStream",
                    "<init>",
                    overrider,
                    null,
                    false,
                    true,
                    false,
                    false,
                    "close",
                    true)));
  }

  @Test
  void whatATryStatementMissesIsNotToBePutIntoOne() {
    assertThat(adviceIfInTry(null))
        .isEqualTo(
            "declare the FileInputStream as a separate variable in the try statement at"
                + " Main.run(Main.java:40): the object that wraps it did not close it");
    assertThat(adviceIfInTry("com.acme.Counting"))
        .isEqualTo("make Counting.close() call super.close() on every path");
  }

  @Test
  void closeIsNotAdvisedIfAClassHasOtherMethodsForIt() {
    LedgerBuilder ledger =
        opened(
                type("socket", "sun.nio.ch.NioSocketImpl"),
                "sun.nio.ch.NioSocketImpl.<init>:1",
                "org.mq.Server.<init>:5",
                "com.acme.Main.run:40")
            .method(
                new MethodRecord(
                    "org.mq.Server",
                    "<init>",
                    null,
                    null,
                    false,
                    false,
                    false,
                    false,
                    null,
                    false));

    assertThat(advice(ledger))
        .isEqualTo(
            "call the closing method on the Server that Main.run(Main.java:40) opened, in the"
                + " finally block of a try statement");
  }

  @Test
  void closeIsNotAdvisedForAClassThatIsNotAutoCloseableIfNoRuleNamesIt() {
    TypeEntry session =
        new TypeEntry(
            "session",
            "org.mq.Session",
            false,
            false,
            false,
            false,
            new TypeEntry.Closing(null, false, false, null, true),
            TypeEntry.Policy.NONE);

    assertThat(advice(opened(session, "org.mq.Session.<init>:1", "com.acme.Main.run:40")))
        .isEqualTo(
            "call the closing method on the Session that Main.run(Main.java:40) opened, in the"
                + " finally block of a try statement");
  }
}
