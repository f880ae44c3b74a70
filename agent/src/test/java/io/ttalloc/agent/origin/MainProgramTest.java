package io.ttalloc.agent.origin;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.record.OriginRecord;
import java.io.File;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.net.URLStreamHandler;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MainProgramTest {
  private static final String MAIN_JAR = "file:/opt/app.jar";

  private static MainProgram started(String command, String mainClass, String location) {
    MainProgram program = MainProgram.of(command, "/opt/app.jar:/opt/tt-alloc-agent.jar");
    origin(program, mainClass, location);
    return program;
  }

  /** The origin of a class: APPLICATION, LIBRARY or UNSURE. */
  private static String origin(MainProgram program, String className, String location) {
    String name = className.replace('.', '/');
    int slash = name.lastIndexOf('/');
    String packageName = slash < 0 ? "" : name.substring(0, slash);
    int found = program.originOf(name, packageName, url(location));
    return switch (found) {
      case OriginRecord.APPLICATION -> "APPLICATION";
      case OriginRecord.LIBRARY -> "LIBRARY";
      case OriginRecord.UNSURE -> "UNSURE";
      default -> throw new AssertionError(found);
    };
  }

  private static URL url(String location) {
    try {
      // URL protocols such as nested: are known only if the program provides a handler.
      return location.startsWith("file:") || location.startsWith("jrt:")
          ? URI.create(location).toURL()
          : new URL(null, location, new NoHandler());
    } catch (MalformedURLException e) {
      throw new AssertionError(e);
    }
  }

  private static final class NoHandler extends URLStreamHandler {
    @Override
    protected java.net.URLConnection openConnection(URL url) {
      throw new AssertionError("opened " + url);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "com.acme.Main, file:/opt/classes/, APPLICATION",
    "org.other.Tool, file:/opt/classes/, APPLICATION",
    "com.acme.db.Store, file:/opt/lib/acme-db.jar, APPLICATION",
    "com.acme.Store, file:/opt/lib/acme-db.jar, APPLICATION",
    "com.acmedb.Store, file:/opt/lib/driver.jar, LIBRARY",
    "com.zaxxer.Pool, file:/opt/lib/pool.jar, LIBRARY",
    "com.zaxxer.Pool, file:/opt/pool.jar, LIBRARY",
    "Unnamed, file:/opt/lib/pool.jar, LIBRARY",
    "com.vendor.Late, memory:/x, LIBRARY",
    "Script, file:/home/x/Script.java, APPLICATION",
    "org.other.Ours, nested:/opt/app.jar/!BOOT-INF/classes/!/, APPLICATION",
    "org.other.Ours, file:/srv/shop/WEB-INF/classes/, APPLICATION",
    "org.other.Lib, nested:/opt/app.jar/!BOOT-INF/lib/x.jar!/, LIBRARY"
  })
  void theMainClassIsInAFolder(String className, String location, String expected) {
    MainProgram program = started("com.acme.Main --x", "com.acme.Main", "file:/opt/classes/");
    assertThat(origin(program, className, location)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "com.acme.Main, file:/opt/app.jar, APPLICATION",
    "com.acme.db.Store, file:/opt/app.jar, APPLICATION",
    "com.zaxxer.Pool, file:/opt/app.jar, UNSURE",
    "com.zaxxer.Pool, file:/opt/lib/pool.jar, LIBRARY"
  })
  void theMainClassIsTheFirstOfItsJar(String className, String location, String expected) {
    MainProgram program = started("/opt/app.jar --x", "com.acme.Main", MAIN_JAR);
    assertThat(origin(program, className, location)).isEqualTo(expected);
    MainProgram byName = started("com.acme.Main", "com.acme.Main", MAIN_JAR);
    assertThat(origin(byName, className, location)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"Main, Other, com.zaxxer.Pool", "app.Main, app.Other, app.db.Pool"})
  void aShortNameCoversOnlyItsOwnPackage(String main, String same, String other) {
    MainProgram program = started("/opt/app.jar", main, MAIN_JAR);
    assertThat(origin(program, same, MAIN_JAR)).isEqualTo("APPLICATION");
    assertThat(origin(program, other, MAIN_JAR)).isEqualTo("UNSURE");
    assertThat(origin(program, other, "file:/opt/lib/pool.jar")).isEqualTo("LIBRARY");
  }

  @Test
  void manyPublishersShareTwoSegments() {
    MainProgram program =
        started("org.apache.shop.Main", "org.apache.shop.Main", "file:/opt/shop.jar");
    assertThat(origin(program, "org.apache.shop.db.Store", "file:/opt/db.jar"))
        .isEqualTo("APPLICATION");
    assertThat(origin(program, "org.apache.http.Client", "file:/opt/http.jar"))
        .isEqualTo("LIBRARY");
  }

  @Test
  void aProgramThatOnlyRunsTheUsersCodeIsALibrary() {
    MainProgram program =
        started("/opt/app.jar", "org.springframework.boot.loader.launch.JarLauncher", MAIN_JAR);
    assertThat(origin(program, "org.springframework.boot.loader.zip.Z", MAIN_JAR))
        .isEqualTo("LIBRARY");
    assertThat(origin(program, "com.acme.shop.Main", "nested:/opt/app.jar/!BOOT-INF/classes/!/"))
        .isEqualTo("APPLICATION");
    assertThat(origin(program, "com.acme.db.Store", "nested:/opt/app.jar/!BOOT-INF/lib/db.jar!/"))
        .isEqualTo("APPLICATION");
    assertThat(
            origin(
                program, "org.springframework.web.Z", "nested:/opt/app.jar/!BOOT-INF/lib/s.jar!/"))
        .isEqualTo("LIBRARY");
  }

  @Test
  void whatSharesAJarWithSuchAProgramMayBeYours() {
    MainProgram program = started("/opt/app.jar", "org.openjdk.jmh.Main", MAIN_JAR);
    assertThat(origin(program, "org.openjdk.jmh.runner.Loop", MAIN_JAR)).isEqualTo("LIBRARY");
    assertThat(origin(program, "com.acme.SortBenchmark", MAIN_JAR)).isEqualTo("UNSURE");
  }

  @Test
  void aJarBesideAFolderOfTestsIsOfTheSameBuild() {
    MainProgram program = MainProgram.of("/tmp/booter.jar x", "/tmp/booter.jar");
    origin(program, "org.apache.maven.surefire.booter.ForkedBooter", "file:/m2/booter-3.jar");
    assertThat(origin(program, "com.acme.ImportIT", "file:/shop/target/test-classes/"))
        .isEqualTo("APPLICATION");
    assertThat(origin(program, "com.acme.Import", "file:/shop/target/shop-1.jar"))
        .isEqualTo("APPLICATION");
    assertThat(origin(program, "org.other.Lib", "file:/m2/lib-1.jar")).isEqualTo("LIBRARY");
  }

  @Test
  void modulesAreWhole() {
    MainProgram program = started("acme.app/com.acme.Main x", "com.acme.Main", "jrt:/acme.app");
    assertThat(origin(program, "org.other.Helper", "jrt:/acme.app")).isEqualTo("APPLICATION");
    assertThat(origin(program, "org.xml.sax.Parser", "jrt:/java.xml")).isEqualTo("LIBRARY");
  }

  @Test
  void whatIsLoadedFromJarsBeforeTheMainClassIsALibrary() {
    MainProgram program = MainProgram.of("com.acme.Main", "");
    assertThat(origin(program, "com.acme.agent.Agent", MAIN_JAR)).isEqualTo("LIBRARY");
  }

  @Test
  void withoutAMainClassAJarMayBeEither() {
    assertThat(origin(MainProgram.of(null, null), "com.acme.Main", MAIN_JAR)).isEqualTo("UNSURE");
  }

  @Test
  void aJarIsFoundByItsRelativeName() {
    MainProgram program = MainProgram.of("lib/app.jar x", "lib/app.jar");
    String jar = new File("lib/app.jar").toURI().toString();
    assertThat(origin(program, "com.acme.Main", jar)).isEqualTo("APPLICATION");
    assertThat(origin(program, "com.zaxxer.Pool", jar)).isEqualTo("UNSURE");
  }
}
