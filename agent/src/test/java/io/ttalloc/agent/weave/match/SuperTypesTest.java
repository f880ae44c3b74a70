package io.ttalloc.agent.weave.match;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.agent.weave.classes.ClassHeader;
import io.ttalloc.rules.ClassPattern;
import io.ttalloc.rules.Rule;
import io.ttalloc.rules.clause.Clauses;
import io.ttalloc.text.yaml.Position;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

/** Each class file of a supertype is read once per loader, and loaders are kept apart. */
class SuperTypesTest {
  private static final String OBJECT = "java/lang/Object";

  @Test
  void allSuperTypesAreFoundAndEachOnce() {
    Loader loader =
        new Loader()
            .with("Base", OBJECT, "Left", "Right")
            .with("Left", OBJECT, "Top")
            .with("Right", OBJECT, "Top")
            .with("Top", OBJECT);

    assertThat(SuperTypes.of(loader, type("Heir", "Base", "Right")))
        .containsExactly("Base", "Right", "Left", "Top");
    assertThat(loader.asked).containsExactly("Base", "Right", "Left", "Top");
  }

  @Test
  void whatAClassFileSaidIsKeptForItsLoader() {
    Loader loader = new Loader().with("Base", OBJECT, "Top").with("Top", OBJECT);
    assertThat(SuperTypes.of(loader, type("Heir", "Base"))).containsExactly("Base", "Top");
    loader.asked.clear();

    assertThat(SuperTypes.of(loader, type("Other", "Base"))).containsExactly("Base", "Top");
    assertThat(loader.asked).isEmpty();
  }

  @Test
  void aClassOfTheSameNameInAnotherLoaderIsAnotherClass() {
    Loader one = new Loader().with("Base", OBJECT, "java/sql/Wrapper");
    Loader other = new Loader().with("Base", OBJECT);

    assertThat(SuperTypes.of(one, type("Heir", "Base")))
        .containsExactly("Base", "java/sql/Wrapper");
    assertThat(SuperTypes.of(other, type("Heir", "Base"))).containsExactly("Base");
  }

  @Test
  void whatWasNotFoundIsNotLookedForAgainForAWhile() {
    Loader loader = new Loader();
    ClassHeader heir = ClassHeader.of(type("Heir", "Base"));
    assertThat(SuperTypes.of(loader, heir, 5)).containsExactly("Base");
    assertThat(loader.asked).containsExactly("Base");
    loader.with("Base", OBJECT, "java/io/Closeable");

    long end = 5 + SuperTypes.MISSING_NANOS;
    assertThat(SuperTypes.of(loader, heir, end - 1)).containsExactly("Base");
    assertThat(loader.asked).containsExactly("Base");
    assertThat(SuperTypes.of(loader, heir, end))
        .containsExactly("Base", "java/io/Closeable", "java/lang/AutoCloseable");
  }

  @Test
  void whatIsLoadedIsFoundThoughTheLoaderGivesNoClassFiles() {
    Loader loader = new Loader();
    assertThat(SuperTypes.of(loader, type("Heir", "Base"))).containsExactly("Base");
    loader.define("Top", OBJECT, "java/io/Closeable");
    loader.define("Base", "Top");
    loader.asked.clear();

    assertThat(SuperTypes.of(loader, type("Heir", "Base")))
        .containsExactly("Base", "Top", "java/io/Closeable", "java/lang/AutoCloseable");
    assertThat(loader.asked).isEmpty();
  }

  /**
   * In OSGi, a loader may not find all supertypes of its classes: a bundle need not import the
   * types that only the supertypes of its classes extend.
   */
  @Test
  void superTypesOfALoadedClassAreThoseThatItsOwnLoaderSees() {
    Loader other = new Loader();
    other.define("Hidden", OBJECT, "java/io/Closeable");
    Class<?> base = other.define("Base", "Hidden");
    Loader loader = new Loader().importing(base);
    loader.define("First", "Base");

    assertThat(SuperTypes.of(loader, type("Heir", "Base")))
        .containsExactly("Base", "Hidden", "java/io/Closeable", "java/lang/AutoCloseable");
    assertThat(loader.asked).isEmpty();
  }

  @Test
  void whatIsInheritedIsKeptWithTheRules() {
    Loader loader = new Loader().with("Base", OBJECT, "Top").with("Top", OBJECT);
    RuleIndex others = new RuleIndex(List.of(ofHeirs("com.acme.Other")));
    RuleIndex rules = new RuleIndex(List.of(ofHeirs("Top")));
    ClassHeader declared = ClassHeader.of(type("Heir", "Base"));

    assertThat(SuperTypes.inheritsNothing(loader, declared, others, null))
        .isFalse(); // not known yet
    assertThat(SuperTypes.inherited(loader, declared, others)).isEmpty();
    assertThat(SuperTypes.inheritsNothing(loader, declared, others, null)).isTrue();
    assertThat(SuperTypes.inheritsNothing(loader, declared, rules, null)).isFalse();
    assertThat(SuperTypes.inherited(loader, declared, rules))
        .containsExactlyElementsOf(rules.all());
    assertThat(SuperTypes.inheritsNothing(loader, declared, rules, null)).isFalse();
  }

  @Test
  void aClassWithAMissingSuperTypeIsLookedAtEachTime() {
    Loader loader = new Loader().with("Base", "Missing");
    RuleIndex rules = new RuleIndex(List.of(ofHeirs("com.acme.Resource")));
    ClassHeader declared = ClassHeader.of(type("Heir", "Base"));
    assertThat(SuperTypes.inherited(loader, declared, rules)).isEmpty();
    assertThat(SuperTypes.inheritsNothing(loader, declared, rules, null)).isFalse();

    loader.define("com/acme/Resource", OBJECT);
    loader.define("Missing", "com/acme/Resource");
    loader.define("Base", "Missing");
    assertThat(SuperTypes.inherited(loader, declared, rules))
        .containsExactlyElementsOf(rules.all());
  }

  private static Rule ofHeirs(String className) {
    return new Rule(
        new ClassPattern(className, ClassPattern.Kind.CLASS),
        true,
        Map.of(Clauses.TYPE, "thing"),
        Position.wholeFile("test"));
  }

  @Test
  void aClassThatIsItsOwnSuperTypeEndsTheSearch() {
    Loader loader = new Loader().with("Base", "Heir").with("Heir", "Base");

    assertThat(SuperTypes.of(loader, type("Heir", "Base"))).containsExactly("Base", "Heir");
  }

  private static ClassReader type(String name, String superClass, String... interfaces) {
    return new ClassReader(classFile(name, superClass, interfaces));
  }

  private static byte[] classFile(String name, String superClass, String... interfaces) {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, name, null, superClass, interfaces);
    writer.visitEnd();
    return writer.toByteArray();
  }

  /** Provides class files as streams, and records which ones were requested. */
  private static final class Loader extends ClassLoader {
    private final Map<String, byte[]> files = new HashMap<>();
    private final Map<String, Class<?>> imported = new HashMap<>();
    private final List<String> asked = new ArrayList<>();

    private Loader() {
      super(null);
    }

    private Loader with(String name, String superClass, String... interfaces) {
      byte[] ignored = files.put(name + ".class", classFile(name, superClass, interfaces));
      return this;
    }

    private Class<?> define(String name, String superClass, String... interfaces) {
      byte[] file = classFile(name, superClass, interfaces);
      return defineClass(name.replace('/', '.'), file, 0, file.length);
    }

    private Loader importing(Class<?> type) {
      imported.put(type.getName(), type);
      return this;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      Class<?> type = imported.get(name);
      if (type == null) {
        throw new ClassNotFoundException(name);
      }
      return type;
    }

    @Override
    public @Nullable InputStream getResourceAsStream(String name) {
      byte[] file = files.get(name);
      boolean unused = asked.add(name.substring(0, name.length() - ".class".length()));
      return file == null ? null : new ByteArrayInputStream(file);
    }
  }
}
