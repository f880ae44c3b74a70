package io.ttalloc.agent.weave.check;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.agent.weave.match.SuperTypes;
import io.ttalloc.rules.MethodPattern;
import io.ttalloc.text.yaml.Position;
import java.io.Closeable;
import java.io.Serializable;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;

/** Tests which methods a class inherits, and whether calls to them can be added to the class. */
class InheritanceTest {
  private static List<Inheritance.Inherited> inheritedBy(Class<?> heir) {
    ClassLoader loader = heir.getClassLoader();
    ClassReader reader = requireNonNull(SuperTypes.read(loader, heir.getName().replace('.', '/')));
    MethodPattern close =
        requireNonNull(MethodPattern.parse("close", new Position("rules.yaml", 1, 1)));
    return new Inheritance(loader, reader, ClassMembers.of(reader)).of(close);
  }

  /**
   * Each method with the class that declares it, and the reason why no bridge to it can be added,
   * if any.
   */
  private static List<String> closesOf(Class<?> heir) {
    return inheritedBy(heir).stream()
        .map(
            one ->
                one.writer().substring(one.writer().indexOf('$') + 1)
                    + one.method().descriptor()
                    + (one.hindrance() == null ? "" : " " + one.hindrance()))
        .toList();
  }

  private static String targetOf(Class<?> heir) {
    Bridge bridge = inheritedBy(heir).get(0).bridge();
    return bridge.target().substring(bridge.target().indexOf('$') + 1)
        + (bridge.targetIsInterface() ? " as an interface" : "");
  }

  @Test
  void theNearestSuperclassWinsAndAnyWinsOverInterfaces() {
    assertThat(closesOf(OfClass.class)).containsExactly("Near()V");
    assertThat(targetOf(OfClass.class)).isEqualTo("Near");
  }

  @Test
  void aDefaultMethodIsCalledOnTheInterfaceThatTheClassNames() {
    assertThat(closesOf(OfInterface.class)).containsExactly("Closing()V");
    assertThat(targetOf(OfInterface.class)).isEqualTo("Closing as an interface");
  }

  /** The JVM accepts a super call to an interface only if the class itself names that interface. */
  @Test
  void aDefaultMethodThatASuperclassInheritsIsCalledOnTheSuperclass() {
    assertThat(closesOf(OfParent.class)).containsExactly("Closing()V");
    assertThat(targetOf(OfParent.class)).isEqualTo("OfInterface");
  }

  @Test
  void aDefaultMethodThatOnlyAnotherInterfaceInheritsIsCalledOnThatOne() {
    assertThat(closesOf(ByWayOfAnother.class)).containsExactly("Closing()V");
    assertThat(targetOf(ByWayOfAnother.class)).isEqualTo("Feed as an interface");
  }

  @Test
  void aDefaultMethodWinsOverThoseThatItOverrides() {
    assertThat(closesOf(OfTwo.class)).containsExactly("NearerClosing()V");
    assertThat(targetOf(OfTwo.class)).isEqualTo("NearerClosing as an interface");
    assertThat(closesOf(OfCloseable.class)).containsExactly("DefaultClose()V");
  }

  @Test
  void privateAndStaticMethodsAreNotInherited() {
    assertThat(closesOf(OfManyForms.class)).containsExactly("ManyForms()V");
  }

  @Test
  void theSerialVersionMustNotChange() {
    assertThat(closesOf(Stored.class))
        .containsExactly(
            "Near()V adding a method to io.ttalloc.agent.weave.check.InheritanceTest$Stored would"
                + " change that class's serialVersionUID");
    assertThat(closesOf(Versioned.class)).containsExactly("Near()V");
  }

  static class Far {
    public void close() {}
  }

  static class Near extends Far implements Closing {
    @Override
    public void close() {}
  }

  interface Closing {
    default void close() {}
  }

  interface NearerClosing extends Closing {
    @Override
    default void close() {}
  }

  interface Feed extends Closing {}

  static final class OfClass extends Near implements Closing {}

  static class OfInterface implements Closing {}

  static final class OfParent extends OfInterface {}

  static final class ByWayOfAnother implements Feed {}

  interface DefaultClose extends Closeable {
    @Override
    default void close() {}
  }

  static final class OfCloseable implements DefaultClose {}

  static final class OfTwo implements Closing, NearerClosing {}

  static class ManyForms {
    public void close() {
      close(1);
    }

    static void close(Iterable<?> all) {}

    private void close(int key) {
      assertThat(key).isPositive();
    }
  }

  static final class OfManyForms extends ManyForms {}

  static final class Stored extends Near implements Serializable {}

  static final class Versioned extends Near implements Serializable {
    private static final long serialVersionUID = 1;
  }
}
