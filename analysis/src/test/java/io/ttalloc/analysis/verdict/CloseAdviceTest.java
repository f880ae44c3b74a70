package io.ttalloc.analysis.verdict;

import static io.ttalloc.analysis.LedgerBuilder.ledger;
import static io.ttalloc.analysis.LedgerBuilder.stack;
import static io.ttalloc.analysis.LedgerBuilder.type;
import static io.ttalloc.analysis.Reports.only;
import static io.ttalloc.ledger.RecordLayout.*;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.analysis.LedgerBuilder;
import io.ttalloc.analysis.OpenedResource;
import io.ttalloc.analysis.Reports;
import io.ttalloc.analysis.TypeEntries;
import io.ttalloc.ledger.MisuseKind;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.ledger.record.OriginRecord;
import io.ttalloc.ledger.record.TypeEntry;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CloseAdviceTest {
  private static final TypeEntry FILE = type("file", "org.io.File");
  private static final List<Frame> OPENED =
      stack("org.io.File.<init>:1", "com.acme.Loader.read:42", "com.acme.Main.main:7");
  private static final String CLOSE_IT =
      "call close() on the File that Loader.read(Loader.java:42) opened, or open it in a"
          + " try-with-resources statement; if Loader.read returns it,"
          + " Main.main(Main.java:7) must close it or pass it on";

  private static String fix(String... closing) {
    LedgerBuilder ledger = ledger().superType("org.io.File", "com.acme.Resource");
    ledger.closed(FILE, OPENED, 9, 1_000).closeSite(FILE, OPENED, stack(closing), 9);
    ledger.open(FILE, OPENED);
    return Reports.fix(only(ledger, Verdicts.LEFT_OPEN));
  }

  /** No code has a reference to the channel that the JDK opens for a stream of lines. */
  @Test
  void whatTheJdkOpensBehindACallIsNamedByThatCall() {
    TypeEntry channel = type("file channel", "sun.nio.ch.FileChannelImpl");
    assertThat(
            left(
                channel,
                "sun.nio.fs.UnixChannelFactory.newFileChannel:134",
                "java.nio.file.Files.lines:4132",
                "com.acme.Loader.read:42"))
        .isEqualTo(
            "call close() on what Files.lines opened for Loader.read(Loader.java:42), or open it"
                + " in a try-with-resources statement");
  }

  @Test
  void whatTheJdkOpensForAnObjectIsNamedByThatObject() {
    TypeEntry file = type("file", "java.io.FileInputStream");
    assertThat(
            left(
                file,
                "java.io.FileInputStream.<init>:159",
                "java.io.FileReader.<init>:60",
                "com.acme.Loader.read:42"))
        .startsWith("call close() on the FileReader that Loader.read(Loader.java:42) opened, or ");
    TypeEntry inflater =
        new TypeEntry(
            "inflater",
            "java.util.zip.Inflater",
            false,
            false,
            false,
            false,
            new TypeEntry.Closing("end()", false, false, null, false),
            TypeEntry.Policy.NONE);
    assertThat(
            left(
                inflater,
                "java.util.zip.Inflater.<init>:100",
                "java.util.zip.GZIPInputStream.<init>:79",
                "com.acme.Loader.read:42"))
        .startsWith("call close() on the GZIPInputStream that Loader.read(Loader.java:42) opened");
    assertThat(left(file, "java.io.FileInputStream.<init>:159", "com.acme.Loader.read:42"))
        .startsWith("call close() on the FileInputStream that Loader.read(Loader.java:42) opened");
  }

  private static String left(TypeEntry type, String... opening) {
    LedgerBuilder ledger = ledger();
    ledger.open(type, stack(opening));
    return Reports.fix(only(ledger, Verdicts.LEFT_OPEN));
  }

  @Test
  void aNumberCannotBeInATryStatement() {
    assertThat(left(handle("close()"), "org.io.Pool.create:1", "com.acme.Loader.read:42"))
        .startsWith("call close() with the handle that Loader.read(Loader.java:42) opened")
        .doesNotContain("try-with-resources");
  }

  @Test
  void whatIsNotAutoCloseableCannotBeInATryWithResourcesStatement() {
    TypeEntry door = TypeEntries.notAutoCloseable("door", "org.io.Door");
    assertThat(left(door, "org.io.Door.<init>:1", "com.acme.Loader.read:42"))
        .isEqualTo(
            "call close() on the Door that Loader.read(Loader.java:42) opened, in the finally block"
                + " of a try statement");
    TypeEntry inflater = TypeEntries.notAutoCloseable("inflater", "java.util.zip.Inflater");
    assertThat(
            left(
                inflater,
                "java.util.zip.Inflater.<init>:100",
                "java.util.zip.GZIPInputStream.<init>:79",
                "com.acme.Loader.read:42"))
        .endsWith(" opened, or open it in a try-with-resources statement");
  }

  private static TypeEntry handle(@Nullable String release) {
    return new TypeEntry(
        "handle",
        "org.io.Pool",
        false,
        false,
        false,
        true,
        new TypeEntry.Closing(release, false, false, null, false),
        TypeEntry.Policy.NONE);
  }

  private static String failed(TypeEntry type, String... closers) {
    LedgerBuilder ledger = ledger();
    for (String closer : closers) {
      List<Frame> closing = stack(closer, "com.acme.Loader.read:50");
      ledger.misuse(MisuseKind.CLOSE_FAILED, type, OPENED, closing, 1);
    }
    ledger.open(type, OPENED).closeFailed();
    return Reports.fix(only(ledger, Verdicts.LEFT_OPEN));
  }

  @Test
  void theMethodThatThrewIsNamed() {
    String rest = " threw 1 time (see misuse): make it succeed, or free the resource anyway";
    assertThat(failed(handle("close()"), "org.io.Pool.destroy:3"))
        .isEqualTo("its destroy()" + rest);
    assertThat(failed(FILE, "org.io.File.free:3", "org.io.File.close:3"))
        .isEqualTo("its close() or its free()" + rest);
    assertThat(failed(handle("destroy()"))).isEqualTo("its destroy()" + rest);
    assertThat(failed(handle("Unsafe.free()"))).isEqualTo("Unsafe.free()" + rest);
    assertThat(failed(handle("owner.clear()"))).isEqualTo("its close()" + rest);
    assertThat(failed(handle(null))).isEqualTo("its close" + rest);
    assertThat(failed(FILE)).isEqualTo("its close()" + rest);
  }

  /** The reasons that the finding about a file gives after the close of another resource threw. */
  private static List<String> whyAfter(String closer) {
    TypeEntry writer = type("writer", "org.io.Writer");
    LedgerBuilder ledger = ledger();
    List<Frame> opened = stack("org.io.Writer.<init>:1", "com.acme.Loader.open:43");
    ledger.misuse(
        MisuseKind.CLOSE_FAILED, writer, opened, stack("org.io.Writer.close:3", closer), 1);
    ledger.open(FILE, OPENED);
    return Reports.why(only(ledger, Verdicts.LEFT_OPEN));
  }

  @Test
  void aCloseThatThrewInTheSameMethodMayHaveSkippedThisOne() {
    assertThat(whyAfter("com.acme.Loader.read:50"))
        .contains(
            "the close of the Writer at Loader.read(Loader.java:50) threw, so the method may not have reached the close of this resource");
    assertThat(whyAfter("com.acme.Loader.end:50")).noneMatch(why -> why.contains("threw"));
  }

  /** The advice for a buffer with one reference that was retained and one that was released. */
  private static String ofCounted(String releasedAt, String... retaining) {
    TypeEntry buffer =
        new TypeEntry(
            "buffer",
            "org.io.Buffer",
            false,
            false,
            false,
            false,
            new TypeEntry.Closing("release()", false, false, null, false),
            TypeEntry.Policy.NONE);
    LedgerBuilder ledger = ledger();
    OpenedResource opened =
        ledger.open(buffer, stack("org.io.Buffer.<init>:1", "com.acme.Loader.read:42"));
    opened.counted(1, stack(retaining), "main");
    opened.counted(-1, stack("org.io.Buffer.release:9", releasedAt), "main");
    return Reports.fix(only(ledger, Verdicts.LEFT_OPEN));
  }

  @Test
  void whatRetainedAReferenceIsNamedIfTheOpenerHasReleasedOne() {
    String left = " (the release at Loader.read(Loader.java:44) drops only the other reference)";
    assertThat(
            ofCounted(
                "com.acme.Loader.read:44",
                "org.io.Buffer.retain:3",
                "java.nio.Views.slice:8",
                "com.acme.Loader.read:43"))
        .isEqualTo(
            "call release() on what Views.slice returned to Loader.read(Loader.java:43)" + left);
    assertThat(
            ofCounted(
                "com.acme.Loader.read:44", "org.io.Buffer.retain:3", "com.acme.Loader.read:43"))
        .isEqualTo("call release() once more for the retain at Loader.read(Loader.java:43)" + left);
    assertThat(
            ofCounted("com.acme.Main.end:9", "org.io.Buffer.retain:3", "com.acme.Loader.read:43"))
        .startsWith("call release() on the Buffer that Loader.read(Loader.java:42) opened");
  }

  @Test
  void anotherMethodThatClosesIsAnExample() {
    assertThat(fix("org.io.File.close:9", "com.acme.Main.tidy:50"))
        .isEqualTo(
            "call close() on the File, as Main.tidy(Main.java:50) does for others opened"
                + " from this stack");
  }

  @Test
  void whereTheMethodThatLeaksAlsoClosesThePathIsToBeFound() {
    assertThat(fix("org.io.File.close:9", "com.acme.Loader.read:55", "com.acme.Main.main:7"))
        .isEqualTo(
            "call close() on every path through Loader.read: some paths end before Loader.java:55"
                + " closes"
                + " it, or open another resource first");
  }

  @Test
  void whoCallsAnInheritedCloseIsTheExample() {
    assertThat(fix("com.acme.Resource.close:9", "com.acme.Loader.read:55"))
        .isEqualTo(
            "call close() on every path through Loader.read: some paths end before Loader.java:55"
                + " closes"
                + " it, or open another resource first");
  }

  /** A library may open one file briefly, and another one for the object that it returns. */
  @Test
  void whatIsClosedBelowTheOpeningLineIsNoExample() {
    assertThat(fix("org.io.File.close:9", "com.acme.Loader.read:42", "com.acme.Main.main:7"))
        .isEqualTo(CLOSE_IT);
  }

  @Test
  void aConstructorHandsNothingToItsCaller() {
    assertThat(
            left(FILE, "org.io.File.<init>:1", "com.acme.Loader.<init>:42", "com.acme.Main.main:7"))
        .isEqualTo(
            "call close() on the File that Loader.<init>(Loader.java:42) opened, or open it in a"
                + " try-with-resources statement");
  }

  @Test
  void theCloseItselfIsNoExample() {
    assertThat(fix("org.io.File.close:9")).isEqualTo(CLOSE_IT);
    assertThat(fix("org.io.Base.close:9", "java.lang.Thread.run:1")).isEqualTo(CLOSE_IT);
  }

  @Test
  void whatAThreadOfTheJdkOrOfALibraryClosesIsNoExample() {
    assertThat(fix("org.io.File.close:9", "java.net.IdleCache.run:3", "java.lang.Thread.run:1"))
        .isEqualTo(CLOSE_IT);
    LedgerBuilder ledger =
        ledger()
            .origin("com.acme", OriginRecord.OF_PACKAGE | OriginRecord.APPLICATION)
            .origin("org.pool", OriginRecord.OF_PACKAGE | OriginRecord.LIBRARY);
    List<Frame> closing = stack("org.io.File.close:9", "org.pool.Evictor.run:3");
    ledger.closed(FILE, OPENED, 9, 1_000).closeSite(FILE, OPENED, closing, 9);
    ledger.open(FILE, OPENED);
    assertThat(Reports.fix(only(ledger, Verdicts.LEFT_OPEN))).isEqualTo(CLOSE_IT);
  }

  @Test
  void whatClosesTheForgottenIsNoExample() {
    assertThat(
            fix(
                "org.io.File.close:9",
                "com.acme.Sweeper.run:3",
                "java.lang.ref.Cleaner$CleanableImpl.clean:2"))
        .isEqualTo(CLOSE_IT);
    assertThat(fix("org.io.File.close:9", "com.acme.Wrapper.finalize:3")).isEqualTo(CLOSE_IT);
  }

  /** A pool that ends closes its connections, and with them their statements. */
  @Test
  void whoClosesTheOwnerIsNoExample() {
    TypeEntry connection = type("connection", "org.db.Connection");
    List<Frame> closing = stack("org.db.Connection.close:9", "com.acme.Main.end:50");
    LedgerBuilder ledger = ledger();
    ledger.closed(connection, stack("org.db.Driver.connect:1", "com.acme.Main.main:7"), 1, 1_000);
    ledger.closed(FILE, OPENED, 9, 1_000).closeSite(FILE, OPENED, closing, 9);
    ledger.open(FILE, OPENED);
    assertThat(Reports.fix(only(ledger, Verdicts.LEFT_OPEN))).isEqualTo(CLOSE_IT);
  }

  @Test
  void anotherObjectMayHaveTheMethodThatCloses() {
    LedgerBuilder ledger = ledger();
    String call = "Unsafe.invokeCleaner()";
    TypeEntry file =
        new TypeEntry(
            "file",
            "org.io.File",
            false,
            false,
            false,
            false,
            new TypeEntry.Closing(call, false, false, null, false),
            TypeEntry.Policy.NONE);
    ledger.closed(file, OPENED, 9, 1_000);
    ledger.closeSite(file, OPENED, stack("org.io.Unsafe.invokeCleaner:3"), 9);
    ledger.open(file, OPENED);
    assertThat(Reports.fix(only(ledger, Verdicts.LEFT_OPEN)))
        .startsWith(
            "call Unsafe.invokeCleaner() for the File that Loader.read(Loader.java:42) opened");
  }

  @Test
  void aLibraryIsNotAdvisedToCloseWhatItsCalleeReturns() {
    LedgerBuilder ledger =
        ledger()
            .origin("com.acme", OriginRecord.OF_PACKAGE | OriginRecord.APPLICATION)
            .origin("org.web", OriginRecord.OF_PACKAGE | OriginRecord.LIBRARY);
    ledger.open(
        FILE, stack("org.io.File.<init>:1", "com.acme.Loader.read:42", "org.web.Server.serve:7"));
    assertThat(Reports.fix(only(ledger, Verdicts.LEFT_OPEN)))
        .isEqualTo(
            "call close() on the File that Loader.read(Loader.java:42) opened, or open it in a"
                + " try-with-resources statement");
  }

  @Test
  void livesAsLongAsAClassOnlyIfItsInitializerOpenedIt() {
    LedgerBuilder ledger = ledger();
    ledger.open(FILE, stack("org.io.File.<init>:1", "com.acme.App.<clinit>:5"));
    assertThat(Reports.fix(only(ledger, Verdicts.LEFT_OPEN)))
        .isEqualTo("it lives as long as the class App; close it at shutdown");
    LedgerBuilder pooled = ledger();
    TypeEntry executor =
        new TypeEntry(
            "executor",
            "java.util.concurrent.ThreadPoolExecutor",
            false,
            false,
            false,
            false,
            new TypeEntry.Closing("shutdown()", false, false, null, false),
            TypeEntry.Policy.NONE);
    pooled.open(
        executor,
        stack(
            "java.util.concurrent.ThreadPoolExecutor.<init>:1",
            "java.util.concurrent.Executors.newFixedThreadPool:92",
            "com.acme.App.<clinit>:5"));
    assertThat(Reports.fix(only(pooled, Verdicts.LEFT_OPEN)))
        .isEqualTo(
            "it lives as long as the class App; call shutdown() on it when the program ends");
    LedgerBuilder called = ledger();
    called.open(
        FILE, stack("org.io.File.<init>:1", "com.acme.Loader.read:42", "com.acme.App.<clinit>:5"));
    assertThat(Reports.fix(only(called, Verdicts.LEFT_OPEN)))
        .startsWith("call close() on the File that Loader.read(Loader.java:42) opened");
  }
}
