package io.ttalloc.it.packs;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.testing.Variant;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that {@code packs=auto} gives the same verdicts as the packs that it selects, even in
 * combination with the user's own rules.
 */
class AutoPacksIT {
  /**
   * A rule for a class whose constructor opens resources that a pack treats as infrastructure; the
   * object itself is not infrastructure.
   */
  private static final String OWN_RULE =
      """
        - class: jdk.internal.net.http.HttpClientImpl
          type: http client
          open: [<init>]
          close: [stop, close, shutdown, shutdownNow]
          optional: [stop, close, shutdown, shutdownNow]
      """;

  @TempDir private Path folder;

  @Variant
  @OneJdk
  void theUsersOwnRuleCountsWithEachChoiceOfPacks(Jdk jdk) throws Exception {
    for (String packs : List.of("jdk-net,jdk-threads", "auto")) {
      TrackedRun tracked =
          TrackedRun.in(folder).rules(OWN_RULE).option("packs=" + packs).option("holders=false");
      tracked.on(jdk).main(KeepsClients.class).run().expectSuccess();

      List<String> messages = new ArrayList<>();
      for (JsonObject finding : tracked.json().findings()) {
        messages.add(
            finding.get("count").getAsInt()
                + " "
                + finding.get("type").getAsString()
                + " "
                + finding.get("verdict").getAsString());
      }
      assertThat(messages)
          .as(packs)
          .contains("4 http client LEFT_OPEN", "4 executor INFRASTRUCTURE")
          .filteredOn(each -> !each.contains("INFRASTRUCTURE"))
          .hasSize(1);
    }
  }

  /** Creates clients, keeps them in a static list, and exits. */
  static final class KeepsClients {
    static final int COUNT = 4;
    private static final List<HttpClient> KEPT = new ArrayList<>();

    private KeepsClients() {}

    public static void main(String[] args) {
      for (int i = 0; i < COUNT; i++) {
        KEPT.add(HttpClient.newHttpClient());
      }
      System.exit(0);
    }
  }
}
