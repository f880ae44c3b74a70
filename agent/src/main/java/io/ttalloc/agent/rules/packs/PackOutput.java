package io.ttalloc.agent.rules.packs;

import io.ttalloc.agent.rules.MethodPattern;
import io.ttalloc.agent.rules.Rule;
import io.ttalloc.agent.rules.RulePack;
import io.ttalloc.agent.rules.Value;
import io.ttalloc.yaml.Position;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Encodes one pack; the format stands in the package's description. */
final class PackOutput {
  private final ByteArrayOutputStream body = new ByteArrayOutputStream();
  private final Map<String, Integer> strings = new LinkedHashMap<>();

  private PackOutput() {}

  /**
   * The pack in the compiled format.
   *
   * @param file what positions call the file; those of the pack must all be in it
   */
  static byte[] encode(RulePack pack, String file) {
    PackOutput out = new PackOutput();
    out.text(file);
    out.text(pack.name());
    out.text(pack.about());
    out.count(pack.rules().size());
    for (Rule rule : pack.rules()) {
      out.rule(rule);
    }
    return out.withHeader();
  }

  private byte[] withHeader() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeInt(PackInput.MAGIC);
      out.writeByte(PackInput.VERSION);
      count(strings.size(), bytes);
      for (String string : strings.keySet()) {
        out.writeUTF(string);
      }
      body.writeTo(out);
    } catch (IOException e) {
      throw new IllegalStateException("an array cannot fail", e);
    }
    return bytes.toByteArray();
  }

  private void rule(Rule rule) {
    text(rule.classes().toString());
    flag(rule.subtypes());
    text(rule.type());
    methods(rule.open());
    methods(rule.close());
    flag(rule.idempotent());
    methods(rule.use());
    methods(rule.reclaim());
    attributes(rule.attributes());
    flag(rule.holder());
    methods(rule.scope());
    flag(rule.freesOwned());
    text(rule.freedBy());
    count(rule.holds().size());
    for (Rule.Hold hold : rule.holds()) {
      method(hold.method());
      value(hold.resource());
      value(hold.entry());
    }
    count(rule.drops().size());
    for (Rule.Drop drop : rule.drops()) {
      method(drop.method());
      value(drop.resource());
    }
    methods(rule.infrastructure());
    count(rule.cycles().size());
    for (Rule.Cycle cycle : rule.cycles()) {
      method(cycle.method());
      value(cycle.name());
    }
    statistics(rule.statistics());
    count(rule.sites().size());
    for (Map.Entry<String, String> site : rule.sites().entrySet()) {
      text(site.getKey());
      text(site.getValue());
    }
    position(rule.position());
  }

  private void attributes(Rule.Attributes attributes) {
    value(attributes.bytes());
    value(attributes.extent());
    value(attributes.address());
    value(attributes.device());
    value(attributes.space());
    value(attributes.session());
    value(attributes.owns());
    value(attributes.shared());
    value(attributes.label());
  }

  private void statistics(Rule.@Nullable Statistics statistics) {
    flag(statistics != null);
    if (statistics != null) {
      method(statistics.method());
      value(statistics.device());
      value(statistics.session());
      value(statistics.space());
      value(statistics.allocated());
      value(statistics.free());
      value(statistics.largestFree());
    }
  }

  private void methods(List<MethodPattern> methods) {
    count(methods.size());
    for (MethodPattern method : methods) {
      method(method);
    }
  }

  private void method(MethodPattern method) {
    text(method.toString());
    position(method.position());
  }

  private void value(@Nullable Value value) {
    text(value == null ? null : value.toString());
    if (value != null) {
      position(value.position());
    }
  }

  private void position(Position position) {
    count(position.line());
    count(position.column());
  }

  private void text(@Nullable String text) {
    if (text == null) {
      count(0);
    } else {
      Integer index = strings.putIfAbsent(text, strings.size() + 1);
      count(index == null ? strings.size() : index);
    }
  }

  private void flag(boolean flag) {
    body.write(flag ? 1 : 0);
  }

  private void count(int value) {
    count(value, body);
  }

  private static void count(int value, ByteArrayOutputStream out) {
    int rest = value;
    while (rest >= 0x80) {
      out.write((rest & 0x7f) | 0x80);
      rest >>>= 7;
    }
    out.write(rest);
  }
}
