package io.ttalloc.agent.rules.packs;

import io.ttalloc.agent.rules.ClassPattern;
import io.ttalloc.agent.rules.MethodPattern;
import io.ttalloc.agent.rules.Rule;
import io.ttalloc.agent.rules.RulePack;
import io.ttalloc.agent.rules.Value;
import io.ttalloc.yaml.Position;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Decodes one compiled pack; the format stands in the package's description. */
final class PackInput {
  static final int MAGIC = 'T' << 24 | 'T' << 16 | 'R' << 8 | 'P';
  static final int VERSION = 3;

  private final DataInputStream in;
  private final List<String> strings = new ArrayList<>();
  private String file = "";

  private PackInput(byte[] bytes) {
    this.in = new DataInputStream(new ByteArrayInputStream(bytes));
  }

  /**
   * The pack in these bytes.
   *
   * @param name what the message calls it
   * @throws IOException if they are no pack of this version
   */
  static RulePack decode(String name, byte[] bytes) throws IOException {
    try {
      return new PackInput(bytes).pack();
    } catch (IOException | RuntimeException e) {
      throw new IOException("the compiled pack '" + name + "' is damaged: " + e, e);
    }
  }

  private RulePack pack() throws IOException {
    int magic = in.readInt();
    int version = in.readUnsignedByte();
    if (magic != MAGIC || version != VERSION) {
      throw new IOException(
          "expected magic " + MAGIC + " version " + VERSION + ", found " + magic + ", " + version);
    }
    int stringCount = count();
    for (int i = 0; i < stringCount; i++) {
      strings.add(in.readUTF());
    }
    file = text();
    String name = text();
    String about = text();
    int count = count();
    List<Rule> rules = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      rules.add(rule());
    }
    if (in.read() >= 0) {
      throw new IOException("more bytes than rules");
    }
    return new RulePack(name, about, rules);
  }

  /** The arguments are evaluated in the order of the components, which is that of the file. */
  private Rule rule() throws IOException {
    return new Rule(
        classes(),
        flag(),
        optionalText(),
        methods(),
        methods(),
        flag(),
        methods(),
        methods(),
        attributes(),
        flag(),
        methods(),
        flag(),
        optionalText(),
        holds(),
        drops(),
        methods(),
        cycles(),
        statistics(),
        sites(),
        position());
  }

  private ClassPattern classes() throws IOException {
    String text = text();
    return required(ClassPattern.parse(text), text);
  }

  private Rule.Attributes attributes() throws IOException {
    return new Rule.Attributes(
        optionalValue(),
        optionalValue(),
        optionalValue(),
        optionalValue(),
        optionalValue(),
        optionalValue(),
        optionalValue(),
        optionalValue(),
        optionalValue());
  }

  private List<MethodPattern> methods() throws IOException {
    int count = count();
    List<MethodPattern> methods = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      methods.add(method());
    }
    return methods;
  }

  private List<Rule.Hold> holds() throws IOException {
    int count = count();
    List<Rule.Hold> holds = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      holds.add(new Rule.Hold(method(), value(), optionalValue()));
    }
    return holds;
  }

  private List<Rule.Drop> drops() throws IOException {
    int count = count();
    List<Rule.Drop> drops = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      drops.add(new Rule.Drop(method(), optionalValue()));
    }
    return drops;
  }

  private List<Rule.Cycle> cycles() throws IOException {
    int count = count();
    List<Rule.Cycle> cycles = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      cycles.add(new Rule.Cycle(method(), optionalValue()));
    }
    return cycles;
  }

  private Rule.@Nullable Statistics statistics() throws IOException {
    if (!flag()) {
      return null;
    }
    return new Rule.Statistics(
        method(),
        optionalValue(),
        optionalValue(),
        optionalValue(),
        value(),
        optionalValue(),
        optionalValue());
  }

  private Map<String, String> sites() throws IOException {
    int count = count();
    Map<String, String> sites = new LinkedHashMap<>();
    for (int i = 0; i < count; i++) {
      sites.put(text(), text());
    }
    return sites;
  }

  private MethodPattern method() throws IOException {
    String text = text();
    return required(MethodPattern.parse(text, position()), text);
  }

  private Value value() throws IOException {
    return required(optionalValue(), "null");
  }

  private @Nullable Value optionalValue() throws IOException {
    String text = optionalText();
    return text == null ? null : required(Value.parse(text, position()), text);
  }

  private Position position() throws IOException {
    return new Position(file, count(), count());
  }

  private String text() throws IOException {
    return required(optionalText(), "null");
  }

  private @Nullable String optionalText() throws IOException {
    int index = count();
    return index == 0 ? null : strings.get(index - 1);
  }

  private boolean flag() throws IOException {
    return in.readBoolean();
  }

  private int count() throws IOException {
    int value = 0;
    for (int shift = 0; shift < 28; shift += 7) {
      int b = in.readUnsignedByte();
      value |= (b & 0x7f) << shift;
      if (b < 0x80) {
        return value;
      }
    }
    throw new IOException("a number that is too large");
  }

  private static <T> T required(@Nullable T parsed, String text) throws IOException {
    if (parsed == null) {
      throw new IOException("unexpected text: " + text);
    }
    return parsed;
  }
}
