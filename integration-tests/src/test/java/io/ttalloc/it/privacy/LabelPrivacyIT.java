package io.ttalloc.it.privacy;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import io.ttalloc.it.evidence.JsonReport;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.testing.Variant;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;

/** Tests that the label of a resource is recorded unless the user forbids it. */
class LabelPrivacyIT {
  private static final String NAME = "h1dden-customer.txt";

  @TempDir private Path folder;

  @OneJdk
  void withoutLabelsNoPathReachesLedgerOrReport(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).option("packs=auto").option("labels=off");

    JvmResult result = leak(tracked, jdk);

    JsonObject leak = tracked.json().findings("file").get(0);
    assertThat(leak.get("verdict").getAsString()).isEqualTo("LEFT_OPEN");
    assertThat(JsonReport.texts(leak, "labels")).isEmpty();
    assertThat(tracked.json().root().toString()).doesNotContain(NAME);
    assertThat(result.err()).doesNotContain(NAME);
    assertThat(ledger(tracked)).doesNotContain(NAME);
  }

  /** Cross-check: the test above would find the label if it were recorded. */
  @Variant
  @OneJdk
  void usuallyThePathIsTheLabel(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).option("packs=jdk-files");

    JvmResult result = leak(tracked, jdk);

    assertThat(result.err()).contains(NAME);
    assertThat(JsonReport.texts(tracked.json().findings("file").get(0), "labels"))
        .singleElement()
        .asString()
        .endsWith(NAME);
    assertThat(ledger(tracked)).contains(NAME);
  }

  private JvmResult leak(TrackedRun tracked, Jdk jdk) throws Exception {
    Path file = Files.writeString(folder.resolve(NAME), "text");
    return tracked.on(jdk).main(Leaks.class, file.toString()).run().expectSuccess();
  }

  private static String ledger(TrackedRun tracked) throws IOException {
    return Files.readString(tracked.ledgers().ledgers().get(0), StandardCharsets.ISO_8859_1);
  }

  /** Leaves a file open. */
  static final class Leaks {
    private static @Nullable FileInputStream kept;

    private Leaks() {}

    public static void main(String[] args) throws IOException {
      kept = new FileInputStream(args[0]);
      System.out.println(kept.read());
    }
  }
}
