package io.ttalloc.agent.jmx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReportFolderTest {
  @TempDir private Path folder;
  private OwnLedgerAccess ledger;
  private ReportFolder reports;

  @BeforeEach
  void begin() throws IOException {
    ledger = new OwnLedgerAccess(folder);
    reports = new ReportFolder(ledger.access);
  }

  @AfterEach
  void end() {
    ledger.writer.ended();
  }

  @Test
  void aReportIsBesideTheLedgerInTheFormatOfItsSuffix() throws IOException {
    ledger.open("handle");

    Path report = reports.write("Open_2.x-y.json");
    assertThat(report).isEqualTo(folder.resolve("Open_2.x-y.json"));
    assertThat(report).content().startsWith("{").contains("\"handle\"");
    assertThat(reports.write("a".repeat(96) + ".txt")).content().startsWith("tt-alloc");
  }

  @Test
  void whatExistsIsNotOverwritten() throws IOException {
    Path there = Files.writeString(folder.resolve("there.txt"), "precious");

    assertThatThrownBy(() -> reports.write("there.txt"))
        .isExactlyInstanceOf(IOException.class)
        .hasMessage(
            "the report could not be written to "
                + there
                + " (it already exists); nothing was written");
    assertThat(there).hasContent("precious");
  }

  @Test
  void aReportThatFailsLeavesNoFileAndAnotherCanBeWritten() throws IOException {
    ledger.first =
        () -> {
          throw new IllegalStateException("broken");
        };

    assertThatThrownBy(() -> reports.write("x.txt")).hasMessage("broken");
    assertThat(folder.resolve("x.txt")).doesNotExist();
    ledger.first = () -> {};
    assertThat(reports.write("x.txt")).isRegularFile();
  }

  @Test
  void oneReportIsWrittenAtATime() throws IOException {
    ledger.first =
        () ->
            assertThatThrownBy(() -> reports.write("second.txt"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("another report is being written; only one can be written at a time");

    assertThat(reports.write("first.txt")).isRegularFile();
    assertThat(folder.resolve("second.txt")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/tmp/x.txt",
        "../x.txt",
        "a/x.txt",
        "a\\x.txt",
        ".x.txt",
        ".txt",
        "x\u0000.txt",
        "x\n.txt",
        "x.txt\n",
        "\u001b[2J.txt",
        "\u00fc.txt",
        "C:x.txt",
        " x.txt"
      })
  void aNameThatMayLeadElsewhereIsRefused(String name) {
    assertThatThrownBy(() -> reports.write(name))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("the name is not allowed, expected at most 100")
        .hasMessageContaining(folder.toString());
  }

  @Test
  void aNameIsOfBoundedLengthAndSaysAFormat() {
    assertThatThrownBy(() -> reports.write("a".repeat(97) + ".txt"))
        .hasMessageStartingWith("the name is not allowed");
    for (String other : new String[] {"x.class", "x.ledger", "x.marks", "x"}) {
      assertThatThrownBy(() -> reports.write(other))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("expected a name that ends in one of .txt, .json");
    }
  }

  @Test
  void theirNumberIsBoundedByThoseThatAreThere() throws IOException {
    for (int i = 0; i < ReportFolder.MAX_REPORTS; i++) {
      reports.write(i + ".txt");
    }

    assertThatThrownBy(() -> reports.write("one-more.txt"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(
            "100 reports written by this bean still exist (the maximum is 100): remove");
    Files.delete(folder.resolve("7.txt"));
    assertThat(reports.write("one-more.txt")).isRegularFile();
  }
}
