package io.ttalloc.analysis.report.json;

import com.google.gson.stream.JsonWriter;
import io.ttalloc.analysis.finding.ThreadLocalValue;
import io.ttalloc.analysis.finding.ThreadLocalValues;
import io.ttalloc.analysis.wording.JsonText;
import io.ttalloc.heap.report.PooledValue;
import java.io.IOException;

/** Writes the thread-local values that stay in threads of pools, if the heap was asked. */
final class ThreadLocalsJson {
  private ThreadLocalsJson() {}

  static void write(ThreadLocalValues values, JsonWriter json) throws IOException {
    if (!values.asked()) {
      return;
    }
    json.name("threadLocals").beginArray();
    for (ThreadLocalValue row : values.rows()) {
      PooledValue value = row.value();
      json.beginObject();
      json.name("variable").value(value.isCollected() ? null : value.variable());
      json.name("static").value(!value.field().isEmpty());
      json.name("collected").value(value.isCollected());
      json.name("class").value(value.valueClass());
      json.name("count").value(value.values());
      json.name("threads").value(value.threads());
      JsonText.texts(json, "threadNames", value.threadNames());
      json.name("yours").value(row.yours());
      json.endObject();
    }
    json.endArray();
    json.name("threadLocalsUnlisted").value(values.unlisted());
  }
}
