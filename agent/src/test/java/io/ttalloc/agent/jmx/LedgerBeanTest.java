package io.ttalloc.agent.jmx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.AttributeNotFoundException;
import javax.management.MBeanInfo;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.OpenMBeanAttributeInfo;
import javax.management.openmbean.TabularData;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LedgerBeanTest {
  @TempDir private Path folder;
  private OwnLedgerAccess ledger;
  private LedgerBean bean;

  @BeforeEach
  void begin() throws IOException {
    ledger = new OwnLedgerAccess(folder);
    bean = new LedgerBean(ledger.access);
  }

  @AfterEach
  void end() {
    ledger.writer.ended();
  }

  @Test
  void eachAttributeHasAValueOfTheTypeThatItIsDescribedWith() throws Exception {
    ledger.open("handle");
    MBeanInfo info = bean.getMBeanInfo();

    assertThat(info.getAttributes()).hasSize(BeanAttribute.values().length);
    for (var attribute : info.getAttributes()) {
      Object value = bean.getAttribute(attribute.getName());
      assertThat(((OpenMBeanAttributeInfo) attribute).getOpenType().isValue(value)).isTrue();
    }
    assertThat(info.getNotifications()).isEmpty();
    assertThatThrownBy(() -> bean.getAttribute("Findings"))
        .isInstanceOf(AttributeNotFoundException.class)
        .hasMessage("there is no attribute Findings");
  }

  @Test
  void whatOneRequestReadsBelongsTogether() {
    ledger.open("handle");
    ledger.open("socket");

    AttributeList all = bean.getAttributes(new String[] {"Opened", "unknown", "ByType"});
    assertThat(all.asList()).extracting(Attribute::getName).containsExactly("Opened", "ByType");
    assertThat(all.asList().get(0).getValue()).isEqualTo(2L);
    TabularData types = (TabularData) all.asList().get(1).getValue();
    assertThat(types.size()).isEqualTo(2);
    CompositeData row = types.get(new Object[] {"socket"});
    assertThat(row.getAll(new String[] {"opened", "closed", "collected", "open"}))
        .containsExactly(1L, 0L, 0L, 1L);
  }

  @Test
  void theTableOfTypesIsBounded() throws Exception {
    for (int i = 0; i < TypeTable.MAX_ROWS + 7; i++) {
      ledger.open("type " + i);
    }

    TabularData types = (TabularData) bean.getAttribute("ByType");
    assertThat(types.size()).isEqualTo(TypeTable.MAX_ROWS);
    assertThat(types.get(new Object[] {"type 0"})).isNotNull();
    assertThat(bean.getAttribute("Opened")).isEqualTo(TypeTable.MAX_ROWS + 7L);
  }
}
