package io.ttalloc.agent.rules.yaml;

import io.ttalloc.agent.rules.ClassPattern;
import io.ttalloc.agent.rules.MethodPattern;
import io.ttalloc.agent.rules.Rule;
import io.ttalloc.agent.rules.Value;
import io.ttalloc.agent.rules.yaml.Clauses.Want;
import io.ttalloc.yaml.Position;
import io.ttalloc.yaml.Problems;
import io.ttalloc.yaml.YamlNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Turns one item of {@code rules:} into a {@link Rule}. */
final class RuleReader {

  /** Every clause of a rule, in the order of the documentation. */
  static final List<String> CLAUSES =
      List.of(
          "class",
          "subtypes",
          "type",
          "open",
          "close",
          "idempotent",
          "use",
          "reclaim",
          "bytes",
          "extent",
          "address",
          "device",
          "space",
          "session",
          "owns",
          "shared",
          "label",
          "holder",
          "scope",
          "frees-owned",
          "freed-by",
          "hold",
          "drop",
          "infrastructure",
          "cycle",
          "statistics",
          "sites");

  /** Clauses that are named already, so that a file for a later version gets a fair answer. */
  static final List<String> NOT_YET = List.of("retain", "release", "key", "policy");

  private static final List<String> STATISTICS =
      List.of("method", "device", "session", "space", "allocated", "free", "largestFree");

  private final Problems problems;
  private final Clauses clauses;

  private RuleReader(YamlNode.Entries source, Problems problems) {
    this.problems = problems;
    this.clauses = new Clauses(source, CLAUSES, NOT_YET, problems);
  }

  /** The rule, or null if it has any problem; all that it has are added. */
  static @Nullable Rule read(YamlNode.Entries source, Problems problems) {
    int before = problems.count();
    Rule rule = new RuleReader(source, problems).rule();
    return problems.count() == before ? rule : null;
  }

  private @Nullable Rule rule() {
    ClassPattern classes = classes();
    String type = clauses.name("type");
    List<MethodPattern> open = clauses.methods("open", true);
    if (!open.isEmpty() && !clauses.has("type")) {
      clauses.wrong(
          clauses.position("open"),
          "'open' without 'type'",
          "type: NAME as well, what reports call the things that are opened");
    }
    List<MethodPattern> close = clauses.methods("close", false);
    boolean idempotent = clauses.flag("idempotent", true);
    List<MethodPattern> use = clauses.methods("use", false);
    List<MethodPattern> reclaim = clauses.methods("reclaim", false);
    Rule.Attributes attributes = attributes(open);
    boolean holder = clauses.flag("holder", false);
    List<MethodPattern> scope = clauses.methods("scope", true);
    boolean freesOwned = clauses.flag("frees-owned", false);
    String freedBy = clauses.call("freed-by");
    List<Rule.Hold> holds = holds();
    List<Rule.Drop> drops = drops();
    List<MethodPattern> infrastructure = clauses.methods("infrastructure", true);
    List<Rule.Cycle> cycles = cycles();
    Rule.Statistics statistics = statistics();
    Map<String, String> sites = sites();
    YamlNode at = clauses.node("class");
    if (classes == null || at == null) {
      return null;
    }
    Position position = at.position();
    return new Rule(
        classes,
        clauses.flag("subtypes", false),
        type,
        open,
        close,
        idempotent,
        use,
        reclaim,
        attributes,
        holder,
        scope,
        freesOwned,
        freedBy,
        holds,
        drops,
        infrastructure,
        cycles,
        statistics,
        sites,
        position);
  }

  private @Nullable ClassPattern classes() {
    YamlNode node = clauses.node("class");
    if (node == null) {
      clauses.wrong(clauses.position("class"), "a rule without 'class'", "class: NAME");
      return null;
    }
    ClassPattern classes =
        node instanceof YamlNode.Text text && !text.isNothing()
            ? ClassPattern.parse(text.text())
            : null;
    if (classes == null) {
      clauses.wrong("class", node, ClassPattern.SYNTAX);
    }
    return classes;
  }

  private Rule.Attributes attributes(List<MethodPattern> open) {
    return new Rule.Attributes(
        clauses.value("bytes", Want.NUMBER, open),
        clauses.value("extent", Want.NUMBER, open),
        clauses.value("address", Want.NUMBER, open),
        clauses.value("device", Want.NUMBER, open),
        clauses.value("space", Want.TEXT, open),
        clauses.value("session", Want.TEXT, open),
        clauses.value("owns", Want.FLAG, open),
        clauses.value("shared", Want.FLAG, open),
        clauses.value("label", Want.TEXT, open));
  }

  private List<Rule.Hold> holds() {
    List<Rule.Hold> holds = new ArrayList<>();
    for (Clauses item : members("hold", List.of("method", "resource", "entry"), false)) {
      MethodPattern method = methodOf(item);
      List<MethodPattern> at = method == null ? List.of() : List.of(method);
      Value resource = method == null ? null : item.value("resource", Want.OBJECT, at);
      Value entry = method == null ? null : item.value("entry", Want.TEXT, at);
      if (method != null && !item.has("resource")) {
        item.wrong(
            item.position("method"),
            "'hold' without 'resource'",
            "resource: VALUE as well, what the method takes in (often $0)");
      }
      if (method != null && resource != null) {
        holds.add(new Rule.Hold(method, resource, entry));
      }
    }
    return holds;
  }

  private List<Rule.Drop> drops() {
    List<Rule.Drop> drops = new ArrayList<>();
    for (Clauses item : members("drop", List.of("method", "resource"), true)) {
      MethodPattern method = methodOf(item);
      if (method != null) {
        drops.add(new Rule.Drop(method, item.value("resource", Want.OBJECT, List.of(method))));
      }
    }
    return drops;
  }

  private List<Rule.Cycle> cycles() {
    List<Rule.Cycle> cycles = new ArrayList<>();
    for (Clauses item : members("cycle", List.of("method", "name"), true)) {
      MethodPattern method = methodOf(item);
      if (method != null) {
        cycles.add(new Rule.Cycle(method, item.value("name", Want.TEXT, List.of(method))));
      }
    }
    return cycles;
  }

  private static @Nullable MethodPattern methodOf(Clauses item) {
    YamlNode node = item.node("method");
    if (node == null) {
      item.wrong(item.position("method"), "no 'method'", "method: " + MethodPattern.SYNTAX);
      return null;
    }
    return item.method("method", node, true);
  }

  private Rule.@Nullable Statistics statistics() {
    YamlNode node = clauses.node("statistics");
    if (node == null) {
      return null;
    }
    if (!(node instanceof YamlNode.Entries entries)) {
      clauses.wrong("statistics", node, "a mapping with " + String.join(", ", STATISTICS));
      return null;
    }
    Clauses item = new Clauses(entries, STATISTICS, List.of(), problems);
    MethodPattern method = methodOf(item);
    List<String> types = method == null ? null : method.parameterTypes();
    if (method != null && (method.isConstructor() || (types != null && !types.isEmpty()))) {
      item.wrong(
          method.position(),
          "'" + method + "' for 'method' of 'statistics'",
          "a static method without parameters");
    }
    if (!item.has("allocated")) {
      item.wrong(
          clauses.position("statistics"),
          "'statistics' without 'allocated'",
          "allocated: VALUE as well, the bytes that the allocator has given out");
    }
    Value device = item.value("device", Want.NUMBER, List.of());
    Value session = item.value("session", Want.TEXT, List.of());
    Value space = item.value("space", Want.TEXT, List.of());
    Value allocated = item.value("allocated", Want.NUMBER, List.of());
    Value free = item.value("free", Want.NUMBER, List.of());
    Value largestFree = item.value("largestFree", Want.NUMBER, List.of());
    return method == null || allocated == null
        ? null
        : new Rule.Statistics(method, device, session, space, allocated, free, largestFree);
  }

  private Map<String, String> sites() {
    YamlNode node = clauses.node("sites");
    Map<String, String> sites = new LinkedHashMap<>();
    if (node == null) {
      return sites;
    }
    if (!(node instanceof YamlNode.Entries entries)) {
      clauses.wrong("sites", node, "a mapping of a method's name to the site's name");
      return sites;
    }
    Set<String> methods = new LinkedHashSet<>(); // a file may list many
    for (YamlNode.Entry entry : entries.entries()) {
      String method = entry.key().text();
      MethodPattern pattern = MethodPattern.parse(method, entry.key().position());
      if (pattern == null || !pattern.name().equals(method)) {
        clauses.wrong("sites", entry.key(), "a method's name alone");
      }
      methods.add(method);
    }
    Clauses names = new Clauses(entries, methods, List.of(), problems);
    for (String method : methods) {
      String name = names.name(method);
      if (name != null) {
        sites.put(method, name);
      }
    }
    return sites;
  }

  /**
   * The mappings that a clause lists.
   *
   * @param methodAlone whether an item may be a method without anything, instead of a mapping
   */
  private List<Clauses> members(String clause, List<String> known, boolean methodAlone) {
    String expected =
        "a list; each item a mapping with "
            + String.join(", ", known)
            + (methodAlone ? ", or the method alone" : "");
    List<Clauses> members = new ArrayList<>();
    for (YamlNode item : clauses.items(clause, expected)) {
      YamlNode.Entries entries = null;
      if (item instanceof YamlNode.Entries mapping) {
        entries = mapping;
      } else if (methodAlone && item instanceof YamlNode.Text text && !text.isNothing()) {
        YamlNode.Text key = new YamlNode.Text("method", false, text.position());
        entries = new YamlNode.Entries(List.of(new YamlNode.Entry(key, text)), text.position());
      }
      if (entries == null) {
        clauses.wrong(clause, item, expected);
      } else {
        members.add(new Clauses(entries, known, List.of(), problems));
      }
    }
    return members;
  }
}
