package io.ttalloc.analysis.site;

import static io.ttalloc.analysis.LedgerBuilder.stack;
import static io.ttalloc.analysis.LedgerBuilder.type;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.record.TypeEntry;
import org.junit.jupiter.api.Test;

class FingerprintTest {
  private static final TypeEntry FILE = type("file", "java.io.FileInputStream");

  private static String of(String... calls) {
    return Fingerprint.of(FILE, stack(calls));
  }

  @Test
  void isSixteenHexadecimalDigits() {
    assertThat(of("com.acme.A.read:1")).matches("[0-9a-f]{16}");
  }

  @Test
  void staysWhenLinesMove() {
    assertThat(of("com.acme.A.read:1", "com.acme.B.run:2"))
        .isEqualTo(of("com.acme.A.read:7", "com.acme.B.run:9"));
  }

  @Test
  void staysWhenGeneratedNamesChange() {
    assertThat(of("com.acme.A.lambda$read$3:1")).isEqualTo(of("com.acme.A.lambda$read$12:1"));
    assertThat(of("com.acme.A$1.run:1")).isEqualTo(of("com.acme.A$2.run:1"));
    assertThat(of("com.acme.A$$Lambda/0x00007f1.run:1"))
        .isEqualTo(of("com.acme.A$$Lambda/0x00007f2.run:1"));
    assertThat(of("jdk.proxy2.$Proxy12.read:1")).isEqualTo(of("jdk.proxy2.$Proxy13.read:1"));
  }

  @Test
  void staysWhenTheJdkReflectsInAnotherWay() {
    assertThat(of("com.acme.A.read:1", "java.lang.reflect.Method.invoke:5", "com.acme.B.run:2"))
        .isEqualTo(
            of(
                "com.acme.A.read:1",
                "jdk.internal.reflect.DirectMethodHandleAccessor.invoke:3",
                "com.acme.B.run:2"));
  }

  @Test
  void staysWhenARecursionIsDeeper() {
    String once = of("com.acme.A.walk:3", "com.acme.B.run:2");
    assertThat(
            of("com.acme.A.walk:3", "com.acme.A.walk:5", "com.acme.A.walk:6", "com.acme.B.run:2"))
        .isEqualTo(once);
  }

  @Test
  void staysWhenAnotherThreadRunsTheTask() {
    assertThat(
            of(
                "com.acme.A.read:1",
                "java.util.concurrent.FutureTask.run:3",
                "java.util.concurrent.ThreadPoolExecutor.runWorker:4",
                "java.lang.Thread.run:5"))
        .isEqualTo(
            of(
                "com.acme.A.read:1",
                "java.util.concurrent.FutureTask.run:3",
                "java.util.concurrent.ThreadPoolExecutor$CallerRunsPolicy.rejectedExecution:2",
                "com.acme.B.run:2"));
  }

  @Test
  void differsWhenTypeOrFramesDiffer() {
    String one = of("com.acme.A.read:1", "com.acme.B.run:2");
    assertThat(one).isNotEqualTo(of("com.acme.B.run:2", "com.acme.A.read:1"));
    assertThat(one).isNotEqualTo(of("com.acme.A.read2:1", "com.acme.B.run:2"));
    TypeEntry socket = type("socket", "java.net.Socket");
    assertThat(one)
        .isNotEqualTo(Fingerprint.of(socket, stack("com.acme.A.read:1", "com.acme.B.run:2")));
  }
}
