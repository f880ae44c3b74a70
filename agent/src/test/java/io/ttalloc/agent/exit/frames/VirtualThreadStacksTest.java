package io.ttalloc.agent.exit.frames;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VirtualThreadStacksTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "java.base/java.lang.Thread.sleep(Thread.java:507) | java.lang.Thread | sleep | Thread.java | 507",
        "app//com.acme.Main.lambda$main$0(Main.java:3) | com.acme.Main | lambda$main$0 | Main.java | 3",
        "V.<init>(V.java:12) | V | <init> | V.java | 12",
        "java.base/java.lang.Object.wait0(Native Method) | java.lang.Object | wait0 | | -2",
        "com.acme.Generated.run(Unknown Source) | com.acme.Generated | run | | -1",
        "com.acme.Main.run(Main.java) | com.acme.Main | run | Main.java | -1",
        "com.acme.Main.run(Main.java:99999999999) | com.acme.Main | run | | -1",
        "nonsense | '' | nonsense | | -1",
        "( | '' | '' | | -1",
      })
  void readsAFrameOfAThreadDump(
      String text, String className, String method, String file, int line) {
    StackTraceElement frame = VirtualThreadStacks.frame(text);

    assertThat(frame.getClassName()).isEqualTo(className);
    assertThat(frame.getMethodName()).isEqualTo(method);
    assertThat(frame.getFileName()).isEqualTo(file);
    assertThat(frame.getLineNumber()).isEqualTo(line);
  }
}
