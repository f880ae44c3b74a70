package io.ttalloc.cli.archive;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.cli.Main;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompletionScriptTest {

  /** Calls the completion function as readline does when the user presses TAB. */
  private static final String TAB =
      """
      . "$1"; shift
      COMP_WORDS=("$@")
      COMP_CWORD=$(($# - 1))
      COMP_LINE="$*"
      entry=$(complete -p "$1"); entry=${entry#*-F }; entry=${entry%% *}
      "$entry" "$1" "${!#}" "${COMP_WORDS[COMP_CWORD - 1]}"
      printf '%s\\n' "${COMPREPLY[@]}"
      """;

  @TempDir private Path folder;

  private Path script;

  @BeforeEach
  void write() throws IOException {
    script = folder.resolve("tt-alloc");
    Files.writeString(script, CompletionScript.of(Main.described()));
  }

  @Test
  void bashCanReadIt() throws Exception {
    assertThat(bash("-n", script.toString())).isEmpty();
  }

  @Test
  void completesCommands() throws Exception {
    assertThat(tab("tt-alloc", "du")).containsExactly("dump");
    assertThat(tab("tt-alloc", ""))
        .containsExactlyInAnyOrderElementsOf(Main.described().getSubcommands().keySet());
  }

  @Test
  void completesOptionsAndTheirValues() throws Exception {
    assertThat(tab("tt-alloc", "dump", "--fo")).containsExactly("--format");
    assertThat(tab("tt-alloc", "dump", "--format", "h")).containsExactly("html", "hlog");
  }

  @Test
  void completesWordsThatAreNoOptions() throws Exception {
    assertThat(tab("tt-alloc", "rules", "")).contains("list", "check", "draft");
    assertThat(tab("tt-alloc", "demo", "")).contains("mesh", "accumulate", "faults");
    assertThat(tab("tt-alloc", "demo", "faults", "cb-"))
        .containsExactly("cb-never-freed", "cb-free-by-device");
  }

  @Test
  void leavesArgumentsThatItDoesNotKnowToTheCompletionOfFileNames() throws Exception {
    assertThat(tab("tt-alloc", "dump", "x")).containsExactly("");
    assertThat(bash("-c", ". \"$1\"; complete -p tt-alloc", "bash", script.toString()))
        .singleElement()
        .asString()
        .contains("-o default");
    assertThat(Files.readString(script)).doesNotContain("compopt +o default");
  }

  private List<String> tab(String... words) throws Exception {
    List<String> arguments = new ArrayList<>(List.of("-c", TAB, "bash", script.toString()));
    arguments.addAll(List.of(words));
    return bash(arguments.toArray(String[]::new));
  }

  private List<String> bash(String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of("bash", "--norc"));
    command.addAll(List.of(arguments));
    Process bash =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
    bash.getOutputStream().close();
    String said = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(bash.waitFor()).as(said).isZero();
    return said.lines().toList();
  }
}
