package io.ttalloc.it.process;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Security;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Prints everything that an application can see of itself and that an agent may change, one fact
 * per line.
 */
final class LooksAround {
  private LooksAround() {}

  public static void main(String[] args) throws Exception {
    try (Door door = new Door("front");
        Door found = Door.find("back")) {
      door.knock(1);
      found.knock(1);
    }
    new Heir(false).close();
    members();
    stacks();
    process();
  }

  private static void members() throws Exception {
    say("fields of a class whose objects were opened", fields(Door.class));
    say("fields of a class without objects", fields(Unopened.class));
    say("fields of a class whose objects were opened, own loader", fields(ownCopy()));
    say("public fields", members(Door.class.getFields()));
    say("methods", members(Door.class.getDeclaredMethods()));
    say("methods of a class that inherits its close", members(Heir.class.getDeclaredMethods()));
    say("constructors", members(Door.class.getDeclaredConstructors()));
    say("interfaces", Arrays.toString(Door.class.getInterfaces()));
    say("annotations", Arrays.toString(Door.class.getAnnotations()));
    say("nested classes", Arrays.toString(Door.class.getDeclaredClasses()));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(new Door("note"));
    }
    say("serialized bytes", bytes.size());
  }

  private static String fields(Class<?> type) {
    return members(
        Arrays.stream(type.getDeclaredFields())
            .filter(field -> !List.of("name", "serialVersionUID").contains(field.getName()))
            .toArray(Member[]::new));
  }

  /** Loads the class a second time, in a class loader that may be unloaded. */
  private static Class<?> ownCopy() throws Exception {
    URL here = LooksAround.class.getProtectionDomain().getCodeSource().getLocation();
    URLClassLoader loader =
        new URLClassLoader(new URL[] {here}, ClassLoader.getPlatformClassLoader());
    Class<?> copy = Class.forName(Door.class.getName(), true, loader);
    var constructor = copy.getDeclaredConstructor(String.class);
    constructor.setAccessible(true);
    ((AutoCloseable) constructor.newInstance("side")).close();
    return copy;
  }

  private static String members(Member[] members) {
    TreeSet<String> texts = new TreeSet<>();
    for (Member member : members) {
      boolean old = !member.isSynthetic() && member instanceof AccessibleObject;
      String parameters =
          member instanceof Executable method && method.getParameterCount() > 0
              ? "/" + method.getParameterCount()
              : "";
      texts.add(
          (Modifier.toString(member.getModifiers() & ~Modifier.VOLATILE & ~Modifier.TRANSIENT)
                  + (Modifier.isTransient(member.getModifiers()) ? " transient" : "")
                  + (old ? " " : " synthetic ")
                  + member.getName()
                  + parameters)
              .strip());
    }
    return texts.toString();
  }

  /** The stack traces of the application's exceptions contain only its own frames. */
  private static void stacks() {
    stackOf("a constructor that throws", () -> new Heir(true));
    stackOf("a factory that throws", () -> Door.find(null));
    stackOf("a use that throws", () -> new Door("x").knock(0));
    stackOf("a close that throws", () -> new Door("stuck").close());
    stackOf("an inherited close that throws", () -> new Heir(false).fail().close());
  }

  private static void stackOf(String what, Runnable task) {
    List<String> frames = new ArrayList<>();
    try {
      task.run();
    } catch (IllegalStateException e) {
      for (StackTraceElement frame : e.getStackTrace()) {
        String name = frame.getClassName().replaceAll(".*\\.", "");
        if (!frame.getMethodName().startsWith("lambda$")) {
          frames.add(name + "." + frame.getMethodName());
        }
      }
    }
    say("stack of " + what, frames);
  }

  private static void process() throws Exception {
    for (String name :
        List.of(
            "java.lang.TtAllocHooks",
            "io.ttalloc.probe.Probe",
            "io.ttalloc.agent.AgentEntry",
            "net.bytebuddy.ByteBuddy",
            "org.objectweb.asm.ClassReader",
            "org.slf4j.Logger")) {
      say("class " + name, isThere(name));
    }
    Module base = Object.class.getModule();
    for (String name : new TreeSet<>(base.getPackages())) {
      if (name.startsWith("jdk.internal.") || name.equals("java.lang")) {
        boolean exported = base.isExported(name, LooksAround.class.getModule());
        boolean opened = base.isOpen(name, LooksAround.class.getModule());
        say("package " + name + " of java.base is exported", exported);
        say("package " + name + " of java.base is open", opened);
      }
    }
    say("threads", ThreadsThere.names());
    say("threads that keep the JVM from ending", ThreadsThere.others(t -> !t.isDaemon()));
    say(
        "threads with a context class loader",
        ThreadsThere.others(thread -> thread.getContextClassLoader() != null));
    for (String name : new TreeSet<>(System.getProperties().stringPropertyNames())) {
      say("system property " + name, System.getProperty(name).replace("\n", "\\n"));
    }
    say("class path", System.getProperty("java.class.path"));
    say("uncaught exceptions", Thread.getDefaultUncaughtExceptionHandler());
    say("context class loader", Thread.currentThread().getContextClassLoader().getClass());
    boolean hasAgent = isThere("io.ttalloc.agent.AgentEntry");
    say("management beans of tt-alloc", BeansThere.ofAgent(hasAgent));
    say("other management beans", BeansThere.countOfOthers());
    say("security providers", Arrays.toString(Security.getProviders()));
    say("shutdown slots", shutdownSlots());
    say("mapped files", mapped() > 0);
    say("open files", openFiles());
    say(
        "a flag of the JVM is -javaagent",
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
            .anyMatch(flag -> flag.startsWith("-javaagent:")));
    say("types of events of tt-alloc", EventsThere.ofAgent(hasAgent));
  }

  private static boolean isThere(String name) {
    try {
      Class.forName(name, false, LooksAround.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  private static List<Integer> shutdownSlots() throws ReflectiveOperationException {
    Field field = Class.forName("java.lang.Shutdown").getDeclaredField("hooks");
    field.setAccessible(true);
    Object[] hooks = (Object[]) field.get(null);
    List<Integer> used = new ArrayList<>();
    for (int slot = 0; slot < hooks.length; slot++) {
      if (hooks[slot] != null) {
        used.add(slot);
      }
    }
    return used;
  }

  private static long mapped() {
    return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
        .filter(pool -> pool.getName().equals("mapped"))
        .mapToLong(BufferPoolMXBean::getCount)
        .sum();
  }

  /** The extensions of the agent's open files: ledgers, locks, marks and rules. */
  private static Set<String> openFiles() throws IOException {
    Set<String> endings = new TreeSet<>();
    try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
      for (Path each : open.toList()) {
        Path target = target(each);
        String name = target == null ? "" : target.getFileName().toString();
        if (name.matches(".*\\.(ledger|lock|marks|yaml)")) {
          endings.add(name.substring(name.lastIndexOf('.')));
        }
      }
    }
    return endings;
  }

  private static @Nullable Path target(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor);
    } catch (IOException e) {
      return null; // The descriptor of the listing itself, which is closed by now.
    }
  }

  private static void say(String what, @Nullable Object value) {
    System.out.println(what + ": " + value);
  }

  /** Opened and closed. */
  static class Door implements AutoCloseable, Serializable {
    private static final long serialVersionUID = 1L;

    final String name;

    Door(String name) {
      this.name = name;
    }

    static Door find(@Nullable String name) {
      if (name == null) {
        throw new IllegalStateException("no name");
      }
      return new Door(name);
    }

    void knock(int times) {
      if (times == 0) {
        throw new IllegalStateException("no knock");
      }
    }

    @Override
    public void close() {
      if (name.equals("stuck")) {
        throw new IllegalStateException(name);
      }
    }
  }

  /** Has no instances. */
  static final class Unopened implements AutoCloseable {
    @Override
    public void close() {}
  }

  /** No rule names it. */
  static class Old implements AutoCloseable {
    private boolean failing;

    Old fail() {
      failing = true;
      return this;
    }

    @Override
    public void close() {
      if (failing) {
        throw new IllegalStateException("failing");
      }
    }
  }

  /** A class whose rule names a close method that the class only inherits. */
  static final class Heir extends Old {
    Heir(boolean fails) {
      if (fails) {
        throw new IllegalStateException("fails");
      }
    }
  }
}
