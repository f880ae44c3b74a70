package io.ttalloc.ledger.files;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * Another JVM that holds or tests a lock. It prints one line when it is ready, and ends when its
 * input ends.
 */
public final class SecondJvm implements AutoCloseable {
  private final Process process;
  private final BufferedReader out;

  private SecondJvm(String task, Path lock) throws IOException {
    process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xshare:auto",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                SecondJvm.class.getName(),
                task,
                lock.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  /** Starts a JVM that holds a lock, and returns when the JVM has the lock. */
  public static SecondJvm holding(Path lock) throws IOException {
    SecondJvm jvm = new SecondJvm("hold", lock);
    String said = jvm.out.readLine();
    if (!"held".equals(said)) {
      throw new IOException("The second JVM said " + said + ", expected held");
    }
    return jvm;
  }

  /** Asks another JVM whether a lock is held. */
  public static boolean seesHeld(Path lock) throws IOException {
    try (SecondJvm jvm = new SecondJvm("probe", lock)) {
      return Boolean.parseBoolean(jvm.out.readLine());
    }
  }

  long pid() {
    return process.pid();
  }

  /** Kills the JVM with SIGKILL and waits for its end. */
  public void kill() throws InterruptedException {
    process.destroyForcibly();
    if (!process.waitFor(5, TimeUnit.MINUTES)) {
      throw new IllegalStateException("The second JVM did not end");
    }
  }

  @Override
  public void close() throws IOException {
    process.getOutputStream().close();
    try {
      if (!process.waitFor(5, TimeUnit.MINUTES)) {
        process.destroyForcibly();
        throw new IOException("The second JVM did not end");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  public static void main(String[] arguments) throws IOException {
    Path lock = Path.of(arguments[1]);
    if (arguments[0].equals("probe")) {
      System.out.println(LedgerLock.isHeld(lock));
      return;
    }
    try (LedgerLock held = LedgerLock.hold(lock)) {
      System.out.println("held");
      while (System.in.read() >= 0) {}
    }
  }
}
