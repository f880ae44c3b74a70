package io.ttalloc.rules.yaml;

import io.ttalloc.rules.ClassPattern;
import io.ttalloc.rules.Clause;
import io.ttalloc.rules.Rule;
import io.ttalloc.rules.RulePack;
import io.ttalloc.rules.clause.Contradictions;
import io.ttalloc.text.Wording;
import io.ttalloc.text.yaml.Position;
import io.ttalloc.text.yaml.Problem;
import io.ttalloc.text.yaml.Problems;
import io.ttalloc.text.yaml.YamlNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Converts a YAML document to a {@link RuleFile}. The individual rules are read by {@link
 * RuleReader}.
 */
final class PackReader {
  private static final List<String> KEYS =
      List.of("schema", "pack", "about", "library", "relocated", "rules");
  private static final int MAX_NAME_LENGTH = 64;
  private static final int MAX_ABOUT_LENGTH = 500;

  private final String file;
  private final Problems problems = new Problems();
  private final RuleReader rules;
  private final Contradictions contradictions = new Contradictions();
  private final Map<String, YamlNode> entries = new HashMap<>();
  private final List<ClassPattern> copies = new ArrayList<>();
  private boolean rejected;

  PackReader(String file, List<Clause<?>> clauses) {
    this.file = file;
    this.rules = new RuleReader(clauses, problems);
  }

  RuleFile read(YamlNode root) {
    List<Rule> read = new ArrayList<>();
    String name = defaultName();
    String about = "";
    List<ClassPattern> library = new ArrayList<>();
    if (root instanceof YamlNode.Entries mapping) {
      collect(mapping);
      checkSchema(mapping.position());
      name = packName(name);
      about = about();
      readClasses("library", library);
      readClasses("relocated", copies);
      if (!rejected) {
        readRules(mapping.position(), read);
      }
    } else {
      reject(root.position(), root.describe(), "a mapping with " + String.join(", ", KEYS));
    }
    return rejected
        ? new RuleFile.Rejected(problems.toList(file))
        : new RuleFile.Accepted(new RulePack(name, about, library, read), problems.toList(file));
  }

  private void collect(YamlNode.Entries mapping) {
    for (YamlNode.Entry entry : mapping.entries()) {
      YamlNode.Text key = entry.key();
      String name = key.text();
      if (!KEYS.contains(name)) {
        ignore(key.position(), "unknown entry " + Wording.quote(name), Wording.oneOf(KEYS, name));
      } else if (entries.putIfAbsent(name, entry.value()) != null) {
        reject(key.position(), "the entry '" + name + "' is given twice", "once");
      }
    }
  }

  private void checkSchema(Position start) {
    YamlNode value = entries.get("schema");
    if (value == null) {
      reject(start, "no 'schema'", "schema: " + RuleFile.SCHEMA);
    } else if (!(value instanceof YamlNode.Text text) || !text.text().equals(RuleFile.SCHEMA)) {
      reject(value.position(), value.describe() + " for 'schema'", RuleFile.SCHEMA);
    }
  }

  private String packName(String otherwise) {
    YamlNode value = entries.get("pack");
    if (value instanceof YamlNode.Text text && !text.isNothing() && isPackName(text.text())) {
      return text.text();
    }
    ignore(
        "pack",
        value,
        "a name of at most " + MAX_NAME_LENGTH + " letters, digits, '.', '_' and '-'");
    return otherwise;
  }

  private String about() {
    YamlNode value = entries.get("about");
    if (value instanceof YamlNode.Text text) {
      String line = text.text().strip().replace('\n', ' ');
      if (Wording.visible(line, MAX_ABOUT_LENGTH).equals(line)) {
        return line;
      }
    }
    ignore("about", value, "a sentence of at most " + MAX_ABOUT_LENGTH + " printable characters");
    return "";
  }

  private void readClasses(String key, List<ClassPattern> into) {
    YamlNode value = entries.get(key);
    if (!(value instanceof YamlNode.Items list)) {
      ignore(key, value, "a list of classes");
      return;
    }
    for (YamlNode item : list.items()) {
      ClassPattern classes = ClassPattern.of(item);
      if (classes == null) {
        ignore(key, item, ClassPattern.SYNTAX);
      } else if (!into.contains(classes)) {
        into.add(classes);
      }
    }
  }

  private void readRules(Position start, List<Rule> into) {
    YamlNode value = entries.get("rules");
    if (value == null) {
      reject(start, "no 'rules'", "rules: followed by a list of rules");
      return;
    }
    if (!(value instanceof YamlNode.Items list)) {
      reject(value.position(), value.describe() + " for 'rules'", "a list of rules");
      return;
    }
    for (YamlNode item : list.items()) {
      if (item instanceof YamlNode.Entries mapping) {
        Rule rule = rules.read(mapping);
        if (rule != null && agrees(rule)) {
          into.add(rule);
          for (ClassPattern copy : copies) {
            addCopy(mapping, copy, into);
          }
        }
      } else {
        problems.add(
            item.position(),
            item.describe() + " as a rule",
            "a mapping that starts with class: NAME",
            Rule.CONSEQUENCE);
      }
    }
  }

  /**
   * Adds a copy of a rule that covers the renamed copies of the rule's classes in another library.
   */
  private void addCopy(YamlNode.Entries rule, ClassPattern relocated, List<Rule> into) {
    YamlNode.Entries moved = new Relocation(relocated.name()).of(rule);
    Rule copy = moved.equals(rule) ? null : rules.read(moved);
    if (copy != null) {
      into.add(copy);
    }
  }

  private boolean agrees(Rule rule) {
    Contradictions.Found found = contradictions.in(rule);
    if (found == null) {
      return true;
    }
    problems.add(found.position(), found.found(), found.expected(), Rule.CONSEQUENCE);
    return false;
  }

  /**
   * The file's base name, in which characters that are not allowed in a pack's name are replaced.
   */
  private String defaultName() {
    int start = Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1;
    int dot = file.indexOf('.', start);
    StringBuilder name = new StringBuilder();
    for (int i = start; i < (dot < 0 ? file.length() : dot) && i < start + MAX_NAME_LENGTH; i++) {
      name.append(isNameCharacter(file.charAt(i)) ? file.charAt(i) : '_');
    }
    return name.length() == 0 ? "rules" : name.toString();
  }

  private static boolean isPackName(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (!isNameCharacter(text.charAt(i))) {
        return false;
      }
    }
    return !text.isEmpty() && text.length() <= MAX_NAME_LENGTH && text.charAt(0) != '.';
  }

  private static boolean isNameCharacter(char c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || c == '-'
        || c == '_'
        || c == '.';
  }

  private void reject(Position position, String found, String expected) {
    rejected = true;
    problems.add(position, found, expected, Problem.FILE_IGNORED);
  }

  /** Adds a problem that says that a value is ignored; does nothing if there is no value. */
  private void ignore(String key, @Nullable YamlNode value, String expected) {
    if (value != null) {
      ignore(value.position(), value.describe() + " for '" + key + "'", expected);
    }
  }

  private void ignore(Position position, String found, String expected) {
    problems.add(position, found, expected, Problem.ENTRY_IGNORED);
  }
}
