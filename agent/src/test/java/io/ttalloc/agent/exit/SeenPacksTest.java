package io.ttalloc.agent.exit;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.agent.rules.ClassPattern;
import io.ttalloc.agent.rules.packs.KnownPack;
import java.util.List;
import org.junit.jupiter.api.Test;

class SeenPacksTest {
  private static final Class<?>[] LOADED = {String.class, Test.class, KnownPack.class};

  private static KnownPack pack(String name, String... knownBy) {
    return new KnownPack(name, java.util.Arrays.stream(knownBy).map(ClassPattern::parse).toList());
  }

  @Test
  void namesPacksWhoseClassesAreLoadedAndThatWereNotChosen() {
    KnownPack junit = pack("junit", "com.acme.*", "org.junit.**");
    KnownPack own = pack("own", "io.ttalloc.**");
    KnownPack other = pack("other", "com.acme.**");
    KnownPack jdk = pack("jdk", "java.lang.String");
    List<KnownPack> all = List.of(junit, own, other, jdk);

    assertThat(SeenPacks.line(all, List.of("own"), LOADED))
        .isEqualTo("org.junit seen: packs=junit tracks it");
    assertThat(SeenPacks.line(all, List.of(), LOADED))
        .isEqualTo("io.ttalloc, org.junit seen: packs=junit,own track them");
    assertThat(SeenPacks.line(all, List.of("own", "junit"), LOADED)).isNull();
    assertThat(SeenPacks.line(all, List.of("auto"), LOADED)).isNull();
  }
}
