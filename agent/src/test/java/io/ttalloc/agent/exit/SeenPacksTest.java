package io.ttalloc.agent.exit;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.agent.rules.ClassPattern;
import io.ttalloc.agent.rules.packs.KnownPack;
import java.net.http.HttpClient;
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

  @Test
  void isSilentOnClassesThatLibrariesLoadWhateverTheProgramDoes() throws Exception {
    List<KnownPack> all =
        List.of(
            pack("files", "jdk.nio.zipfs.ZipFileSystem"),
            pack("memory", "sun.misc.Unsafe"),
            pack("net", "java.net.http.HttpClient"));
    Class<?>[] loaded = {
      Class.forName("jdk.nio.zipfs.ZipFileSystem"), Class.forName("sun.misc.Unsafe")
    };
    Class<?>[] andOfANetwork = {loaded[0], loaded[1], HttpClient.class};

    assertThat(SeenPacks.line(all, List.of(), loaded)).isNull();
    assertThat(SeenPacks.line(all, List.of(), andOfANetwork))
        .isEqualTo("java.net.http.HttpClient seen: packs=net tracks it");
  }
}
