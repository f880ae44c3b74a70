package io.ttalloc.agent.origin;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.record.OriginRecord;
import java.net.MalformedURLException;
import java.net.URI;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CodeOriginsTest {
  private static final ProtectionDomain FOLDER = from("file:/opt/classes/");
  private static final ProtectionDomain JAR = from("file:/opt/lib/x.jar");

  private final CodeOrigins origins = new CodeOrigins(MainProgram.of("com.acme.Main", ""));
  private final List<String> written = new ArrayList<>();

  private static ProtectionDomain from(@Nullable String location) {
    try {
      return new ProtectionDomain(
          new CodeSource(
              location == null ? null : URI.create(location).toURL(), (Certificate[]) null),
          null);
    } catch (MalformedURLException e) {
      throw new AssertionError(e);
    }
  }

  private void loading(String name, @Nullable ProtectionDomain domain) {
    origins.loading(getClass().getClassLoader(), name, domain);
  }

  private void connect() {
    origins.connect((name, flags) -> written.add(name + " " + Integer.toHexString(flags)));
  }

  @Test
  void writesEachPackageOnceWhetherItIsFoundBeforeOrAfter() {
    loading("com/acme/Main", FOLDER);
    loading("com/acme/Other", FOLDER);
    connect();
    loading("com/acme/Third", FOLDER);
    loading("org/lib/X", JAR);
    loading("org/lib/Y", JAR);
    loading("Unnamed", FOLDER);
    assertThat(written).containsExactly("com.acme 12", "org.lib 22", " 12");
  }

  @Test
  void aClassThatComesFromElsewhereThanItsPackageIsWrittenItself() {
    loading("org/lib/X", JAR);
    loading("org/lib/Mine", FOLDER);
    loading("org/lib/Mine", FOLDER);
    connect();
    loading("org/lib/Mine2", FOLDER);
    assertThat(written).containsExactly("org.lib 22", "org.lib.Mine 11", "org.lib.Mine2 11");
  }

  @Test
  void neitherThePlatformNorGeneratedClassesHaveAnOrigin() {
    connect();
    loading("java/util/List", FOLDER);
    loading("com/sun/proxy/$Proxy1", FOLDER);
    loading("com/acme/$Proxy1", null);
    loading("com/acme/Generated", from(null));
    assertThat(written).isEmpty();
    origins.loading(null, "com/other/Agent", null);
    assertThat(written).containsExactly("com.other 22");
  }

  @Test
  void isBounded() {
    for (int i = 0; i < CodeOrigins.MAX_ORIGINS + 10; i++) {
      loading("p" + i + "/X", JAR);
    }
    for (int i = 0; i < CodeOrigins.MAX_ORIGINS + 10; i++) {
      loading("p0/X" + i, FOLDER);
    }
    connect();
    assertThat(written).hasSize(2 * CodeOrigins.MAX_ORIGINS);
  }

  @Test
  void aSinkThatThrowsDoesNotStopTheLoadingOfClasses() {
    List<String> asked = new ArrayList<>();
    origins.connect(
        (name, flags) -> {
          asked.add(name);
          throw new IllegalStateException("full");
        });
    loading("com/acme/Main", FOLDER);
    assertThat(asked).containsExactly("com.acme");
  }

  @Test
  void knowsClassesThatWereLoadedBefore() {
    CodeOrigins late = new CodeOrigins(MainProgram.of(CodeOriginsTest.class.getName(), ""));
    late.loadedBefore(new Class<?>[] {String.class, int.class, int[].class, CodeOriginsTest.class});
    late.connect((name, flags) -> written.add(name + " " + Integer.toHexString(flags)));
    int application = OriginRecord.APPLICATION | OriginRecord.OF_PACKAGE;
    assertThat(written)
        .containsExactly("io.ttalloc.agent.origin " + Integer.toHexString(application));
  }
}
