package io.ttalloc.rules.yaml;

import io.ttalloc.rules.Clause;
import io.ttalloc.rules.RulePack;
import io.ttalloc.rules.clause.Clauses;
import io.ttalloc.text.yaml.Problem;
import io.ttalloc.text.yaml.YamlFile;
import io.ttalloc.text.yaml.YamlKind;
import java.nio.file.Path;
import java.util.List;

/**
 * The result of reading one rule file: its correct rules, and the problems with the others.
 *
 * <p>A rule with a problem does not apply, but the others do, so that a typing error in one rule
 * does not disable everything else. If there is a problem with the YAML itself, the schema or the
 * list {@code rules}, the whole file does not apply, because it is unknown how much of the file
 * such a mistake affects. No method throws an exception, whatever the input. Safe on any thread.
 */
public sealed interface RuleFile {

  /** The value of {@code schema} in files of this version. */
  String SCHEMA = "tt-alloc-rules/1";

  /** The name of a rule file in messages. */
  YamlKind KIND = new YamlKind("rule file", "'schema: ...' and 'rules:'");

  /** The problems, in the order of the file; empty if there are none. */
  List<Problem> problems();

  /** A file that applies, except for the rules that have problems. */
  record Accepted(RulePack pack, List<Problem> problems) implements RuleFile {
    public Accepted {
      problems = List.copyOf(problems);
    }
  }

  /** A file that does not apply at all; at least one problem says why. */
  record Rejected(List<Problem> problems) implements RuleFile {
    public Rejected {
      problems = List.copyOf(problems);
    }
  }

  /** Reads a file; a relative path is resolved against the working directory. */
  static RuleFile read(Path path) {
    return of(YamlFile.read(path, KIND));
  }

  /**
   * Reads a parsed file; the name of the pack is the file's base name unless the file specifies
   * another.
   */
  static RuleFile of(YamlFile file) {
    return of(file, Clauses.inOrder());
  }

  /** Like {@link #of(YamlFile)}, with the given clauses instead of the standard clauses. */
  static RuleFile of(YamlFile file, List<Clause<?>> clauses) {
    return file instanceof YamlFile.Tree tree
        ? new PackReader(tree.name(), clauses).read(tree.root())
        : new Rejected(List.of(((YamlFile.Refused) file).problem()));
  }
}
