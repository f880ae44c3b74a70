package io.ttalloc.probe.resource;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JdbcUrlTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "jdbc:h2:mem:shop | jdbc:h2:mem:shop",
        "jdbc:h2:file:~/shop;USER=sa;PASSWORD=secret | jdbc:h2:file:~/shop",
        "jdbc:sqlite:/srv/shop.db | jdbc:sqlite:/srv/shop.db",
        "jdbc:postgresql://host:5432/shop?user=me&password=secret | jdbc:postgresql://host:5432/shop",
        "jdbc:mysql://me:secret@host:3306/shop | jdbc:mysql:***@host:3306/shop",
        "jdbc:mysql://me:se?cr;et@host/shop?x=1 | jdbc:mysql:***@host/shop",
        "jdbc:mysql://(host=h,user=me,password=secret)/shop | jdbc:mysql://",
        "jdbc:oracle:thin:scott/tiger@//host:1521/shop | jdbc:oracle:***@//host:1521/shop",
        "jdbc:sqlserver://host:1433;password=secret | jdbc:sqlserver://host:1433",
        "jdbc:db2://host:50000/shop:user=me;password=secret; | jdbc:db2://host:50000/shop",
        "jdbc:db2://host:50000/shop:password=secret | jdbc:db2://host:50000/shop",
        "jdbc:x:y?mail=a@b | jdbc:x:***@b",
        "JDBC:h2:mem:shop;PASSWORD=secret | JDBC:h2:mem:shop",
        "jdbc:@ | jdbc:***@",
        "jdbc:=secret | jdbc",
      })
  void hidesUserAndParameters(String url, String shown) {
    assertThat(JdbcUrl.withoutSecrets(url)).isEqualTo(shown);
  }

  @Test
  void leavesOtherLabelsAsTheyAre() {
    assertThat(JdbcUrl.withoutSecrets("/srv/me@host?a=b;c")).isEqualTo("/srv/me@host?a=b;c");
    assertThat(JdbcUrl.withoutSecrets("")).isEmpty();
  }
}
