package io.ttalloc.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.analysis.report.ReportFormat;
import org.junit.jupiter.api.Test;

class ReportFormatsTest {
  @Test
  void findsEachFormatByItsNameAndByItsSuffix() {
    assertThat(ReportFormats.all()).hasSizeGreaterThan(6);
    for (ReportFormat format : ReportFormats.all()) {
      assertThat(ReportFormats.byName(format.name())).isSameAs(format);
      assertThat(ReportFormats.bySuffix("leaks-4242" + format.suffix())).isSameAs(format);
    }
  }

  @Test
  void returnsNullForUnknownFormats() {
    assertThat(ReportFormats.byName("xml")).isNull();
    assertThat(ReportFormats.bySuffix("leaks.xml")).isNull();
  }
}
