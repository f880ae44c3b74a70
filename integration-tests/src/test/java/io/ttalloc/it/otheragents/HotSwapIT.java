package io.ttalloc.it.otheragents;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.sun.jdi.Bootstrap;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.AttachingConnector;
import com.sun.jdi.connect.Connector;
import io.ttalloc.it.evidence.JsonReport;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Agents;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.it.jvm.RunningJvm;
import io.ttalloc.testing.Await;
import io.ttalloc.testing.Variant;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Tests a woven class whose code is replaced while the program runs, by an agent or by a debugger.
 */
@Variant
class HotSwapIT {
  private static final String RULES =
      """
        - class: io.ttalloc.it.otheragents.HotSwapIT$Cup
          type: cup
          open: [<init>]
          close: [close]
          bytes: size()
      """;

  @TempDir private Path folder;

  @OneJdk
  void anAgentInFrontMayRedefineAWovenClass(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES);

    JvmResult result =
        tracked.on(jdk).jvmFlags(agent()).main(Redefines.class, classFile().toString()).run();

    assertTrackedThroughout(result, tracked);
  }

  @OneJdk
  void anAgentBehindMayRedefineAWovenClass(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES);

    JvmResult result =
        tracked
            .on(jdk)
            .jvmFlagsBehindAgent(agent())
            .main(Redefines.class, classFile().toString())
            .run();

    assertTrackedThroughout(result, tracked);
  }

  @OneJdk
  void aDebuggerMayRedefineAWovenClass(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES);
    String debugged = "-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,address=127.0.0.1:0";

    try (RunningJvm program = tracked.on(jdk).jvmFlags(debugged).main(IsRedefined.class).start()) {
      String port = program.awaitLine("^Listening for transport ").replaceAll(".*\\D", "");
      program.awaitLine("^version 1$");
      VirtualMachine machine = attach(port);
      machine.redefineClasses(
          Map.of(
              machine.classesByName(Cup.class.getName()).get(0), Files.readAllBytes(classFile())));
      machine.dispose();

      JvmResult result = program.awaitEnd();
      assertTrackedThroughout(
          new JvmResult(
              result.exitStatus(), result.out().replaceAll("Listening.*\n", ""), result.err()),
          tracked);
    }
  }

  private String agent() throws IOException {
    return "-javaagent:" + Agents.jarOf(folder, RedefiningAgent.class);
  }

  private static VirtualMachine attach(String port) throws Exception {
    AttachingConnector socket =
        Bootstrap.virtualMachineManager().attachingConnectors().stream()
            .filter(connector -> connector.name().equals("com.sun.jdi.SocketAttach"))
            .findFirst()
            .orElseThrow();
    Map<String, Connector.Argument> arguments = socket.defaultArguments();
    Objects.requireNonNull(arguments.get("hostname")).setValue("127.0.0.1");
    Objects.requireNonNull(arguments.get("port")).setValue(port);
    return socket.attach(arguments);
  }

  /** A class file of Cup with a different constant. This class file was never woven. */
  private Path classFile() throws IOException {
    ClassWriter writer = new ClassWriter(0);
    try (InputStream in =
        HotSwapIT.class.getResourceAsStream(
            "/" + Cup.class.getName().replace('.', '/') + ".class")) {
      new ClassReader(Objects.requireNonNull(in)).accept(new SecondVersion(writer), 0);
    }
    return Files.write(folder.resolve("Cup.class"), writer.toByteArray());
  }

  private static void assertTrackedThroughout(JvmResult result, TrackedRun tracked)
      throws Exception {
    assertThat(result.expectSuccess().out()).isEqualTo("version 1\nversion 2\n");
    JsonReport json = tracked.json();
    assertThat(json.total("opened")).isEqualTo(20);
    assertThat(json.total("closed")).isEqualTo(18);
    assertThat(json.findings())
        .extracting(finding -> finding.get("bytes").getAsLong())
        .as("what each version left open, with its size")
        .containsExactlyInAnyOrder(1L, 2L);
    for (JsonObject finding : json.findings()) {
      assertThat(JsonReport.frames(finding, "openedBy").get(0))
          .matches("HotSwapIT\\$Cup\\.<init>\\(HotSwapIT\\.java:\\d+\\)");
    }
    assertThat(json.misuse()).isEmpty();
    assertThat(json.lastingReasons()).isEmpty();
    assertThat(tracked.ledgers().read().dropped()).isZero();
  }

  /** Makes {@code version} return 2. */
  private static final class SecondVersion extends ClassVisitor {
    SecondVersion(ClassVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] exceptions) {
      MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
      if (!name.equals("version")) {
        return next;
      }
      return new MethodVisitor(Opcodes.ASM9, next) {
        @Override
        public void visitInsn(int opcode) {
          super.visitInsn(opcode == Opcodes.ICONST_1 ? Opcodes.ICONST_2 : opcode);
        }
      };
    }
  }

  /**
   * No rule names this class. The tracked subclass inherits its close method, so weaving adds an
   * overriding close method to the subclass.
   */
  static class Vessel implements AutoCloseable {
    boolean closed;

    @Override
    public void close() {
      closed = true;
    }
  }

  /** The tracked class, which is redefined. */
  static final class Cup extends Vessel {
    static int version() {
      return 1;
    }

    int size() {
      return version();
    }

    /** Opens ten cups and closes nine. */
    static List<Cup> pour() {
      List<Cup> all = new ArrayList<>();
      for (int i = 0; i < 10; i++) {
        all.add(new Cup());
      }
      all.subList(0, 9).forEach(Cup::close);
      return all;
    }
  }

  /** Opens cups before and after the agent redefines the class. */
  static final class Redefines {
    private static final List<Cup> KEPT = new ArrayList<>();

    private Redefines() {}

    public static void main(String[] args) {
      KEPT.addAll(Cup.pour());
      System.out.println("version " + Cup.version());
      RedefiningAgent.redefine(Cup.class, Path.of(args[0]));
      KEPT.addAll(Cup.pour());
      System.out.println("version " + Cup.version());
    }
  }

  /** Waits until the class has been redefined. */
  static final class IsRedefined {
    private static final List<Cup> KEPT = new ArrayList<>();

    private IsRedefined() {}

    public static void main(String[] args) {
      KEPT.addAll(Cup.pour());
      System.out.println("version " + Cup.version());
      Await.until(() -> Cup.version() != 1);
      KEPT.addAll(Cup.pour());
      System.out.println("version " + Cup.version());
    }
  }
}
