package io.ttalloc.probe.rule;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Closes that a hidden class overrides. */
class OverridableClosesTest {
  private static final String NAME = OverridableClosesTest.class.getName();

  private final OverridableCloses closes = new OverridableCloses();

  private void add(Class<?> type, @Nullable String typeName, String descriptor, boolean internal) {
    closes.add(type.getName(), typeName, "close", descriptor, internal, "r.yaml:7:3: 'close'");
  }

  private static Class<?> hidden(Class<?> like) throws IOException, IllegalAccessException {
    String file = like.getName().replace('.', '/') + ".class";
    try (InputStream in = requireNonNull(like.getClassLoader()).getResourceAsStream(file)) {
      byte[] code = requireNonNull(in).readAllBytes();
      return MethodHandles.lookup().defineHiddenClass(code, false).lookupClass();
    }
  }

  @Test
  void areThoseThatItDeclares() throws Exception {
    add(Door.class, "door", "()V", false);
    String said = "r.yaml:7:3: 'close' of " + NAME + "$%s is not tracked (the class is hidden)";

    assertThat(closes.overriddenIn(hidden(Overrides.class), "door"))
        .isEqualTo(said.formatted("Overrides"));
    assertThat(closes.overriddenIn(hidden(Inherits.class), "door")).isNull();
    assertThat(closes.overriddenIn(Overrides.class, "door")).isNull();
    assertThat(closes.overriddenIn(hidden(Overrides.class), "gate")).isNull();
  }

  @Test
  void areNotThoseWithOtherParameters() throws Exception {
    add(Door.class, null, "(I)V", false);

    assertThat(closes.overriddenIn(hidden(Overrides.class), "door")).isNull();
  }

  @Test
  void areThoseOfInterfacesAndOfRulesWithoutAType() throws Exception {
    add(Closing.class, null, "()V", false);
    add(Closing.class, null, "()V", false);

    assertThat(closes.overriddenIn(hidden(Overrides.class), "any")).doesNotContain(";");
  }

  @Test
  void doNotCountWhereOthersMayNotCallThemAndAnotherIsSeen() throws Exception {
    add(Door.class, "door", "()V", true);
    assertThat(closes.overriddenIn(hidden(Overrides.class), "door")).isNotNull();

    add(Door.class, "door", "(I)V", false);
    assertThat(closes.overriddenIn(hidden(Overrides.class), "door")).isNull();
  }

  interface Closing {
    void close();
  }

  static class Door implements Closing {
    @Override
    public void close() {}
  }

  static final class Overrides extends Door {
    @Override
    public void close() {}
  }

  static final class Inherits extends Door {}
}
