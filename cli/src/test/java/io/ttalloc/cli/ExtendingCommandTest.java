package io.ttalloc.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.cli.arguments.LedgerLookup;
import io.ttalloc.watch.ledgers.SampleLedger;
import java.io.File;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Constructor;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Compiles and runs the example command in docs/extending.md. */
class ExtendingCommandTest {
  private static final Path PAPER = Path.of("..", "docs", "extending.md");
  private static final Path MAIN = Path.of("src/main/java/io/ttalloc/cli/Main.java");
  private static final Pattern NAMES = Pattern.compile("(SUBCOMMANDS =\\s+List.of\\([^)]+)\\);");
  private static final String NO_CASE =
      "      default -> throw new IllegalArgumentException(name);";

  @TempDir private Path folder;

  @Test
  void theCommandOfThePaperIsListedAndRuns() throws Exception {
    compile(
        write("AcmeCountCommand", found("```java\n// AcmeCountCommand\\.java\n(package .*?)```")),
        write("Main", mainWithTheLineOfThePaper()));
    SampleLedger.of(folder, 4242, Instant.parse("2023-11-14T12:00:00Z"), "app.Main")
        .open("file", 1)
        .open("file", 2)
        .openCache("pool")
        .ended(3);

    // Loads all classes again in one loader, the compiled ones first, because package-private
    // classes are accessible only to classes of the same loader.
    try (URLClassLoader loader =
        new URLClassLoader(folderAndClassPath(), ClassLoader.getPlatformClassLoader())) {
      Class<?> main = loader.loadClass("io.ttalloc.cli.Main");
      Object described = main.getMethod("described").invoke(null);
      assertThat(described.getClass().getMethod("getSubcommands").invoke(described).toString())
          .contains("acme-count=");
    }
    assertThat(outputOfTheCommand()).isEqualTo("2\n");
  }

  private String outputOfTheCommand() throws Exception {
    byte[] classFile = Files.readAllBytes(folder.resolve("io/ttalloc/cli/AcmeCountCommand.class"));
    Constructor<?> constructor =
        MethodHandles.lookup().defineClass(classFile).getDeclaredConstructor(LedgerLookup.class);
    constructor.setAccessible(true);
    StringWriter out = new StringWriter();
    int status =
        new CommandLine(constructor.newInstance(new LedgerLookup(List.of(folder))))
            .setOut(new PrintWriter(out, true))
            .execute("4242");
    assertThat(status).isZero();
    return out.toString();
  }

  private static String found(String pattern) throws Exception {
    Matcher example = Pattern.compile(pattern, Pattern.DOTALL).matcher(Files.readString(PAPER));
    assertThat(example.find()).as("%s in %s", pattern, PAPER).isTrue();
    return example.group(1);
  }

  private static String mainWithTheLineOfThePaper() throws Exception {
    String line = found("`(case \"acme-count\" -> new AcmeCountCommand\\(ledgers\\);)`");
    String main = Files.readString(MAIN);
    assertThat(main).containsOnlyOnce(NO_CASE).containsPattern(NAMES);
    return NAMES
        .matcher(main)
        .replaceFirst("$1, \"acme-count\");")
        .replace(NO_CASE, "      " + line + "\n" + NO_CASE);
  }

  private Path write(String name, String source) throws Exception {
    return Files.writeString(folder.resolve(name + ".java"), source);
  }

  private void compile(Path... sources) {
    List<String> arguments = new ArrayList<>(List.of("-proc:none", "-d", folder.toString()));
    for (Path source : sources) {
      arguments.add(source.toString());
    }
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, arguments.toArray(new String[0]));
    assertThat(status).isZero();
  }

  private URL[] folderAndClassPath() throws Exception {
    List<URL> urls = new ArrayList<>(List.of(folder.toUri().toURL()));
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      urls.add(Path.of(entry).toUri().toURL());
    }
    return urls.toArray(new URL[0]);
  }
}
