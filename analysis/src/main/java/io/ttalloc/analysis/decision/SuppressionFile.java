package io.ttalloc.analysis.decision;

import io.ttalloc.text.yaml.Problem;
import io.ttalloc.text.yaml.Problems;
import io.ttalloc.text.yaml.YamlFile;
import io.ttalloc.text.yaml.YamlKind;
import io.ttalloc.text.yaml.YamlNode;
import java.util.ArrayList;
import java.util.List;

/**
 * The result of reading a suppression file, which is a list of entries: the valid entries, and a
 * problem for each of the others.
 *
 * <p>A mistake in an entry disables only that entry: the findings that it would have suppressed are
 * reported as leaks, so they are not overlooked. No input causes an exception.
 */
public record SuppressionFile(List<Suppression> suppressions, List<Problem> problems) {

  /** The name of suppression files in messages. */
  public static final YamlKind KIND =
      new YamlKind("suppression file", "a list of entries that start with '- reason: TEXT'");

  public SuppressionFile {
    suppressions = List.copyOf(suppressions);
    problems = List.copyOf(problems);
  }

  /** Interprets a file that was read as a {@link #KIND}. */
  public static SuppressionFile of(YamlFile file) {
    if (file instanceof YamlFile.Refused refused) {
      return new SuppressionFile(List.of(), List.of(refused.problem()));
    }
    YamlFile.Tree tree = (YamlFile.Tree) file;
    Problems problems = new Problems();
    List<Suppression> suppressions = new ArrayList<>();
    if (tree.root() instanceof YamlNode.Items list) {
      for (YamlNode item : list.items()) {
        if (item instanceof YamlNode.Entries entries) {
          Suppression read = SuppressionReader.read(entries, problems);
          if (read != null) {
            suppressions.add(read);
          }
        } else {
          problems.add(
              item.position(),
              item.describe() + " as an entry",
              "a mapping with 'reason' and keys that say what to suppress",
              Problem.ENTRY_IGNORED);
        }
      }
    } else {
      problems.add(
          tree.root().position(), tree.root().describe(), KIND.start(), Problem.FILE_IGNORED);
    }
    return new SuppressionFile(suppressions, problems.toList(tree.name()));
  }
}
