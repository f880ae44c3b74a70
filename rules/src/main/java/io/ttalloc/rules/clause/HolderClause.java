package io.ttalloc.rules.clause;

import io.ttalloc.ledger.RecordLayout;
import io.ttalloc.rules.Clause;
import io.ttalloc.rules.ResourceType;
import io.ttalloc.rules.RuleMapping;
import io.ttalloc.text.yaml.YamlNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whether the objects of a rule's classes are caches or pools, which are never leaks themselves,
 * and how the contents of these holders are determined: by methods that add and remove resources,
 * or from the heap.
 */
final class HolderClause extends Clause<HolderClause.Contents> {
  /** The way in which the contents of a holder are determined. */
  enum Contents {
    /** The class is not a holder. */
    NONE,
    BY_METHODS,
    /** By paths through the heap; the holder itself need not be tracked. */
    BY_PATH
  }

  private static final String HOLDER = "holder";
  private static final String BY_PATH = "by-path";
  private static final List<String> OF_METHODS = List.of("hold", "drop");

  HolderClause() {
    super(HOLDER);
  }

  @Override
  public @Nullable Contents read(RuleMapping rule) {
    YamlNode node = rule.node(name());
    Contents said = node instanceof YamlNode.Text text ? parse(text.text()) : null;
    if (said == null && node != null) {
      rule.wrong(name(), node, "true, false or by-path");
    } else if (said == Contents.BY_METHODS) {
      FlagClause.requireOpen(name(), rule);
    } else if (said == Contents.BY_PATH) {
      refuseMethods(rule);
    }
    return said;
  }

  /** Whether a rule is for holders, however their contents are determined. */
  static boolean isOfHolder(RuleMapping rule) {
    Contents said = rule.node(HOLDER) instanceof YamlNode.Text text ? parse(text.text()) : null;
    return said != null && said != Contents.NONE;
  }

  private static @Nullable Contents parse(String text) {
    return switch (text) {
      case "true" -> Contents.BY_METHODS;
      case "false" -> Contents.NONE;
      case BY_PATH -> Contents.BY_PATH;
      default -> null;
    };
  }

  /**
   * Adds a problem if a rule determines the contents both by path and by methods. A resource that
   * no method has added could then be cached according to its path, but a leak according to the
   * methods.
   */
  private void refuseMethods(RuleMapping rule) {
    for (String clause : OF_METHODS) {
      if (rule.has(clause)) {
        rule.wrong(
            rule.position(clause),
            "'" + clause + "' beside 'holder: by-path'",
            "one of them: holder: true if methods add and remove its contents, or by-path if"
                + " only the heap shows them");
      }
    }
  }

  @Override
  public void describe(Contents said, ResourceType type) {
    if (said != Contents.NONE) {
      type.flag(RecordLayout.TYPE_HOLDER);
    }
  }
}
