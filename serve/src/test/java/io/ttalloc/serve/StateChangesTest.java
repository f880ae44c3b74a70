package io.ttalloc.serve;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import org.junit.jupiter.api.Test;

class StateChangesTest {
  private static final String BUSY =
      """
      {ledger: "a", state: "running", ageMillis: 1, open: 5, leaks: null, devices: [{device: 0, bytes: 8}]}""";
  private static final String IDLE =
      """
      {ledger: "b", state: "running", ageMillis: 1, open: 7, leaks: null, devices: []}""";

  private static JsonObject state(String at, String... processes) {
    return json(
        "{schema: s, at: %s, devices: [%s], problems: [], processes: [%s]}"
            .formatted(at, at, String.join(",", processes)));
  }

  private static JsonObject json(String text) {
    return JsonParser.parseString(text).getAsJsonObject();
  }

  @Test
  void onlyWhatHasChangedIsThere() {
    JsonObject before = state("1", BUSY, IDLE);
    JsonObject after =
        state(
            "2",
            BUSY.replace("open: 5", "open: 6").replace("ageMillis: 1", "ageMillis: 2"),
            IDLE.replace("ageMillis: 1", "ageMillis: 2"));

    assertThat(StateChanges.between(before, after))
        .isEqualTo(json("{at: 2, processes: [{open: 6, ledger: a}]}"));
  }

  @Test
  void aValueThatIsUnknownNowIsAChange() {
    JsonObject before = state("1", IDLE.replace("leaks: null", "leaks: 1"));

    assertThat(StateChanges.between(before, state("2", IDLE)))
        .hasToString("{\"at\":2,\"processes\":[{\"leaks\":null,\"ledger\":\"b\"}]}");
  }

  @Test
  void processesThatComeAreCompleteAndThoseThatGoAreNamed() {
    assertThat(StateChanges.between(state("1", IDLE), state("1", BUSY)))
        .isEqualTo(json("{processes: [" + BUSY + "], gone: [b]}"));
  }

  @Test
  void theAgeAtItsEndIsAChange() {
    String ended = IDLE.replace("running", "ended").replace("ageMillis: 1", "ageMillis: 3");

    assertThat(StateChanges.between(state("1", IDLE), state("2", ended)))
        .isEqualTo(json("{at: 2, processes: [{state: ended, ageMillis: 3, ledger: b}]}"));
  }
}
