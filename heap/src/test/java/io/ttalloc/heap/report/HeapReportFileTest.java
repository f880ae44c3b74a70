package io.ttalloc.heap.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class HeapReportFileTest {
  private static final HeapReport REPORT =
      new HeapReport(
          1_700_000_000_000L,
          77,
          12,
          List.of(
              new HeldResource(
                  3,
                  53,
                  HeldResource.State.OPEN,
                  0xffffffff00000008L,
                  "com.acme.Conn",
                  24,
                  Reach.STRUCTURE,
                  new ReferencePath(
                      new PathRoot(
                          PathRoot.Kind.STATIC_FIELD, "com.acme.Registry", "LISTENERS", "", ""),
                      List.of(
                          new PathLink(PathLink.Kind.ELEMENT, "java.util.ArrayList", "3"),
                          new PathLink(PathLink.Kind.FIELD, "com.acme.Node", "n\u00e4chster", 4))),
                  true,
                  new HeldBy("com.acme.Cache", 0xffffffff00000010L, HeldBy.UNTRACKED, "\"a\"")),
              new HeldResource(
                  4,
                  54,
                  HeldResource.State.CLOSING,
                  16,
                  "com.acme.Conn",
                  24,
                  Reach.FRAMES,
                  null,
                  false,
                  null)));

  private static byte[] written() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    HeapReportFile.write(REPORT, bytes);
    return bytes.toByteArray();
  }

  private static HeapReport read(byte[] bytes) throws IOException {
    return HeapReportFile.read(new ByteArrayInputStream(bytes));
  }

  @Test
  void isReadAsItIsWritten() throws IOException {
    assertThat(read(written())).isEqualTo(REPORT);
  }

  @Test
  void refusesWhatIsCutOffAnywhere() throws IOException {
    byte[] whole = written();
    for (int length = 0; length < whole.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      assertThatThrownBy(() -> read(cut)).as("%d bytes", length).isInstanceOf(IOException.class);
    }
  }

  @Test
  void refusesOtherBytesAndThrowsNothingElse() throws IOException {
    byte[] whole = written();
    whole[0] ^= 1;
    assertThatThrownBy(() -> read(whole))
        .isInstanceOf(IOException.class)
        .hasMessage("not a heap report: its magic number is wrong");
    whole[0] ^= 1;
    Random random = new Random(1);
    for (int i = 0; i < 20_000; i++) {
      byte[] changed = whole.clone();
      for (int change = 0; change < 1 + i % 3; change++) {
        changed[8 + random.nextInt(changed.length - 8)] = (byte) random.nextInt();
      }
      try {
        assertThat(read(changed).resources()).isNotNull();
      } catch (IOException e) {
        assertThat(e).hasMessageStartingWith("not a heap report: ");
      }
    }
  }

  @Test
  void showsNoCharactersThatCouldHideOthers() {
    PathRoot root = new PathRoot(PathRoot.Kind.THREAD, "", "", "a\u001b[2K", "");

    assertThat(new ReferencePath(root, List.of()).parts())
        .containsExactly("thread \"a\\u001b[2K\"");
  }
}
