package io.ttalloc.text.yaml;

import io.ttalloc.text.Wording;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * The result of reading a YAML file: a tree, or the reason why there is none.
 *
 * <p>No method throws an exception, whatever the input. Thread-safe.
 */
public sealed interface YamlFile {

  /** The maximum size of a file that is read, 1 MiB. */
  int MAX_BYTES = 1 << 20;

  /**
   * The file is YAML.
   *
   * @param name the file's name for messages
   */
  record Tree(String name, YamlNode root) implements YamlFile {}

  /** The file is not YAML, or cannot be read. */
  record Refused(Problem problem) implements YamlFile {}

  /** Reads a file; a relative path is resolved against the working directory. */
  static YamlFile read(Path path, YamlKind kind) {
    String name = path.toString();
    try {
      return parse(name, UserFile.read(path, MAX_BYTES), kind);
    } catch (UserFile.Unreadable e) {
      return refused(name, e.found(), "a readable " + kind.name());
    }
  }

  /** Parses UTF-8 text. */
  static YamlFile parse(String fileName, byte[] utf8, YamlKind kind) {
    if (utf8.length > MAX_BYTES) {
      return tooLarge(fileName);
    }
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(utf8)).toString();
      return parse(fileName, text, kind);
    } catch (CharacterCodingException e) {
      return refused(fileName, "bytes that are not UTF-8", "a text file in UTF-8");
    }
  }

  /**
   * Parses text.
   *
   * @param fileName the file's name for messages
   */
  static YamlFile parse(String fileName, String yaml, YamlKind kind) {
    if (yaml.length() > MAX_BYTES) {
      return tooLarge(fileName);
    }
    String file = Wording.visible(fileName, 1_000);
    try {
      String text = yaml.startsWith("\uFEFF") ? yaml.substring(1) : yaml;
      return new Tree(file, YamlReader.read(file, text, kind));
    } catch (YamlReader.Refused refused) {
      return new Refused(refused.problem);
    }
  }

  private static YamlFile tooLarge(String fileName) {
    return refused(fileName, "more than " + MAX_BYTES + " bytes", "a file of at most 1 MiB");
  }

  private static YamlFile refused(String fileName, String found, String expected) {
    return new Refused(
        new Problem(
            Position.wholeFile(Wording.visible(fileName, 1_000)),
            Wording.visible(found, 1_000),
            expected,
            Problem.FILE_IGNORED));
  }
}
