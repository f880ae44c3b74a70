package io.ttalloc.analysis.report.text;

import static io.ttalloc.analysis.LedgerBuilder.ledger;
import static io.ttalloc.analysis.LedgerBuilder.stack;
import static io.ttalloc.analysis.LedgerBuilder.type;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.analysis.LedgerBuilder;
import io.ttalloc.analysis.Reports;
import io.ttalloc.ledger.record.TypeEntry;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;

class JUnitXmlFormatTest {
  private static final TypeEntry FILE = type("file", "java.io.FileInputStream");

  private static Element suite(LedgerBuilder ledger) throws Exception {
    String xml = Reports.written(Reports.of(ledger), new JUnitXmlFormat());
    return DocumentBuilderFactory.newDefaultInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)))
        .getDocumentElement();
  }

  private static Element only(Element in, String name) {
    assertThat(in.getElementsByTagName(name).getLength()).isEqualTo(1);
    return (Element) in.getElementsByTagName(name).item(0);
  }

  @Test
  void aLeakIsAFailedTestOfTheClassThatOpenedIt() throws Exception {
    LedgerBuilder ledger = ledger();
    ledger.open(FILE, stack("acme.Import.read:3", "acme.Main.run:48"));

    Element suite = suite(ledger);

    assertThat(suite.getAttribute("tests")).isEqualTo("1");
    assertThat(suite.getAttribute("failures")).isEqualTo("1");
    Element test = only(suite, "testcase");
    assertThat(test.getAttribute("classname")).isEqualTo("acme.Import");
    assertThat(test.getAttribute("name")).isEqualTo("Import.read(Import.java:3): file LEFT_OPEN");
    assertThat(test.getAttribute("line")).isEqualTo("3");
    Element failure = only(test, "failure");
    assertThat(failure.getAttribute("type")).isEqualTo("LEFT_OPEN");
    assertThat(failure.getTextContent()).startsWith("opened   acme.Import.read(Import.java:3)");
  }

  @Test
  void withoutALeakOneTestHasPassed() throws Exception {
    Element suite = suite(ledger());
    assertThat(suite.getAttribute("failures")).isEqualTo("0");
    assertThat(only(suite, "testcase").getAttribute("name")).isEqualTo("no leak");
  }

  @Test
  void namesOfTheApplicationCannotBreakIt() throws Exception {
    LedgerBuilder ledger = ledger();
    String odd = "a\"b<c>&]]>\u0001\ud800\ufffe";
    ledger.open(type(odd, "acme.Odd"), stack("acme.Import.read:3"));
    assertThat(only(suite(ledger), "testcase").getAttribute("name")).contains("a\"b<c>&]]>");
  }
}
