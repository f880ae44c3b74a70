package io.ttalloc.analysis.report.json;

import com.google.gson.stream.JsonWriter;
import io.ttalloc.analysis.reason.Reason;
import io.ttalloc.ledger.record.Frame;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes reasons as JSON objects: their kinds, and the parts of their records by name. */
final class ReasonJson {
  private final JsonWriter json;
  private final ReportJson.StackWriter stacks;

  ReasonJson(JsonWriter json, ReportJson.StackWriter stacks) {
    this.json = json;
    this.stacks = stacks;
  }

  void write(Reason reason) throws IOException {
    json.beginObject();
    if (reason instanceof Reason.Fact fact) {
      json.name("kind").value(fact.name());
    } else {
      json.name("kind").value(reason.kind().name());
      parts((Record) reason);
    }
    json.endObject();
  }

  private void parts(Record record) throws IOException {
    for (RecordComponent part : record.getClass().getRecordComponents()) {
      json.name(part.getName());
      try {
        value(part.getAccessor().invoke(record));
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("a part of a reason cannot be read: " + part, e);
      }
    }
  }

  private void value(@Nullable Object value) throws IOException {
    if (value == null) {
      json.nullValue();
    } else if (value instanceof Number number) {
      json.value(number);
    } else if (value instanceof Boolean truth) {
      json.value(truth);
    } else if (value instanceof Frame frame) {
      stacks.write(json, List.of(frame));
    } else if (value instanceof Reason reason) {
      write(reason);
    } else if (value instanceof List<?> list) {
      json.beginArray();
      for (Object each : list) {
        value(each);
      }
      json.endArray();
    } else if (value instanceof Record record) {
      json.beginObject();
      parts(record);
      json.endObject();
    } else {
      json.value(value.toString());
    }
  }
}
