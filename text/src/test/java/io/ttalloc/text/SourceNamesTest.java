package io.ttalloc.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SourceNamesTest {

  @ParameterizedTest
  @CsvSource({
    "com.acme.Main, com.acme.Main",
    "Main, Main",
    "java.util.Map$Entry, java.util.Map.Entry",
    "com.acme.A$B$C, com.acme.A.B.C",
    "com.acme.A$B[], com.acme.A.B[]",
    "com.acme.Main$1, anonymous class in com.acme.Main",
    "com.acme.Main$12$3, anonymous class in com.acme.Main.<anonymous>",
    "com.acme.Main$1$Step, com.acme.Main.<anonymous>.Step",
    "com.acme.Main$1Worker, com.acme.Main.Worker",
    "com.acme.Main$1worker, com.acme.Main.worker",
    "com.acme.Main$$Lambda$14/0x000001, lambda in com.acme.Main",
    "com.acme.Main$$Lambda/0x0000.7f01, lambda in com.acme.Main",
    "com.acme.Main$Task$$Lambda, lambda in com.acme.Main.Task",
    "com.acme.Main$Proxy, com.acme.Main.Proxy",
    "com.acme.Main$Task$$EnhancerBySpring$$1a, com.acme.Main.Task$$EnhancerBySpring$$1a"
  })
  void nestedClassesAreWrittenAsInTheSource(String binary, String source) {
    assertThat(SourceNames.of(binary)).isEqualTo(source);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "com.sun.proxy.$Proxy12",
        "$Proxy12",
        "com.acme.Shop$Proxy12",
        "com.acme.Shop$$EnhancerBySpringCGLIB$$1a2b",
        "com.acme.Shop$HibernateProxy$N8kPxT1d",
        "com.acme.Shop$ByteBuddy$kx3",
        "com.acme.Shop$MockitoMock$123",
        "scala.collection.immutable.$colon$colon",
        "com.acme.Shop$",
        "com.acme.Shop$$anon$1",
        "com.acme.ShopKt$main$1",
        "com.acme.shop$_run_closure1",
        "com.acme.money$rate"
      })
  void aDollarOfAnyOtherMeaningRemains(String binary) {
    assertThat(SourceNames.of(binary)).isEqualTo(binary);
    assertThat(SourceNames.qualifier(binary)).isEqualTo(binary);
  }

  @ParameterizedTest
  @CsvSource({
    "run, run",
    "<init>, <init>",
    "lambda$run$0, run.<lambda>",
    "lambda$run$12, run.<lambda>",
    "lambda$run$a1b2c3d4$1, run.<lambda>",
    "lambda$new$3, <init>.<lambda>",
    "lambda$static$0, <clinit>.<lambda>",
    "lambda$0, <lambda>",
    "main$lambda$0, main.<lambda>",
    "main$lambda$1$lambda$0, main.<lambda>",
    "lambda$run$x, lambda$run$x",
    "access$000, access$000",
    "lambda$, lambda$",
    "lambda$$0, lambda$$0"
  })
  void lambdasAreCalledByTheMethodAroundThem(String binary, String source) {
    assertThat(SourceNames.method(binary)).isEqualTo(source);
  }

  @Test
  void aCallKeepsItsPlace() {
    assertThat(SourceNames.call("com.acme.Main$Task.lambda$run$0(Main.java:42)"))
        .isEqualTo("com.acme.Main.Task.run.<lambda>(Main.java:42)");
    assertThat(SourceNames.call("com.acme.Main$1.run")).isEqualTo("com.acme.Main.<anonymous>.run");
    assertThat(SourceNames.call("run(Main.java:42)")).isEqualTo("run(Main.java:42)");
  }

  @Test
  void theShortFormLeavesThePackageOut() {
    assertThat(SourceNames.simple("java.util.Map$Entry")).isEqualTo("Map.Entry");
    assertThat(SourceNames.simple("com.acme.Main$1")).isEqualTo("anonymous class in Main");
    assertThat(SourceNames.simpleQualifier("com.acme.Main$1")).isEqualTo("Main.<anonymous>");
    assertThat(SourceNames.simple("com.acme.Main$$Lambda/0x01.7f")).isEqualTo("lambda in Main");
  }
}
