package io.ttalloc.analysis.report.json;

import com.google.gson.stream.JsonWriter;
import io.ttalloc.analysis.advice.Step;
import io.ttalloc.analysis.fold.HolderPath;
import io.ttalloc.analysis.reason.Reason;
import io.ttalloc.ledger.record.Frame;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes reasons and advice as JSON objects: the kind, and the components of the record by name.
 */
final class ValueJson {
  private final JsonWriter json;
  private final ReportJson.StackWriter stacks;

  ValueJson(JsonWriter json, ReportJson.StackWriter stacks) {
    this.json = json;
    this.stacks = stacks;
  }

  void write(Reason reason) throws IOException {
    write(reason, reason.kind());
  }

  void write(Step step) throws IOException {
    write(step, step.kind());
  }

  private void write(Object value, Enum<?> kind) throws IOException {
    json.beginObject();
    if (value instanceof Enum<?> fact) {
      json.name("kind").value(fact.name());
    } else {
      json.name("kind").value(kind.name());
      parts((Record) value);
    }
    json.endObject();
  }

  private void parts(Record record) throws IOException {
    for (RecordComponent part : record.getClass().getRecordComponents()) {
      json.name(part.getName());
      try {
        value(part.getAccessor().invoke(record));
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("a part of a value cannot be read: " + part, e);
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
    } else if (value instanceof Step step) {
      write(step);
    } else if (value instanceof HolderPath path) {
      json.value(path.text());
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
