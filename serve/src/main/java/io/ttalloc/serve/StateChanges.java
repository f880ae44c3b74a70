package io.ttalloc.serve;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Computes the changes from one state of the machine to a later one, in the schema of a state. The
 * result contains only keys whose values have changed, and only processes that have changed, each
 * with {@code ledger} and its changed keys. {@code gone} lists the ledgers that are no longer
 * watched.
 *
 * <p>Two keys are omitted because they can be computed from the others: {@code devices} of the
 * whole machine, and {@code ageMillis} of a running process.
 */
final class StateChanges {
  private static final String LEDGER = "ledger";
  private static final String PROCESSES = "processes";
  private static final String RUNNING = "running";

  private StateChanges() {}

  static JsonObject between(JsonObject before, JsonObject after) {
    JsonObject changes = changed(before, after, Set.of(PROCESSES, "devices"));
    Map<JsonElement, JsonObject> earlier = byLedger(before);
    JsonArray processes = new JsonArray();
    byLedger(after)
        .forEach(
            (ledger, process) -> {
              JsonObject known = earlier.remove(ledger);
              JsonObject change = known == null ? process : changed(known, process);
              if (known != null && change.size() > 0) {
                change.add(LEDGER, ledger);
              }
              if (change.size() > 0) {
                processes.add(change);
              }
            });
    changes.add(PROCESSES, processes);
    if (!earlier.isEmpty()) {
      JsonArray gone = new JsonArray();
      earlier.keySet().forEach(gone::add);
      changes.add("gone", gone);
    }
    return changes;
  }

  private static JsonObject changed(JsonObject before, JsonObject after) {
    boolean runs = after.get("state").getAsString().equals(RUNNING);
    return changed(before, after, runs ? Set.of("ageMillis") : Set.of());
  }

  private static JsonObject changed(JsonObject before, JsonObject after, Set<String> without) {
    JsonObject changed = new JsonObject();
    after
        .entrySet()
        .forEach(
            entry -> {
              boolean same = entry.getValue().equals(before.get(entry.getKey()));
              if (!same && !without.contains(entry.getKey())) {
                changed.add(entry.getKey(), entry.getValue());
              }
            });
    return changed;
  }

  private static Map<JsonElement, JsonObject> byLedger(JsonObject state) {
    Map<JsonElement, JsonObject> processes = new LinkedHashMap<>();
    for (JsonElement each : state.getAsJsonArray(PROCESSES)) {
      JsonObject process = each.getAsJsonObject();
      processes.put(process.get(LEDGER), process);
    }
    return processes;
  }
}
