package io.ttalloc.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class NameTableTest {
  private static NameTable copy(NameTable.Builder names) {
    ByteWriter out = new ByteWriter();
    names.build().writeTo(out);
    return NameTable.read(new ByteReader(out.toByteArray()));
  }

  @Test
  void findsEachOfManyNamesAndNoOther() {
    NameTable.Builder names = new NameTable.Builder();
    for (int i = 0; i < 5_000; i++) {
      names.add("java/util/Some" + i, i % 2 == 0);
    }
    NameTable table = copy(names);

    for (int i = 0; i < 5_000; i++) {
      assertThat(table.contains("java/util/Some" + i)).isTrue();
      assertThat(table.isFlagged("java/util/Some" + i)).isEqualTo(i % 2 == 0);
      assertThat(table.contains("java/util/Other" + i)).isFalse();
    }
  }

  @Test
  void ofANameWithAndWithoutTheFlagTheLatterCounts() {
    NameTable.Builder first = new NameTable.Builder();
    first.add("java/lang/Object", true);
    first.add("java/lang/String", true);
    NameTable.Builder both = new NameTable.Builder();
    both.addAll(copy(first));
    both.add("java/lang/Object", false);

    assertThat(copy(both).contains("java/lang/Object")).isTrue();
    assertThat(copy(both).isFlagged("java/lang/Object")).isFalse();
    assertThat(copy(both).isFlagged("java/lang/String")).isTrue();
  }

  @Test
  void anEmptyOneHasNothing() {
    assertThat(copy(new NameTable.Builder()).contains("java/lang/Object")).isFalse();
  }

  @Test
  void refusesATableWithoutPlaces() {
    for (int length : new int[] {0, 7, 24}) {
      ByteWriter out = new ByteWriter();
      out.writeBytes(new byte[length]);
      byte[] bytes = out.toByteArray();
      assertThatThrownBy(() -> NameTable.read(new ByteReader(bytes)))
          .isInstanceOf(DamagedException.class);
    }
  }
}
