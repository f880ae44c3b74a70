package io.ttalloc.it.spring;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.ttalloc.it.jvm.Repository;
import io.ttalloc.it.jvm.TestJvm;
import io.ttalloc.testing.Await;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;

/** The class path of JVMs that run the programs in the tests of the module spring-boot-starter. */
final class SpringPrograms {
  private SpringPrograms() {}

  /** The starter as shipped, the programs, and Spring. */
  static Path[] classPath() throws IOException {
    return classPath(tests().resolveSibling("classpath"), Stream.of());
  }

  /** The same class path with Spring Boot 4. Skips the test if no build has written that path. */
  static Path[] classPathOfBoot4() throws IOException {
    // The build of .ci/run writes this file.
    Path boot4 = Repository.root().resolve("libraries/spring-boot-4/target/classpath");
    if (!Files.exists(boot4)) {
      System.out.println("StarterIT with Spring Boot 4 is skipped: there is no " + boot4);
    }
    assumeTrue(Files.exists(boot4));
    return classPath(boot4, Stream.of(TestJvm.locationOf(Await.class)));
  }

  private static Path tests() {
    Path own = Repository.root().resolve("integration-tests");
    Path module = Repository.root().resolve("spring-boot-starter");
    return module.resolve(own.relativize(TestJvm.locationOf(SpringPrograms.class)));
  }

  private static Path[] classPath(Path spring, Stream<Path> more) throws IOException {
    Path starter = Repository.root().resolve("spring-boot-starter/target");
    Stream<Path> own = Stream.of(starter.resolve("tt-alloc-spring-boot-starter.jar"), tests());
    Stream<Path> libraries =
        Arrays.stream(Files.readString(spring).strip().split(File.pathSeparator, -1)).map(Path::of);
    return Stream.of(own, libraries, more).flatMap(each -> each).toArray(Path[]::new);
  }
}
