package io.ttalloc.watch.ledgers;

import com.google.gson.stream.JsonWriter;
import io.ttalloc.text.JsonText;
import io.ttalloc.watch.natives.NativeJson;
import io.ttalloc.watch.natives.NativeState;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.List;

/** Writes a list of ledgers as JSON in the schema {@value #SCHEMA}. Later versions may add keys. */
public final class LedgerListJson {
  static final String SCHEMA = "tt-alloc-ps/1";

  private LedgerListJson() {}

  /**
   * Writes one object.
   *
   * @param problems directories that cannot be read, one sentence each
   */
  public static void write(
      LedgerListing listing,
      NativeState natives,
      List<Path> folders,
      List<String> problems,
      Writer out)
      throws IOException {
    JsonWriter json = JsonText.exact(out);
    json.setIndent(" ");
    json.beginObject();
    json.name("schema").value(SCHEMA);
    JsonText.texts(json, "folders", folders.stream().map(Path::toString).toList());
    JsonText.objects(json, "ledgers", listing.rows(), row -> row(row, json));
    json.name("omitted").beginObject();
    for (ProcessState state : ProcessState.values()) {
      json.name(state.word()).value(listing.omitted().getOrDefault(state, 0L));
    }
    json.endObject();
    json.name("unread").value(listing.unread());
    json.name("ofOthers").value(listing.ofOthers());
    json.name("native");
    NativeJson.write(json, natives);
    JsonText.texts(json, "problems", problems);
    json.endObject();
    json.flush();
    out.append('\n');
  }

  private static void row(LedgerRow row, JsonWriter json) throws IOException {
    LedgerRow.Content content = row.content();
    json.name("ledger").value(row.ledger().toString());
    json.name("pid").value(row.pid());
    json.name("state").value(row.state().word());
    json.name("startedAt").value(row.startedAt() == null ? null : row.startedAt().toString());
    json.name("ageMillis").value(row.age() == null ? null : (Long) row.age().toMillis());
    json.name("command").value(row.problem() == null ? row.command() : null);
    json.name("live").value(content == null ? null : (Long) content.live());
    json.name("liveBytes").value(content == null ? null : (Long) content.liveBytes());
    json.name("leaks").value(content == null ? null : content.leaks());
    json.name("problem").value(row.problem());
  }
}
