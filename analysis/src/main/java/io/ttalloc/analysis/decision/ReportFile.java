package io.ttalloc.analysis.decision;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import com.google.gson.Strictness;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import io.ttalloc.analysis.site.Title;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.text.Wording;
import io.ttalloc.text.yaml.Position;
import io.ttalloc.text.yaml.Problem;
import io.ttalloc.text.yaml.UserFile;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The result of reading a JSON report: its findings, or the reason why they could not be read. No
 * input causes an exception. Unneeded keys are ignored.
 */
public sealed interface ReportFile {

  /** The maximum size of a file that is read, 64 MiB. */
  int MAX_BYTES = 64 << 20;

  /** The findings, and their opening stacks if the file contains stacks. */
  record Read(RecordedReport report, OpeningStacks stacks) implements ReportFile {}

  record Refused(Problem problem) implements ReportFile {}

  /** Thrown if the content of a file is not a valid report. */
  final class Malformed extends Exception {
    private static final long serialVersionUID = 1L;

    private final String expected;

    Malformed(String found, String expected) {
      super(found, null, false, false);
      this.expected = expected;
    }

    String found() {
      return String.valueOf(getMessage());
    }
  }

  /** Reads a file; a relative path is resolved against the working directory. */
  static ReportFile read(Path path) {
    String name = path.toString();
    try {
      byte[] bytes = UserFile.read(path, MAX_BYTES);
      return bytes.length > MAX_BYTES
          ? refused(name, "a file larger than 64 MiB", "a file of at most 64 MiB")
          : parse(name, new String(bytes, StandardCharsets.UTF_8));
    } catch (UserFile.Unreadable e) {
      return refused(name, e.found(), "a readable JSON report");
    }
  }

  /** Parses the text of a report. */
  static ReportFile parse(String name, String json) {
    if (json.isBlank()) {
      return refused(name, "an empty file", "a JSON report");
    }
    try {
      return findings(root(json));
    } catch (Malformed e) {
      return refused(name, e.found(), e.expected);
    } catch (IOException | JsonParseException | IllegalStateException | StackOverflowError e) {
      String what = Wording.visible(String.valueOf(e.getMessage()).split("\n", 2)[0], 200);
      return refused(name, "text that is not JSON (" + what + ")", "a JSON report");
    }
  }

  private static JsonObject root(String json) throws Malformed, IOException {
    try (JsonReader reader = new JsonReader(new StringReader(json))) {
      reader.setStrictness(Strictness.STRICT);
      JsonElement root = JsonParser.parseReader(reader);
      if (reader.peek() != JsonToken.END_DOCUMENT) {
        throw new Malformed("text after the report", "one JSON report");
      }
      if (!(root instanceof JsonObject object) || !object.has("schema")) {
        throw new Malformed(
            "JSON without 'schema'", "a report with the schema " + RecordedReport.SCHEMA);
      }
      JsonElement schema = object.get("schema");
      boolean known =
          schema instanceof JsonPrimitive text && text.getAsString().equals(RecordedReport.SCHEMA);
      if (!known) {
        throw new Malformed(
            schema instanceof JsonPrimitive text
                ? "the schema " + Wording.quote(text.getAsString())
                : "a schema that is not a string",
            RecordedReport.SCHEMA);
      }
      return object;
    }
  }

  private static Read findings(JsonObject root) throws Malformed {
    if (!(root.get("findings") instanceof JsonArray findings)) {
      throw new Malformed(
          "no 'findings' array", "a report with the schema " + RecordedReport.SCHEMA);
    }
    Map<String, RecordedFinding> all = new LinkedHashMap<>();
    Map<String, List<Frame>> stacks = new LinkedHashMap<>();
    for (int i = 0; i < findings.size(); i++) {
      String where = "findings[" + i + "]";
      if (!(findings.get(i) instanceof JsonObject finding)) {
        throw new Malformed(where + " is not an object", "a JSON object");
      }
      RecordedFinding recorded = recorded(finding, where);
      RecordedReport.add(all, recorded);
      stacks.putIfAbsent(recorded.fingerprint(), stack(finding));
    }
    return new Read(new RecordedReport(all), new OpeningStacks(stacks));
  }

  /**
   * Returns the opening stack of a finding; empty if it is malformed, since stacks are used only
   * for drawing.
   */
  private static List<Frame> stack(JsonObject finding) {
    List<Frame> stack = new ArrayList<>();
    if (finding.get("openedBy") instanceof JsonArray frames) {
      for (JsonElement element : frames) {
        if (!(element instanceof JsonObject frame)
            || !(frame.get("class") instanceof JsonPrimitive className)
            || !(frame.get("method") instanceof JsonPrimitive method)) {
          return List.of();
        }
        String file = frame.get("file") instanceof JsonPrimitive text ? text.getAsString() : null;
        stack.add(new Frame(className.getAsString(), method.getAsString(), file, line(frame)));
      }
    }
    return List.copyOf(stack);
  }

  private static int line(JsonObject frame) {
    try {
      return frame.get("line") instanceof JsonPrimitive line ? line.getAsInt() : -1;
    } catch (NumberFormatException e) {
      return -1;
    }
  }

  private static RecordedFinding recorded(JsonObject finding, String where) throws Malformed {
    List<String> sites = new ArrayList<>();
    if (finding.get("sites") instanceof JsonArray named) {
      for (JsonElement site : named) {
        sites.add(site instanceof JsonPrimitive text ? text.getAsString() : "");
      }
    }
    JsonPrimitive leak = value(finding, where, "leak", "true or false");
    String site = value(finding, where, "site", "a string").getAsString();
    return new RecordedFinding(
        value(finding, where, "fingerprint", "a string").getAsString(),
        value(finding, where, "type", "a string").getAsString(),
        value(finding, where, "class", "a string").getAsString(),
        site,
        RecordedFinding.under(sites),
        title(finding, site),
        number(finding, where, "count"),
        number(finding, where, "bytes") + number(finding, where, "reclaimedBytes"),
        leak.isBoolean() && leak.getAsBoolean());
  }

  private static Title title(JsonObject finding, String site) {
    if (finding.get("titleCall") instanceof JsonPrimitive call) {
      boolean hasLine = finding.get("titleLine") instanceof JsonPrimitive;
      return new Title(call.getAsString(), hasLine ? finding.get("titleLine").getAsString() : null);
    }
    boolean said = finding.get("title") instanceof JsonPrimitive;
    return new Title(said ? finding.get("title").getAsString() : site, null);
  }

  private static long number(JsonObject finding, String where, String key) throws Malformed {
    String expected = "a non-negative number";
    JsonPrimitive value = value(finding, where, key, expected);
    try {
      long number = Long.parseLong(value.getAsString());
      if (number >= 0) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Handled below, like any other text that is not a valid number.
    }
    String found = Wording.quote(value.getAsString());
    throw new Malformed(found + " for " + where + "." + key, expected);
  }

  private static JsonPrimitive value(JsonObject finding, String where, String key, String expected)
      throws Malformed {
    if (finding.get(key) instanceof JsonPrimitive value) {
      return value;
    }
    throw new Malformed("no " + where + "." + key, expected);
  }

  private static ReportFile refused(String name, String found, String expected) {
    return new Refused(
        new Problem(
            Position.wholeFile(Wording.visible(name, 1_000)),
            Wording.visible(found, 1_000),
            expected,
            Problem.FILE_IGNORED));
  }
}
