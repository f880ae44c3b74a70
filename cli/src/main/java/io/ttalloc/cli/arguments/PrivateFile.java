package io.ttalloc.cli.arguments;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Collections;
import java.util.Set;

/** A small file with secrets; only its owner may have access to it. */
public final class PrivateFile {
  private static final int MAX_BYTES = 4_096;
  private static final Set<PosixFilePermission> OF_OTHERS =
      PosixFilePermissions.fromString("---rwxrwx");

  private PrivateFile() {}

  /**
   * Returns the text of a file.
   *
   * @param what the name of the content for messages, such as {@code token}
   * @throws CommandFailure if the file cannot be read, is too large, or is accessible to other
   *     users
   */
  public static String read(String what, Path file) {
    try {
      if (Files.size(file) > MAX_BYTES) {
        throw new CommandFailure(
            "the %s file %s has %d bytes, expected at most %d"
                .formatted(what, file, Files.size(file), MAX_BYTES));
      }
      if (!Collections.disjoint(Files.getPosixFilePermissions(file), OF_OTHERS)) {
        throw new CommandFailure(
            "the %s file %s cannot be used: other users have access to it, expected permissions such as rw-------"
                .formatted(what, file));
      }
      return Files.readString(file);
    } catch (IOException e) {
      throw new CommandFailure("the %s file %s cannot be read: %s".formatted(what, file, e), e);
    }
  }
}
