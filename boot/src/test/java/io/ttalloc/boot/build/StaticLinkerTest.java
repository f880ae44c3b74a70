package io.ttalloc.boot.build;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

class StaticLinkerTest {
  @Test
  void linkedClassesDoTheSame() throws Exception {
    Map<String, byte[]> linked = StaticLinker.link(classFiles());
    Class<?> sample = new Defining(linked).loadClass(Sample.class.getName());

    Object made = sample.getDeclaredConstructor().newInstance();

    assertThat(((Supplier<?>) made).get()).isEqualTo(new Sample().get());
  }

  @Test
  void nothingIsLinkedAtRunTime() throws Exception {
    assertThat(dynamic(classFiles())).isNotEmpty();
    assertThat(dynamic(StaticLinker.link(classFiles()))).isEmpty();
  }

  @Test
  void classesWithoutLambdasStayInTheirOrder() throws Exception {
    Map<String, byte[]> files = classFiles();

    assertThat(List.copyOf(StaticLinker.link(files).keySet()).subList(0, files.size()))
        .isEqualTo(List.copyOf(files.keySet()));
  }

  private static Map<String, byte[]> classFiles() throws IOException {
    Map<String, byte[]> files = new LinkedHashMap<>();
    for (Class<?> each : nest()) {
      String name = each.getName().replace('.', '/');
      try (InputStream in = each.getClassLoader().getResourceAsStream(name + ".class")) {
        files.put(name, Objects.requireNonNull(in, name).readAllBytes());
      }
    }
    return files;
  }

  private static List<Class<?>> nest() {
    return Arrays.asList(StaticLinkerTest.class.getNestMembers());
  }

  private static List<String> dynamic(Map<String, byte[]> files) {
    List<String> found = new ArrayList<>();
    files.forEach(
        (name, file) ->
            new ClassReader(file)
                .accept(
                    new ClassVisitor(Opcodes.ASM9) {
                      @Override
                      public MethodVisitor visitMethod(
                          int access,
                          String method,
                          String descriptor,
                          @Nullable String signature,
                          String @Nullable [] exceptions) {
                        return new MethodVisitor(Opcodes.ASM9) {
                          @Override
                          public void visitInvokeDynamicInsn(
                              String callee, String type, Handle bootstrap, Object... arguments) {
                            found.add(name + "." + method + ": " + callee);
                          }
                        };
                      }
                    },
                    0));
    return found;
  }

  /** Defines the linked classes, which have the same names as classes of the test. */
  private static final class Defining extends ClassLoader {
    private final Map<String, byte[]> files;

    Defining(Map<String, byte[]> files) {
      super(StaticLinkerTest.class.getClassLoader());
      this.files = files;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      byte[] file = files.get(name.replace('.', '/'));
      if (file == null) {
        return super.loadClass(name, resolve);
      }
      Class<?> loaded = findLoadedClass(name);
      return loaded == null ? defineClass(name, file, 0, file.length) : loaded;
    }
  }

  /** Has a private constructor and private methods, which members of the nest may call. */
  private static final class Part {
    private final String text;

    private Part(String text) {
      this.text = text;
    }

    private String text() {
      return text;
    }
  }

  private interface Shape {
    String name();

    /** Lambdas of an interface. */
    @SuppressWarnings("UnnecessaryLambda")
    default Supplier<String> shout() {
      return () -> hidden(name());
    }

    private static String hidden(String text) {
      return text + "!";
    }
  }

  private record Empty() {}

  private record All(
      boolean a, byte b, char c, short d, int e, long f, float g, double h, @Nullable Object i)
      implements Shape {
    @Override
    public String name() {
      return "all";
    }
  }

  /** Contains all forms of lambdas, method references and records; each produces a string. */
  public static final class Sample implements Supplier<List<String>> {
    private final String field = "own";

    @Override
    public List<String> get() {
      List<String> texts = new ArrayList<>();
      addLambdas(texts);
      addReferences(texts);
      addConversions(texts);
      addRecords(texts);
      return texts;
    }

    private void addLambdas(List<String> texts) {
      int number = 7;
      long large = 1L << 40;
      double half = 0.5;
      Supplier<String> nothing = () -> "nothing";
      Supplier<String> captured = () -> field + number + large + half;
      Function<String, Function<String, String>> nested = a -> b -> a + b + field;
      texts.add(nothing.get());
      texts.add(captured.get());
      texts.add(nested.apply("a").apply("b"));
      Set<Supplier<String>> made = new HashSet<>();
      for (int i = 0; i < 2; i++) {
        made.add(() -> "same");
      }
      texts.add(String.valueOf(made.size()));
    }

    private void addReferences(List<String> texts) {
      Function<String, Part> constructor = Part::new;
      Function<Part, String> privateMethod = Part::text;
      UnaryOperator<String> ofInterface = Shape::hidden;
      Supplier<String> bound = this::hidden;
      Comparator<String> comparator = String::compareTo;
      IntFunction<int[]> array = int[]::new;
      Consumer<String> ignoresResult = texts::add;
      texts.add(privateMethod.apply(constructor.apply("part")));
      texts.add(ofInterface.apply("hidden"));
      texts.add(bound.get());
      texts.add(String.valueOf(comparator.compare("a", "c")));
      texts.add(String.valueOf(array.apply(3).length));
      ignoresResult.accept("added");
    }

    private String hidden() {
      return field;
    }

    private static void addConversions(List<String> texts) {
      Function<Integer, Integer> boxed = Integer::intValue;
      ToLongFunction<Integer> wider = Integer::intValue;
      Function<Long, Object> wrapped = Math::abs;
      Integer three = 3;
      LongSupplier captured = three::intValue;
      ToIntFunction<Character> unboxed = Math::abs;
      texts.add(String.valueOf(unboxed.applyAsInt('c')));
      texts.add(String.valueOf(boxed.apply(5)));
      texts.add(String.valueOf(wider.applyAsLong(6)));
      texts.add(String.valueOf(wrapped.apply(-7L)));
      texts.add(String.valueOf(captured.getAsLong()));
    }

    private static void addRecords(List<String> texts) {
      record Local(char letter) {}
      texts.add(new Local('l').toString());
      All one = all("i", 0.0);
      texts.add(one.shout().get());
      texts.add(one.toString());
      texts.add(String.valueOf(one.equals(all("i", 0.0))));
      texts.add(String.valueOf(one.equals(all("i", -0.0))));
      texts.add(String.valueOf(one.equals(all(null, 0.0))));
      texts.add(String.valueOf(one.equals(new Empty())));
      texts.add(String.valueOf(all(null, 0.0).hashCode()));
      texts.add(String.valueOf(all("i", 1.0).hashCode()));
      texts.add(new Empty() + " " + new Empty().hashCode() + new Empty().equals(new Empty()));
    }

    private static All all(@Nullable Object object, double number) {
      return new All(true, (byte) -1, 'c', (short) 4, 5, 1L << 33, Float.NaN, number, object);
    }
  }
}
