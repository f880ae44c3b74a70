package io.ttalloc.agent.jmx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReportFolderTest {
  @TempDir private Path folder;
  private ReportFolder reports;

  @BeforeEach
  void begin() {
    reports = new ReportFolder(folder.resolve("1.ledger"));
  }

  @Test
  void aReportIsBesideTheLedger() throws IOException {
    ReportFolder.NewReport report = reports.newReport("Open_2.x-y.speedscope.json");

    assertThat(report.file()).isEqualTo(folder.resolve("Open_2.x-y.speedscope.json"));
    assertThat(report.format().name()).isEqualTo("speedscope");
    assertThat(reports.newReport("a".repeat(96) + ".txt").format().name()).isEqualTo("text");
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
    assertThatThrownBy(() -> reports.newReport(name))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("the name is not allowed, expected at most 100")
        .hasMessageContaining(folder.toString());
  }

  @Test
  void aNameIsOfBoundedLengthAndSaysAFormat() {
    assertThatThrownBy(() -> reports.newReport("a".repeat(97) + ".txt"))
        .hasMessageStartingWith("the name is not allowed");
    for (String other : new String[] {"x.class", "x.ledger", "x.marks", "x"}) {
      assertThatThrownBy(() -> reports.newReport(other))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("expected a name that ends in one of .txt, .json");
    }
  }

  @Test
  void theirNumberIsBoundedByThoseThatAreThere() throws IOException {
    for (int i = 0; i < ReportFolder.MOST_REPORTS; i++) {
      Files.createFile(reports.newReport(i + ".txt").file());
    }

    assertThatThrownBy(() -> reports.newReport("one-more.txt"))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "there are 100 reports of this bean in "
                + folder
                + ", expected fewer than 100; nothing was written: remove some");
    Files.delete(folder.resolve("7.txt"));
    assertThat(reports.newReport("one-more.txt").file()).isEqualTo(folder.resolve("one-more.txt"));
  }
}
