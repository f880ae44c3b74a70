package io.ttalloc.cli.holders;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * Asks through HotSpot's attach interface, as {@code jmap} does.
 *
 * <p>Its method for that is public but not exported: the manifest of the executable jar opens it.
 * The alternatives would load an agent into the process or open a port in it.
 */
final class AttachedJvm implements HeapDumper {
  private static final String HOTSPOT = "sun.tools.attach.HotSpotVirtualMachine";
  private static final String CREATED = "Heap dump file created";
  private static final String BEGUN = "Dumping heap to ";
  private static final int MAX_ANSWER_LENGTH = 4_000;

  @Override
  public void dump(long pid, Path file) throws NoHeapException, IOException {
    VirtualMachine jvm;
    try {
      jvm = VirtualMachine.attach(Long.toString(pid));
    } catch (AttachNotSupportedException e) {
      throw new NoHeapException(
          "process %d cannot be attached to (%s), expected a JVM without -XX:+DisableAttachMechanism that is not stopped"
              .formatted(pid, e.getMessage()),
          e);
    }
    try {
      checkCreated(pid, ask(jvm, file));
    } finally {
      jvm.detach();
    }
  }

  /**
   * Checks what a JVM answered.
   *
   * @throws NoHeapException it says why there is no dump
   * @throws IOException it announced the dump and then nothing more, as a JVM does that ends
   */
  static void checkCreated(long pid, String answer) throws NoHeapException, IOException {
    if (answer.contains(CREATED)) {
      return;
    }
    String said = lastLine(answer);
    if (said.startsWith(BEGUN)) {
      throw new IOException("it stopped answering in the middle of the dump");
    }
    throw new NoHeapException("process %d could not dump its heap: %s".formatted(pid, said));
  }

  private static String ask(VirtualMachine jvm, Path file) throws IOException, NoHeapException {
    try {
      Method dumpHeap = Class.forName(HOTSPOT).getMethod("dumpHeap", Object[].class);
      Object[] arguments = {file.toString(), "-live"};
      try (InputStream answer = (InputStream) dumpHeap.invoke(jvm, (Object) arguments)) {
        return new String(answer.readNBytes(MAX_ANSWER_LENGTH), StandardCharsets.UTF_8);
      }
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof IOException lost) {
        throw lost;
      }
      throw new NoHeapException("the heap could not be dumped: " + e.getCause(), e);
    } catch (ReflectiveOperationException e) {
      throw new NoHeapException("this Java offers no heap dumps of other processes: " + e, e);
    }
  }

  private static String lastLine(String answer) {
    List<String> lines = answer.lines().filter(line -> !line.isBlank()).toList();
    return lines.isEmpty() ? "it does not say why" : lines.get(lines.size() - 1).strip();
  }
}
