package io.ttalloc.agent.exit;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.heap.report.FrameVariable;
import io.ttalloc.heap.report.HeapReport;
import io.ttalloc.heap.report.ObjectTypes;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class LoadedInterfacesTest {
  private static ObjectTypes typesOf(String className, Class<?>... loaded) {
    FrameVariable variable = new FrameVariable("main", "Main.run", List.of(className), "");
    HeapReport report = new HeapReport(0, 0, 1, List.of(), List.of(variable));
    return LoadedInterfaces.addedTo(report, loaded).variables().get(0).types();
  }

  @Test
  void addsTheInterfacesOfAClassAndOfAllAboveIt() {
    ObjectTypes types = typesOf("java.util.HashSet", String.class, HashSet.class);

    assertThat(types.complete()).isTrue();
    assertThat(types.names())
        .contains("java.util.Set", "java.util.Collection", "java.lang.Iterable")
        .doesNotContain("java.lang.AutoCloseable", "java.lang.CharSequence");
  }

  @Test
  void findsTheHiddenClassOfALambdaByItsNameInADump() {
    Runnable lambda = () -> {};
    String name = lambda.getClass().getName();

    assertThat(typesOf(name.substring(0, name.indexOf('/')), lambda.getClass()).names())
        .contains("java.lang.Runnable");
  }

  @Test
  void ofAClassThatIsNotLoadedTheInterfacesStayUnknown() {
    assertThat(typesOf("com.acme.Gone", String.class).complete()).isFalse();
  }
}
