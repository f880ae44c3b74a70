package io.ttalloc.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ttalloc.analysis.facts.DumpTime;
import io.ttalloc.heap.report.HeapReport;
import io.ttalloc.heap.report.HeldResource;
import io.ttalloc.heap.report.Reach;
import io.ttalloc.ledger.files.LedgerFiles;
import io.ttalloc.ledger.read.LedgerImage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExitHeapTest {
  private static final HeldResource HELD =
      new HeldResource(
          3, 7, HeldResource.State.OPEN, 1, "com.acme.X", 24, Reach.STRUCTURE, null, false, null);

  @TempDir private Path folder;

  private Path ledger;
  private LedgerImage image;

  @BeforeEach
  void makeLedger() {
    ledger = folder.resolve("one.ledger");
    image = LedgerBuilder.ledger().read(read -> read);
  }

  private ExitHeap heap(HeapReport report) {
    return new ExitHeap(image.process().clock().baseNanos(), 42, report);
  }

  private Path file() {
    return LedgerFiles.beside(ledger).heap();
  }

  private AnalysisOptions found() {
    return ExitHeap.addTo(AnalysisOptions.defaults(), ledger, image);
  }

  @Test
  void whatWasLeftIsFoundAndForItsOwnerAlone() throws IOException {
    HeapReport report = new HeapReport(1, 2, 3, List.of(HELD));
    heap(report).writeTo(file());

    assertThat(found().heap().report()).isEqualTo(report);
    assertThat(found().heap().dumpTime()).isNotSameAs(DumpTime.OF_READING);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
        .isEqualTo("rw-------");
  }

  @Test
  void nothingIsOverwritten() throws IOException {
    Files.createFile(file());

    assertThatThrownBy(() -> heap(new HeapReport(1, 2, 3, List.of())).writeTo(file()))
        .isInstanceOf(FileAlreadyExistsException.class);
  }

  @Test
  void whatTheCallerHasOfTheHeapComesFirst() throws IOException {
    heap(new HeapReport(1, 2, 3, List.of(HELD))).writeTo(file());
    HeapReport own = new HeapReport(9, 9, 9, List.of());
    AnalysisOptions options = AnalysisOptions.defaults().holding(own, DumpTime.OF_READING);

    assertThat(ExitHeap.addTo(options, ledger, image)).isSameAs(options);
  }

  @Test
  void ofVeryManyResourcesNothingIsLeft() throws IOException {
    heap(new HeapReport(1, 2, 3, Collections.nCopies(50_001, HELD))).writeTo(file());

    assertThat(file()).doesNotExist();
    assertThat(found().heap().report()).isNull();
  }

  @Test
  void whatIsOfAnotherProcessCutOffOrNoSuchFileIsPassedOver() throws IOException {
    assertThat(found().heap().report()).as("no file").isNull();

    new ExitHeap(
            image.process().clock().baseNanos() + 1, 42, new HeapReport(1, 2, 3, List.of(HELD)))
        .writeTo(file());
    assertThat(found().heap().report()).as("another process").isNull();
    Files.delete(file());

    heap(new HeapReport(1, 2, 3, Collections.nCopies(1_000, HELD))).writeTo(file());
    byte[] whole = Files.readAllBytes(file());
    for (int length : new int[] {0, 1, 10, whole.length / 2, whole.length - 1}) {
      Files.write(file(), Arrays.copyOf(whole, length));
      assertThat(found().heap().report()).as("%d bytes", length).isNull();
    }

    Files.writeString(file(), "no archive");
    assertThat(found().heap().report()).as("text").isNull();
    for (int length : new int[] {0, 8, 16, 24}) {
      byte[] content = new byte[length];
      if (length > 8) {
        ByteBuffer.wrap(content).putLong(image.process().clock().baseNanos());
      }
      Files.write(file(), content);
      assertThat(found().heap().report()).as("%d bytes", length).isNull();
    }
  }

  @Test
  void aLinkIsNotFollowed() throws IOException {
    Path elsewhere = folder.resolve("elsewhere");
    heap(new HeapReport(1, 2, 3, List.of(HELD))).writeTo(elsewhere);
    Files.createSymbolicLink(file(), elsewhere);

    assertThat(found().heap().report()).isNull();
  }
}
