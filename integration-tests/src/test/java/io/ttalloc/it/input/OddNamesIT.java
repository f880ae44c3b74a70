package io.ttalloc.it.input;

import static org.assertj.core.api.Assertions.assertThat;

import com.squareup.wire.ProtoReader;
import io.ttalloc.analysis.ReportFormats;
import io.ttalloc.analysis.report.ReportFormat;
import io.ttalloc.api.TtAlloc;
import io.ttalloc.it.evidence.LedgerFolder;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.Jdks;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.it.jvm.Repository;
import io.ttalloc.it.jvm.TestJvm;
import io.ttalloc.testing.Variant;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import okio.BufferedSource;
import okio.Okio;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests an application with odd names for classes, threads, marks and resources. No name may move
 * the cursor of a terminal or change the order of the displayed text, neither on a terminal nor in
 * a file.
 */
@Variant
class OddNamesIT {
  /**
   * A name that clears the screen in two ways, and contains characters that reverse the text
   * direction or hide text.
   */
  static final String ODD = "\u001b[2J\u009b\u202e\u2066\u200f\u061c\u0007\u007f";

  private static final String SHOWN = "\\u001b[2J\\u009b\\u202e\\u2066\\u200f\\u061c\\u0007\\u007f";

  /** The replacement for {@code QQQQ} in a class file, with the same number of bytes. */
  static final String ODD_CLASS = "\u202e\u001b";

  private static final String SHOWN_CLASS = "\\u202e\\u001b";

  /** The field number of {@code string_table} in pprof's {@code profile.proto}. */
  private static final int PROFILE_STRING_TABLE = 6;

  @TempDir private Path folder;

  @OneJdk
  void noNameOfAnApplicationMovesOrReordersWhatIsShown(Jdk jdk) throws Exception {
    Path rules =
        Files.writeString(
            folder.resolve("rules.yaml"),
            """
            schema: tt-alloc-rules/1
            rules:
              - class: io.ttalloc.it.input.OddNamesIT$Odd
                subtypes: true
                type: odd
                open: [<init>]
                close: [close]
                label: label()
            """);
    LedgerFolder ledgers = new LedgerFolder(folder.resolve("ledgers"));
    String files =
        ReportFormats.all().stream()
            .map(format -> folder.resolve("r" + format.suffix()).toString())
            .collect(Collectors.joining(","));

    String err =
        TestJvm.on(jdk)
            .agentOptions(
                "rules=%s,dump=stderr,%s,dir=%s,command=full,verbose"
                    .formatted(rules, files, ledgers.path()))
            .classPath(Repository.apiJar())
            .main(Program.class, "argument" + ODD)
            .run()
            .expectSuccess()
            .err();

    String name = "io.ttalloc.it.input.OddNamesIT$" + SHOWN_CLASS;
    assertThat(err).contains("[weave] woven " + name).contains("label" + SHOWN);
    Map<String, String> left = new LinkedHashMap<>();
    left.put("stderr", err);
    for (ReportFormat format : ReportFormats.all()) {
      left.put(format.suffix(), text(folder.resolve("r" + format.suffix())));
    }
    left.put("dump", monitor("dump", "--all", ledgers.ledgers().get(0).toString()));
    left.put("diff", diff(ledgers, "text"));
    left.put("diff in JSON", diff(ledgers, "json"));
    left.forEach(OddNamesIT::assertHarmless);
    for (String where : List.of(".json", ".html", ".speedscope.json", ".pb.gz", ".jfr", "dump")) {
      // Pages and viewers show the escape sequence as text; in JSON its backslash is doubled.
      assertThat(left.get(where).replace("\\\\", "\\")).as(where).contains(SHOWN_CLASS);
    }
  }

  private String diff(LedgerFolder ledgers, String format) throws Exception {
    return monitor(
        "diff",
        folder.resolve("r.json").toString(),
        ledgers.ledgers().get(0).toString(),
        "--format=" + format);
  }

  private static void assertHarmless(String where, String text) {
    List<String> odd = new ArrayList<>();
    text.codePoints()
        .filter(c -> c != '\n' && c != '\t' && !isHarmless(c))
        .distinct()
        .forEach(c -> odd.add("%04x".formatted(c)));
    assertThat(odd).as(where).isEmpty();
  }

  private static boolean isHarmless(int c) {
    return c >= ' ' && Character.getType(c) != Character.FORMAT && (c < 0x7f || c > 0x9f);
  }

  private static String monitor(String... args) throws InterruptedException {
    return TestJvm.on(Jdks.ofThisBuild()).monitor(args).run().expectSuccess().out();
  }

  /** The text of a file, of the string table of a profile, or of the events of a recording. */
  private static String text(Path file) throws IOException {
    if (file.toString().endsWith(".jfr")) {
      return RecordingFile.readAllEvents(file).stream()
          .map(RecordedEvent::toString)
          .collect(Collectors.joining());
    }
    if (!file.toString().endsWith(".gz")) {
      return Files.readString(file);
    }
    List<String> strings = new ArrayList<>();
    try (BufferedSource in =
        Okio.buffer(Okio.source(new GZIPInputStream(Files.newInputStream(file))))) {
      ProtoReader profile = new ProtoReader(in);
      long start = profile.beginMessage();
      for (int field = profile.nextTag(); field != -1; field = profile.nextTag()) {
        if (field == PROFILE_STRING_TABLE) {
          strings.add(profile.readString());
        } else {
          profile.skip();
        }
      }
      profile.endMessageAndGetUnknownFields(start);
    }
    return String.join("\n", strings);
  }

  /** The tracked type. */
  public interface Odd {
    String label();

    default void close() {}
  }

  /** Renamed when it is loaded. */
  public static final class QQQQ implements Odd {
    @Override
    public String label() {
      return "label" + ODD;
    }
  }

  static final class Program {
    static final List<Object> KEPT = new ArrayList<>();

    private Program() {}

    public static void main(String[] args) throws Exception {
      Class<?> odd = new Renaming().loadClass(OddNamesIT.class.getName() + "$" + ODD_CLASS);
      Thread thread =
          new Thread(
              () -> {
                try {
                  KEPT.add(odd.getConstructor().newInstance());
                } catch (ReflectiveOperationException e) {
                  throw new IllegalStateException(e);
                }
              },
              "thread " + ODD);
      thread.start();
      thread.join();
      TtAlloc.mark("mark " + ODD);
    }
  }

  /** Loads {@link QQQQ} under the odd name. */
  private static final class Renaming extends ClassLoader {
    Renaming() {
      super(OddNamesIT.class.getClassLoader());
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      try (InputStream in = OddNamesIT.class.getResourceAsStream("OddNamesIT$QQQQ.class")) {
        String bytes = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
        String odd =
            new String(ODD_CLASS.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
        byte[] renamed = bytes.replace("QQQQ", odd).getBytes(StandardCharsets.ISO_8859_1);
        return defineClass(name, renamed, 0, renamed.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }
}
