package io.ttalloc.rules.clause;

import io.ttalloc.rules.Clause;
import io.ttalloc.rules.MethodPattern;
import io.ttalloc.rules.RuleMapping;
import io.ttalloc.text.yaml.YamlNode;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The names that reports show for call sites, keyed by the name of the method. Nothing is woven.
 */
final class SitesClause extends Clause<Map<String, String>> {
  SitesClause() {
    super("sites");
  }

  @Override
  public @Nullable Map<String, String> read(RuleMapping rule) {
    YamlNode.Entries entries = rule.entries(name(), "a mapping from method names to site names");
    if (entries == null) {
      return null;
    }
    Set<String> methods = new LinkedHashSet<>(); // a set, because a file may list many methods
    for (YamlNode.Entry entry : entries.entries()) {
      String method = entry.key().text();
      MethodPattern pattern = MethodPattern.parse(method, entry.key().position());
      if (pattern == null || !pattern.name().equals(method)) {
        rule.wrong(name(), entry.key(), "a method's name alone");
      }
      methods.add(method);
    }
    RuleMapping names = rule.inner(entries, methods);
    Map<String, String> sites = new LinkedHashMap<>();
    for (String method : methods) {
      String name = names.name(method);
      if (name != null) {
        sites.put(method, name);
      }
    }
    return sites;
  }
}
