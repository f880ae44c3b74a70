package io.ttalloc.cli.attach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests which processes must not receive a request, and the reasons; integration tests cover the
 * answers of real JVMs.
 */
class TargetJvmTest {
  private static final long PID = 7;
  private static final String JVM = "7f00-7f01 r-xp 00000000 00:19 1 /jdk/lib/server/libjvm.so\n";
  private static final String STATUS = "State:\tS (sleeping)\nNSpid:\t7\nSigCgt:\t%s\n";
  private static final String CATCHES = "000000018100010f";

  @TempDir private Path proc;

  private ProcessFacts facts;

  @BeforeEach
  void describeAProcess() throws IOException {
    facts = new ProcessFacts(PID, proc);
    for (String process : List.of("self", "7")) {
      Files.createDirectories(proc.resolve(process).resolve("ns"));
      Files.createSymbolicLink(proc.resolve(process).resolve("ns/mnt"), Path.of("mnt:[1]"));
      Files.createSymbolicLink(proc.resolve(process).resolve("root"), proc.resolve("files"));
      Files.writeString(proc.resolve(process).resolve("maps"), JVM);
    }
    Files.createDirectories(proc.resolve("files/tmp"));
    describe("status", STATUS.formatted(CATCHES));
    describe("cmdline", "java\0Main\0");
    describe("environ", "PATH=/bin\0");
  }

  private void describe(String file, String text) throws IOException {
    Files.writeString(facts.file(file), text);
  }

  private String refusal() {
    List<String> messages = new ArrayList<>();
    assertThatThrownBy(() -> TargetJvm.checked(facts, "start the program with -javaagent"))
        .isInstanceOf(AttachException.class)
        .satisfies(e -> messages.add(String.valueOf(e.getMessage())));
    return messages.get(0);
  }

  @Test
  void aJvmThatCatchesTheSignalIsAsked() throws Exception {
    assertThat(TargetJvm.checked(facts, "start the program with -javaagent").warns()).isFalse();
  }

  @Test
  void aFlagThatForbidsRequestsIsFoundInVariablesToo() throws IOException {
    describe("environ", "A=-XX:+DisableAttachMechanism\0JAVA_TOOL_OPTIONS=-Xmx1g\0");
    assertThat(isAsked()).isTrue();

    describe("environ", "A=b\0JAVA_TOOL_OPTIONS=-Xmx1g -XX:+DisableAttachMechanism\0");
    assertThat(refusal())
        .isEqualTo(
            "process 7 accepts no attach requests (-XX:+DisableAttachMechanism), expected a JVM without that flag; start the program with -javaagent");
  }

  private boolean isAsked() {
    try {
      return TargetJvm.checked(facts, "start the program with -javaagent") != null;
    } catch (AttachException e) {
      return false;
    }
  }

  @Test
  void aSignalThatWouldEndItIsNotSentUnlessTheSocketIsThere() throws IOException {
    describe("status", STATUS.formatted("000000018100010b"));
    assertThat(refusal())
        .startsWith("process 7 does not handle the signal that tools use to attach (-Xrs, ");

    Files.createFile(proc.resolve("files/tmp/.java_pid7"));
    assertThat(isAsked()).isTrue();
  }

  @Test
  void anotherKindOfProgramIsNotAsked() throws IOException {
    describe("maps", "7f00-7f01 r-xp 00000000 00:19 1 /jdk/lib/default/libj9vm29.so\n");
    assertThat(refusal()).startsWith("process 7 runs on OpenJ9, expected a HotSpot JVM");

    describe("maps", "");
    assertThat(refusal()).startsWith("process 7 is not a JVM, expected a Java program");
  }

  @Test
  void aContainerIsSaidToBeOne() throws IOException {
    Files.delete(facts.file("ns/mnt"));
    Files.createSymbolicLink(facts.file("ns/mnt"), Path.of("mnt:[2]"));
    describe("status", "NSpid:\t7\t1\nSigCgt:\t" + CATCHES + "\n");

    assertThat(refusal())
        .isEqualTo(
            "process 7 runs in a container or has a file system of its own, so it and tt-alloc cannot see each other's files; run tt-alloc inside that container, where the process id is 1");
  }

  /** Otherwise, the signal would go to whichever process has that id in this namespace. */
  @Test
  void processesOfAnotherNamespaceAreNotAskedByTheirIdsThere() throws IOException {
    long pid = ProcessHandle.current().pid();
    Files.move(proc.resolve("self"), proc.resolve("1" + pid));
    Files.createSymbolicLink(proc.resolve("self"), Path.of("1" + pid));

    assertThat(refusal())
        .isEqualTo(
            "cannot attach to process 7 from here: %s shows the process ids of another namespace, in which this command is process 1%d and not %2$d; run tt-alloc in that namespace"
                .formatted(proc, pid));

    Files.delete(proc.resolve("self"));
    Files.move(proc.resolve("1" + pid), proc.resolve(Long.toString(pid)));
    Files.createSymbolicLink(proc.resolve("self"), Path.of(Long.toString(pid)));
    assertThat(isAsked()).isTrue();
  }

  @Test
  void anotherRootIsOneOfOtherFolders() throws IOException {
    Files.delete(facts.file("root"));
    Files.createSymbolicLink(facts.file("root"), proc.resolve("others"));

    assertThat(refusal())
        .startsWith("process 7 runs in a container or has a file system of its own");
  }

  @Test
  void whatHasEndedIsNoProcess() throws IOException {
    describe("status", "State:\tZ (zombie)\n");
    assertThat(refusal())
        .isEqualTo("there is no process 7, expected the id of a JVM that is running here");
  }

  @Test
  void anOlderJavaIsNotAsked() throws IOException {
    Path folder = Files.createDirectories(proc.resolve("files/tmp/hsperfdata_me"));
    Files.write(folder.resolve("7"), PerformanceDataTest.file("1000", "1.8"));
    assertThat(refusal()).isEqualTo("process 7 runs on Java 8, expected 17 or later");

    Files.write(folder.resolve("7"), PerformanceDataTest.file("0000", "25"));
    assertThat(refusal()).startsWith("process 7 accepts no attach requests ");
  }

  @Test
  void onlyJavaThatWarnsOfAgentsIsSaidToWarn() throws Exception {
    Path folder = Files.createDirectories(proc.resolve("files/tmp/hsperfdata_me"));
    Files.write(folder.resolve("7"), PerformanceDataTest.file("1000", "21"));
    assertThat(TargetJvm.checked(facts, "start the program with -javaagent").warns()).isTrue();

    describe("cmdline", "java\0-XX:+EnableDynamicAgentLoading\0Main\0");
    assertThat(TargetJvm.checked(facts, "start the program with -javaagent").warns()).isFalse();
  }
}
