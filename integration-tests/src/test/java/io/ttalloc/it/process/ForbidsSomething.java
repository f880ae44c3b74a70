package io.ttalloc.it.process;

import java.io.FilePermission;
import java.security.Permission;
import java.util.ArrayList;
import java.util.List;
import java.util.PropertyPermission;

/**
 * Leaks one resource, and then installs a security manager that forbids what the argument says.
 * With {@code first}, a manager that forbids nearly everything is installed before the leak.
 */
@SuppressWarnings({"removal", "deprecation"})
final class ForbidsSomething {
  private static final List<Object> OPEN = new ArrayList<>();

  private ForbidsSomething() {}

  static final class Cup implements AutoCloseable {
    @Override
    public void close() {}
  }

  public static void main(String[] args) {
    String forbidden = args[0];
    boolean first = forbidden.equals("first");
    if (!first) {
      OPEN.add(new Cup());
    }
    SecurityManagerIT.Checked.install(new Forbidding(forbidden));
    if (first) {
      OPEN.add(new Cup());
    }
  }

  private static final class Forbidding extends SecurityManager {
    private final String forbidden;

    Forbidding(String forbidden) {
      this.forbidden = forbidden;
    }

    @Override
    public void checkPermission(Permission permission) {
      String name = permission.getName();
      boolean ofFile = permission instanceof FilePermission;
      boolean refused =
          switch (forbidden) {
            case "read" ->
                ofFile && permission.getActions().equals("read") && !name.endsWith(".class");
            case "property" -> permission instanceof PropertyPermission;
            case "reflection" -> name.equals("accessDeclaredMembers");
            case "first" -> !ofFile && !name.startsWith("exitVM.");
            default -> false;
          };
      if (refused) {
        throw new SecurityException("no " + permission);
      }
    }

    @Override
    public void checkAccess(Thread thread) {
      if (forbidden.equals("thread") || forbidden.equals("first")) {
        throw new SecurityException("no thread");
      }
    }

    @Override
    public void checkAccess(ThreadGroup group) {
      if (forbidden.equals("group")) {
        throw new SecurityException("no group");
      }
    }
  }
}
