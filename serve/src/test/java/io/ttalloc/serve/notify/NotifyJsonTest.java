package io.ttalloc.serve.notify;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.ttalloc.analysis.decision.RecordedFinding;
import io.ttalloc.analysis.site.Title;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.watch.ledgers.ProcessState;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class NotifyJsonTest {
  private static final Instant STARTED = Instant.parse("2026-01-02T03:04:05Z");

  private static LeakEvent event(String text, LeakEvent.@Nullable End end) {
    LeakFacts facts =
        new LeakFacts(
            new RecordedFinding(
                "f00d", "buffer", "B", "load", null, new Title(text, null), 3, 96, true),
            "LOST",
            true,
            List.of("unreachable"),
            "close it",
            List.of(new Frame("app.Main", "main", null, -1)));
    return new LeakEvent(
        "1-2-3", STARTED.plusSeconds(9), 7, STARTED, "app.Main", ProcessState.RUNNING, facts, end);
  }

  @Test
  void aLeak() {
    assertThat(new String(NotifyJson.of(event("Main.main", null), "tower"), UTF_8))
        .isEqualTo(
            """
            {"schema":"tt-alloc-notify/1","event":"leak","ended":null,"id":"1-2-3",\
            "at":"2026-01-02T03:04:14Z","host":"tower","program":"app.Main","pid":7,\
            "startedAt":"2026-01-02T03:04:05Z","state":"running","fingerprint":"f00d",\
            "verdict":"LOST","growing":true,"type":"buffer","title":"Main.main","site":"load",\
            "count":3,"bytes":96,"why":["unreachable"],"fix":"close it",\
            "openedBy":[{"class":"app.Main","method":"main","file":null,"line":-1}]}""");
  }

  @Test
  void itsEnd() {
    JsonObject json = json(event("Main.main", LeakEvent.End.CLOSED));
    assertThat(json.get("event").getAsString()).isEqualTo("leak-ended");
    assertThat(json.get("ended").getAsString()).isEqualTo("closed");
  }

  @Test
  void textsOfAnApplicationStayTexts() {
    String evil = "\"},{\n\u202e\u0000\ud800</script>";
    byte[] body = NotifyJson.of(event(evil, null), "tower");

    assertThat(new String(body, UTF_8)).doesNotContain("\n", "\u202e");
    assertThat(json(event(evil, null)).get("title").getAsString()).isEqualTo(evil);
  }

  private static JsonObject json(LeakEvent event) {
    return JsonParser.parseString(new String(NotifyJson.of(event, "tower"), UTF_8))
        .getAsJsonObject();
  }
}
