package io.ttalloc.it.spring;

import io.ttalloc.it.jvm.Repository;
import io.ttalloc.it.jvm.TestJvm;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;

/**
 * The class path of JVMs that run the programs among the tests of the module spring-boot-starter.
 */
final class SpringPrograms {
  private SpringPrograms() {}

  /** The starter as it ships, those programs, and Spring. */
  static Path[] classPath() throws IOException {
    Path own = Repository.root().resolve("integration-tests");
    Path module = Repository.root().resolve("spring-boot-starter");
    Path tests = module.resolve(own.relativize(TestJvm.locationOf(SpringPrograms.class)));
    String spring = Files.readString(tests.resolveSibling("classpath"));
    return Stream.concat(
            Stream.of(module.resolve("target/tt-alloc-spring-boot-starter.jar"), tests),
            Arrays.stream(spring.strip().split(File.pathSeparator, -1)).map(Path::of))
        .toArray(Path[]::new);
  }
}
