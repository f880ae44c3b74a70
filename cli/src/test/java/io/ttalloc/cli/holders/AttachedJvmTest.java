package io.ttalloc.cli.holders;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Tests answers in the form that HotSpot sends. */
class AttachedJvmTest {
  private static final String BEGIN = "Dumping heap to /tmp/tt-alloc-heap-1-2/heap.hprof ...";

  @Test
  void aFinishedDumpIsAccepted() {
    String answer = BEGIN + " Heap dump file created [17445558 bytes in 0.176 secs]";

    assertThatCode(() -> AttachedJvm.checkCreated(7, answer)).doesNotThrowAnyException();
  }

  @Test
  void aRefusalIsRepeated() {
    String answer = BEGIN + " Unable to create /tmp/a/heap.hprof: No such file or directory";

    assertThatThrownBy(() -> AttachedJvm.checkCreated(7, answer))
        .isInstanceOf(NoHeapException.class)
        .hasMessage(
            "process 7 could not dump its heap: Unable to create /tmp/a/heap.hprof: No such file or directory");
    assertThatThrownBy(() -> AttachedJvm.checkCreated(7, ""))
        .isInstanceOf(NoHeapException.class)
        .hasMessage("process 7 could not dump its heap: it gave no reason");
  }

  @Test
  void aDumpThatIsOnlyBegunIsALostConnection() {
    assertThatThrownBy(() -> AttachedJvm.checkCreated(7, BEGIN))
        .isInstanceOf(IOException.class)
        .hasMessage("the process stopped answering in the middle of the dump");
  }
}
