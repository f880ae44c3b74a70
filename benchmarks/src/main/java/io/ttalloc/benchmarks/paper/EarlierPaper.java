package io.ttalloc.benchmarks.paper;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The figures of an earlier run, each with its day. Immutable.
 *
 * @param hooks the figures for hooks; empty if there are none
 */
public record EarlierPaper(HookTable hooks, List<ProcessFigure> process) {
  private static final String NAME = "benchmarks.json";
  private static final int DAY = "2026-01-02".length();

  /** Reads {@code benchmarks.json} in a folder; empty if the file does not exist. */
  public static EarlierPaper in(Path folder) throws IOException {
    Path file = folder.resolve(NAME);
    return Files.isRegularFile(file)
        ? of(Files.readString(file))
        : new EarlierPaper(new HookTable(List.of()), List.of());
  }

  /** Reads JSON written by {@link JsonPaper}. */
  static EarlierPaper of(String json) {
    JsonObject root = JsonParser.parseString(json).getAsJsonObject();
    String day = root.getAsJsonObject("circumstances").get("date").getAsString().substring(0, DAY);
    JsonObject hooks = root.getAsJsonObject("hooks");
    List<HookFigure> figures = new ArrayList<>();
    for (JsonElement each : hooks.getAsJsonArray("figures")) {
      JsonObject figure = each.getAsJsonObject();
      figures.add(
          new HookFigure(
              text(figure, "subject"),
              text(figure, "title"),
              figure.get("depth").getAsInt(),
              figure.get("threads").getAsInt(),
              estimate(figure)));
    }
    List<ProcessFigure> process = new ArrayList<>();
    for (JsonElement each : root.getAsJsonObject("wholeProcess").getAsJsonArray("figures")) {
      JsonObject figure = each.getAsJsonObject();
      process.add(
          new ProcessFigure(
                  text(figure, "name"),
                  text(figure, "what"),
                  estimate(figure),
                  text(figure, "unit"),
                  text(figure, "measured"))
              .on(day));
    }
    String measured = text(hooks, "measured");
    return new EarlierPaper(
        new HookTable(figures, measured.isEmpty() ? day : measured), List.copyOf(process));
  }

  private static String text(JsonObject object, String name) {
    JsonElement value = object.get(name);
    return value == null ? "" : value.getAsString();
  }

  private static Estimate estimate(JsonObject figure) {
    return new Estimate(
        figure.get("value").getAsDouble(),
        figure.get("error").getAsDouble(),
        figure.get("samples").getAsInt());
  }
}
