package io.ttalloc.agent.options;

import io.ttalloc.yaml.UserPath;
import org.jspecify.annotations.Nullable;

/**
 * What names of files in options stand for. Immutable.
 *
 * @param home the variable HOME
 * @param folder the absolute path to which relative names are added; empty if they stay as they are
 */
record OptionPaths(@Nullable String home, String folder) {

  /** The path that a user wrote. */
  String of(String written) {
    String path = UserPath.expanded(written, home);
    return folder.isEmpty() || path.startsWith("/") ? path : folder + "/" + path;
  }
}
