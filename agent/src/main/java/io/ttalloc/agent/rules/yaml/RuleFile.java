package io.ttalloc.agent.rules.yaml;

import io.ttalloc.agent.options.Wording;
import io.ttalloc.agent.rules.Position;
import io.ttalloc.agent.rules.RulePack;
import io.ttalloc.agent.rules.RuleProblem;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What came out of reading one rule file: the rules that are right, and a problem for each that is
 * not.
 *
 * <p>How far a problem reaches is part of the contract with whoever writes rules: one inside a rule
 * drops that rule and the others still apply, because a typing error in one rule should not blind a
 * user to everything else; one with the file as YAML, its schema or its {@code rules} list leaves
 * the whole file out, because nobody can say where such a mistake ends. Every method answers with a
 * value, whatever the input; safe on any thread.
 */
public sealed interface RuleFile {

  /** The largest rule file that is read, 1 MiB. */
  int MAX_BYTES = 1 << 20;

  /** The value of {@code schema} in files of this version. */
  String SCHEMA = "tt-alloc-rules/1";

  /** What is wrong, in the order of the file; empty if nothing is. */
  List<RuleProblem> problems();

  /** The file applies, except for the rules that have problems. */
  record Accepted(RulePack pack, List<RuleProblem> problems) implements RuleFile {
    public Accepted {
      problems = List.copyOf(problems);
    }
  }

  /** Nothing of the file applies; at least one problem says why. */
  record Rejected(List<RuleProblem> problems) implements RuleFile {
    public Rejected {
      problems = List.copyOf(problems);
    }
  }

  /** Reads a file; relative names are relative to the working directory. */
  static RuleFile read(Path path) {
    String name = path.toString();
    String expected = "a readable rule file";
    try {
      if (!Files.exists(path)) {
        return rejected(name, "no file (" + path.toAbsolutePath() + ")", expected);
      }
      if (!Files.isRegularFile(path)) { // a pipe or a terminal could block the start for ever
        return rejected(name, "something that is not a file", expected);
      }
      try (InputStream in = Files.newInputStream(path)) {
        return parse(name, in.readNBytes(MAX_BYTES + 1));
      }
    } catch (IOException | RuntimeException e) {
      return rejected(name, "an error while reading (" + e + ")", expected);
    }
  }

  /** Reads UTF-8. */
  static RuleFile parse(String fileName, byte[] utf8) {
    if (utf8.length > MAX_BYTES) {
      return tooLarge(fileName);
    }
    try {
      return parse(
          fileName, StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(utf8)).toString());
    } catch (CharacterCodingException e) {
      return rejected(fileName, "bytes that are not UTF-8", "a text file in UTF-8");
    }
  }

  /**
   * Reads text.
   *
   * @param fileName what messages call it; its base name is the pack's name if the text has none
   */
  static RuleFile parse(String fileName, String yaml) {
    if (yaml.length() > MAX_BYTES) {
      return tooLarge(fileName);
    }
    String file = Wording.visible(fileName, 1_000);
    try {
      String text = yaml.startsWith("\uFEFF") ? yaml.substring(1) : yaml;
      return new PackReader(file).read(YamlReader.read(file, text));
    } catch (YamlReader.Refused refused) {
      return new Rejected(List.of(refused.problem));
    }
  }

  private static RuleFile tooLarge(String fileName) {
    return rejected(fileName, "more than " + MAX_BYTES + " bytes", "a file of at most 1 MiB");
  }

  private static RuleFile rejected(String fileName, String found, String expected) {
    return new Rejected(
        List.of(
            new RuleProblem(
                Position.wholeFile(Wording.visible(fileName, 1_000)),
                Wording.visible(found, 1_000),
                expected,
                RuleProblem.FILE_IGNORED)));
  }
}
