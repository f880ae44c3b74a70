package io.ttalloc.benchmarks.paper;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;
import java.util.function.Function;

/**
 * Writes results as JSON with the schema {@code tt-alloc-benchmarks/1}: all figures, for automatic
 * checks.
 */
public final class JsonPaper {
  private static final Gson GSON = new GsonBuilder().setPrettyPrinting().create();
  private static final MathContext DIGITS = new MathContext(5, RoundingMode.HALF_EVEN);

  private JsonPaper() {}

  /** The whole text. */
  public static String of(Results results) {
    JsonObject root = new JsonObject();
    root.addProperty("schema", "tt-alloc-benchmarks/1");
    root.add("circumstances", GSON.toJsonTree(results.circumstances()));
    root.addProperty("error", "half the distance between the quartiles around the median");
    JsonObject hooks = new JsonObject();
    hooks.addProperty("unit", "ns/op");
    addUnlessEmpty(hooks, "measured", results.hooks().measured());
    hooks.add("figures", array(results.hooks().figures(), JsonPaper::figure));
    JsonArray ratios = new JsonArray();
    for (String to : List.of("THROWABLE", "NETTY", "ARROW")) {
      ratios.addAll(array(results.hooks().ratiosTo(to), JsonPaper::ratio));
    }
    hooks.add("ratios", ratios);
    root.add("hooks", hooks);
    JsonObject process = new JsonObject();
    process.add("figures", array(results.process(), JsonPaper::figure));
    root.add("wholeProcess", process);
    root.add("bars", array(results.bars(), JsonPaper::bar));
    root.add("skipped", array(results.skipped(), JsonPrimitive::new));
    return GSON.toJson(root) + "\n";
  }

  private static JsonObject figure(HookFigure figure) {
    JsonObject object = new JsonObject();
    object.addProperty("subject", figure.subject());
    object.addProperty("title", figure.title());
    object.addProperty("depth", figure.depth());
    object.addProperty("threads", figure.threads());
    estimate(object, figure.nanos());
    return object;
  }

  private static JsonObject ratio(HookTable.Ratio ratio) {
    JsonObject object = new JsonObject();
    object.addProperty("of", ratio.subject());
    object.addProperty("to", ratio.base());
    object.addProperty("depth", ratio.depth());
    object.addProperty("threads", ratio.threads());
    estimate(object, ratio.times());
    return object;
  }

  private static JsonObject figure(ProcessFigure figure) {
    JsonObject object = new JsonObject();
    object.addProperty("name", figure.name());
    object.addProperty("what", figure.what());
    estimate(object, figure.value());
    object.addProperty("unit", figure.unit());
    addUnlessEmpty(object, "measured", figure.measured());
    return object;
  }

  private static JsonObject bar(Bar bar) {
    JsonObject object = new JsonObject();
    object.addProperty("what", bar.what());
    object.addProperty(bar.atMost() ? "atMost" : "atLeast", rounded(bar.limit()));
    estimate(object, bar.measured());
    object.addProperty("unit", bar.unit());
    object.addProperty("met", bar.met());
    if (!bar.met()) {
      addUnlessEmpty(object, "reason", bar.reason());
    }
    addUnlessEmpty(object, "measured", bar.day());
    return object;
  }

  private static void addUnlessEmpty(JsonObject object, String name, String value) {
    if (!value.isEmpty()) {
      object.addProperty(name, value);
    }
  }

  private static void estimate(JsonObject into, Estimate estimate) {
    into.addProperty("value", rounded(estimate.value()));
    into.addProperty("error", rounded(estimate.error()));
    into.addProperty("samples", estimate.samples());
  }

  private static BigDecimal rounded(double value) {
    return new BigDecimal(new BigDecimal(value, DIGITS).stripTrailingZeros().toPlainString());
  }

  private static <T> JsonArray array(
      List<T> values, Function<T, ? extends com.google.gson.JsonElement> toJson) {
    JsonArray array = new JsonArray();
    values.forEach(value -> array.add(toJson.apply(value)));
    return array;
  }
}
