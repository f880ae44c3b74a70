package io.ttalloc.analysis.verdict;

import static io.ttalloc.analysis.LedgerBuilder.ledger;
import static io.ttalloc.analysis.LedgerBuilder.stack;
import static io.ttalloc.analysis.LedgerBuilder.type;
import static io.ttalloc.analysis.Reports.fix;
import static io.ttalloc.analysis.Reports.only;
import static io.ttalloc.analysis.Reports.why;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.analysis.AnalysisOptions;
import io.ttalloc.analysis.LedgerBuilder;
import io.ttalloc.analysis.Reports;
import io.ttalloc.analysis.finding.Confidence;
import io.ttalloc.analysis.finding.Finding;
import io.ttalloc.analysis.finding.Whose;
import io.ttalloc.ledger.record.GuardRecord;
import io.ttalloc.ledger.record.MethodRecord;
import io.ttalloc.ledger.record.OriginRecord;
import org.junit.jupiter.api.Test;

/** Tests which code can close a resource, judged by the type that the opening call returns. */
class WhoseTest {
  private static final String JDK = "java.net.URLConnection";
  private static final String LIBRARY = "org.lib.Poi";

  /** Returns a ledger with a lost file, which the program opened with a single call. */
  private static LedgerBuilder openedBy(String className, String method) {
    LedgerBuilder ledger =
        ledger()
            .origin("com.acme", OriginRecord.OF_PACKAGE | OriginRecord.APPLICATION)
            .origin("org.lib", OriginRecord.OF_PACKAGE | OriginRecord.LIBRARY);
    ledger
        .open(
            type("file", "java.util.zip.ZipFile"),
            stack(
                "java.util.zip.ZipFile.<init>:1",
                className + "." + method + ":567",
                "com.acme.Main.run:40"))
        .collected();
    return ledger;
  }

  private static MethodRecord nothing(String className, String method, boolean ofCloser) {
    String jar = className.equals(LIBRARY) ? "poi-5.2.5.jar" : null;
    return new MethodRecord(
        className, method, null, jar, true, false, ofCloser, false, null, false);
  }

  @Test
  void whatACallOfTheJdkKeepsForItselfIsItsOwn() {
    LedgerBuilder ledger =
        openedBy(JDK, "getLastModified").method(nothing(JDK, "getLastModified", false));

    Finding lost = only(ledger, Verdicts.LOST);

    assertThat(lost.whose().by()).isEqualTo(Whose.By.JDK);
    assertThat(why(lost))
        .contains(
            "URLConnection.getLastModified, inside the JDK, opened it for itself and returns"
                + " nothing that could close it");
    assertThat(fix(lost))
        .isEqualTo(
            "your code cannot close it: avoid URLConnection.getLastModified, or report this to the maintainers of URLConnection");
  }

  @Test
  void onlyWhatTheProgramCanCloseFailsABuildThatAsksForThat() {
    LedgerBuilder ledger = openedBy(LIBRARY, "read").method(nothing(LIBRARY, "read", false));

    assertThat(only(ledger, Verdicts.LOST).whose().jar()).isEqualTo("poi-5.2.5.jar");
    assertThat(Reports.of(ledger).failures()).isEqualTo(1);
    assertThat(Reports.of(ledger, AnalysisOptions.defaults().failingOnOwn(true)).failures())
        .isZero();
    ledger.open(type("file", "java.util.zip.ZipFile"), stack("com.acme.Main.other:1")).collected();
    assertThat(Reports.of(ledger, AnalysisOptions.defaults().failingOnOwn(true)).failures())
        .isEqualTo(1);
  }

  /** The rule names the implementation of the sockets that a server accepts. */
  @Test
  void whatACallReturnedMayBeClosedByAnotherThread() {
    LedgerBuilder ledger = ledger();
    ledger.open(
        type("socket", "sun.nio.ch.NioSocketImpl"),
        stack(
            "sun.nio.ch.NioSocketImpl.accept:785",
            "java.net.ServerSocket.accept:441",
            "com.acme.Main.run:40"));
    ledger
        .method(
            new MethodRecord(
                "java.net.ServerSocket",
                "accept",
                "java.net.Socket",
                null,
                false,
                true,
                true,
                false,
                "close",
                false))
        .running("worker", stack("com.acme.Worker.serve:12"))
        .guard("com.acme.Worker.serve:12", "java.net.Socket", GuardRecord.OF_CLASS);

    Finding leftOpen = only(ledger, Verdicts.LEFT_OPEN);

    assertThat(leftOpen.confidence()).isEqualTo(Confidence.Level.MEDIUM);
    assertThat(why(leftOpen))
        .contains(
            "a guess from stacks, since the heap was not examined (set holders=true):"
                + " Worker.serve(Worker.java:12) is inside a try statement and may close it");
  }

  @Test
  void whatIsCalledOnSomethingToCloseIsTheProgramsOwn() {
    LedgerBuilder ledger = openedBy(JDK, "connect").method(nothing(JDK, "connect", true));

    assertThat(only(ledger, Verdicts.LOST).whose().by()).isEqualTo(Whose.By.PROGRAM);
  }

  /** A constructor that is a scope makes its object own what it opened, unless it throws. */
  @Test
  void whatAConstructorLeftThatThrewIsItsLibrarys() {
    LedgerBuilder ledger = openedBy(LIBRARY, "<init>").method(nothing(LIBRARY, "<init>", false));

    Finding lost = only(ledger, Verdicts.LOST);

    assertThat(lost.whose().by()).isEqualTo(Whose.By.LIBRARY);
    assertThat(why(lost))
        .contains(
            "the constructor of Poi, inside poi-5.2.5.jar, opened it and then threw: there is no"
                + " object to close");
    assertThat(fix(lost))
        .isEqualTo(
            "your code cannot close it: the constructor of Poi must close it before throwing; report this to the maintainers of Poi");
  }

  @Test
  void whatIsUnknownIsTheProgramsOwn() {
    LedgerBuilder ledger = openedBy(LIBRARY, "read");

    assertThat(only(ledger, Verdicts.LOST).whose().by()).isEqualTo(Whose.By.PROGRAM);
  }

  @Test
  void theAdviceNamesTheObjectThatTheProgramGot() {
    LedgerBuilder ledger =
        openedBy(LIBRARY, "query")
            .method(
                new MethodRecord(
                    LIBRARY,
                    "query",
                    "java.util.stream.Stream",
                    "lib.jar",
                    false,
                    true,
                    true,
                    false,
                    "close",
                    false));

    assertThat(fix(only(ledger, Verdicts.LOST)))
        .startsWith("call close() on the Stream that Poi.query returned to Main.run(Main.java:40)");
  }

  /** When the program reads the stream, the stream calls library code, which opens connections. */
  @Test
  void theAdviceNamesTheStreamThatHadItOpened() {
    String stream = "java.util.stream.ReferencePipeline";
    LedgerBuilder ledger =
        ledger()
            .origin("com.acme", OriginRecord.OF_PACKAGE | OriginRecord.APPLICATION)
            .origin("org.lib", OriginRecord.OF_PACKAGE | OriginRecord.LIBRARY)
            .method(
                new MethodRecord(
                    stream,
                    "collect",
                    "java.util.stream.Stream",
                    null,
                    false,
                    true,
                    false,
                    true,
                    "close",
                    false));
    ledger
        .open(
            type("connection", "org.db.Connection"),
            stack(
                LIBRARY + ".connect:17",
                LIBRARY + ".lambda$rows$0:30",
                stream + ".collect:723",
                "com.acme.Main.run:40"))
        .collected();

    assertThat(fix(only(ledger, Verdicts.LOST)))
        .startsWith(
            "call close() on the Stream whose collect() Main.run(Main.java:40) calls, or open"
                + " it in a"
                + " try-with-resources statement");
  }
}
