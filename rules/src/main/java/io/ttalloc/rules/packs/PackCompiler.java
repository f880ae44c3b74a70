package io.ttalloc.rules.packs;

import io.ttalloc.rules.RulePack;
import io.ttalloc.rules.yaml.RuleFile;
import io.ttalloc.text.yaml.CompiledYaml;
import io.ttalloc.text.yaml.Problem;
import io.ttalloc.text.yaml.YamlFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Compiles a folder of rule files into the packs that ship with the agent. The build runs it; any
 * problem in any file fails the build.
 */
public final class PackCompiler {
  private static final String YAML = ".yaml";

  private PackCompiler() {}

  /**
   * Compiles the rule files.
   *
   * @param arguments the folder of the {@code *.yaml} files, which may be missing, and the folder
   *     of class files, below which the packs are written
   * @throws IllegalStateException if there is a problem in a rule file; the message has a line for
   *     each problem
   */
  public static void main(String[] arguments) throws IOException {
    if (arguments.length != 2) {
      throw new IllegalArgumentException(
          "expected 2 arguments, the folder of rules and the folder of classes, got "
              + arguments.length);
    }
    compile(Path.of(arguments[0]), Path.of(arguments[1]));
  }

  static void compile(Path rules, Path classes) throws IOException {
    Path target = classes.resolve(CompiledPacks.FOLDER);
    Files.createDirectories(target);
    List<String> problems = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (Path file : filesIn(rules, YAML)) {
      String fileName = file.getFileName().toString();
      String name = fileName.substring(0, fileName.length() - YAML.length());
      YamlFile yaml = YamlFile.parse(fileName, Files.readAllBytes(file), RuleFile.KIND);
      RuleFile result = RuleFile.of(yaml);
      for (Problem problem : result.problems()) {
        problems.add(problem.line());
      }
      if (yaml instanceof YamlFile.Tree tree
          && result instanceof RuleFile.Accepted accepted
          && accepted.problems().isEmpty()) {
        RulePack pack = accepted.pack();
        if (!pack.name().equals(name)) {
          problems.add(fileName + ": pack: " + pack.name() + ", expected the file's name: " + name);
        }
        if (name.equals(RulePack.ALL)) {
          problems.add(
              fileName
                  + ": packs="
                  + name
                  + " selects all packs, expected another name for this one");
        }
        Files.write(target.resolve(name.concat(CompiledPacks.SUFFIX)), CompiledYaml.encode(tree));
        names.add(name);
      }
    }
    if (!problems.isEmpty()) {
      throw new IllegalStateException("problems in " + rules + ":\n" + String.join("\n", problems));
    }
    removeOthers(target, names);
    Files.write(target.resolve(CompiledPacks.INDEX), names);
  }

  /**
   * Deletes packs that an earlier build compiled from rule files that have since been removed or
   * renamed.
   */
  private static void removeOthers(Path target, List<String> names) throws IOException {
    for (Path pack : filesIn(target, CompiledPacks.SUFFIX)) {
      String file = pack.getFileName().toString();
      if (!names.contains(file.substring(0, file.length() - CompiledPacks.SUFFIX.length()))) {
        Files.delete(pack);
      }
    }
  }

  private static List<Path> filesIn(Path folder, String suffix) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(suffix)).sorted().toList();
    }
  }
}
