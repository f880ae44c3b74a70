package io.ttalloc.analysis.report.profile;

import static org.assertj.core.api.Assertions.assertThat;

import com.squareup.wire.ProtoAdapter;
import com.squareup.wire.schema.Location;
import com.squareup.wire.schema.Schema;
import com.squareup.wire.schema.SchemaLoader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;

/**
 * A profile, decoded according to the schema published with pprof, by code that is independent of
 * the code that wrote the profile.
 */
final class PublishedProfile {
  /** A sample with its strings and locations resolved. */
  record Sample(List<Long> values, List<String> frames, Map<String, String> labels) {}

  private final Map<String, ?> profile;

  private PublishedProfile(Map<String, ?> profile) {
    this.profile = profile;
  }

  @SuppressWarnings("unchecked") // The adapter for a schema that is read at run time returns maps.
  static PublishedProfile read(byte[] zipped) throws IOException, URISyntaxException {
    Path folder =
        Path.of(
                Objects.requireNonNull(PublishedProfile.class.getResource("/pprof/profile.proto"))
                    .toURI())
            .getParent();
    SchemaLoader loader = new SchemaLoader(FileSystems.getDefault());
    loader.initRoots(List.of(Location.get(folder.toString())), List.of());
    Schema schema = loader.loadSchema();
    ProtoAdapter<Object> adapter = schema.protoAdapter("perftools.profiles.Profile", true);
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(zipped))) {
      return new PublishedProfile((Map<String, ?>) adapter.decode(in.readAllBytes()));
    }
  }

  Object field(String name) {
    return Objects.requireNonNull(profile.get(name), name);
  }

  String text(Object index) {
    return (String) ((List<?>) field("string_table")).get(((Number) index).intValue());
  }

  List<String> sampleTypes() {
    List<String> types = new ArrayList<>();
    for (Map<?, ?> type : messages("sample_type")) {
      types.add(text(type.get("type")) + "/" + text(type.get("unit")));
    }
    return types;
  }

  List<Sample> samples() {
    Map<Object, String> functions = new TreeMap<>();
    for (Map<?, ?> function : messages("function")) {
      functions.put(function.get("id"), text(function.get("name")));
    }
    Map<Object, String> locations = new TreeMap<>();
    for (Map<?, ?> location : messages("location")) {
      Map<?, ?> line = (Map<?, ?>) ((List<?>) location.get("line")).get(0);
      Object number = line.containsKey("line") ? line.get("line") : 0;
      String name = functions.get(line.get("function_id"));
      assertThat(name).isNotNull();
      locations.put(location.get("id"), name + ":" + number);
    }
    List<Sample> samples = new ArrayList<>();
    for (Map<?, ?> sample : messages("sample")) {
      List<Long> values = new ArrayList<>();
      ((List<?>) sample.get("value")).forEach(value -> values.add(((Number) value).longValue()));
      List<String> frames = new ArrayList<>();
      ((List<?>) sample.get("location_id")).forEach(id -> frames.add(locations.get(id)));
      Map<String, String> labels = new TreeMap<>();
      for (Object label : (List<?>) sample.get("label")) {
        Map<?, ?> fields = (Map<?, ?>) label;
        labels.put(text(fields.get("key")), text(fields.get("str")));
      }
      samples.add(new Sample(values, frames, labels));
    }
    return samples;
  }

  private List<Map<?, ?>> messages(String name) {
    List<Map<?, ?>> messages = new ArrayList<>();
    ((List<?>) field(name)).forEach(message -> messages.add((Map<?, ?>) message));
    return messages;
  }
}
