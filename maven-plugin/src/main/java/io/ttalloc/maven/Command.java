package io.ttalloc.maven;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.maven.plugin.MojoExecutionException;

/**
 * The command {@code tt-alloc}, run in a separate JVM, so that its libraries do not conflict with
 * those of Maven, and so that users can run the same command by hand.
 */
record Command(Path jars, File workingFolder) {
  /**
   * JVM flags for a short-lived command, which needs less processor time without the C2 compiler.
   * The launcher script of the command sets the same flags.
   */
  private static final List<String> ENDS_SOON =
      List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

  /** The output of a command and its exit status. */
  record Result(int status, String output, String errors) {
    String text() {
      return (output + errors).strip();
    }

    String firstLine() {
      return text().lines().findFirst().orElse("");
    }
  }

  Result run(List<String> arguments) throws IOException, MojoExecutionException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(ENDS_SOON);
    command.add("-jar");
    command.add(Jars.command(jars).toString());
    command.addAll(arguments);
    Path errors = Files.createTempFile(jars, "command", null);
    try {
      ProcessBuilder builder = new ProcessBuilder(command).directory(workingFolder);
      builder.environment().remove(PrepareAgentGoal.ENABLED);
      Process process = builder.redirectError(errors.toFile()).start();
      process.getOutputStream().close();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      int status = process.waitFor();
      return new Result(status, output, Files.readString(errors, StandardCharsets.UTF_8).strip());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new MojoExecutionException("tt-alloc: interrupted", e);
    } finally {
      Files.deleteIfExists(errors);
    }
  }
}
