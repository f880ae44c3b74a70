package io.ttalloc.cli.holders;

import io.ttalloc.cli.attach.AttachException;
import io.ttalloc.cli.attach.AttachSocket;
import io.ttalloc.cli.attach.ProcessFacts;
import java.io.IOException;
import java.nio.file.Path;

/** Requests heap dumps through HotSpot's attach interface, as {@code jmap} does. */
final class AttachedJvm {
  private static final String CREATED = "Heap dump file created";
  private static final String BEGUN = "Dumping heap to .* \\.\\.\\.";

  private AttachedJvm() {}

  static void dump(ProcessFacts process, Path file) throws NoHeapException, IOException {
    try {
      AttachSocket socket = new AttachSocket(process);
      checkCreated(process.pid(), socket.ask("dumpheap", file.toString(), "-live", "").text());
    } catch (AttachException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  /**
   * Checks the answer of a JVM.
   *
   * @param answer the answer, on one line
   * @throws NoHeapException if there is no dump, with the reason from the answer
   * @throws IOException if the JVM announced the dump but then sent nothing more, which happens
   *     when it is ending
   */
  static void checkCreated(long pid, String answer) throws NoHeapException, IOException {
    if (answer.contains(CREATED)) {
      return;
    }
    if (answer.matches(BEGUN)) {
      throw new IOException("the process stopped answering in the middle of the dump");
    }
    String why = answer.replaceFirst(BEGUN + " ", "");
    throw new NoHeapException(
        "process %d could not dump its heap: %s"
            .formatted(pid, why.isEmpty() ? "it gave no reason" : why));
  }
}
