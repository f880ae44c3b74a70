package io.ttalloc.it.libraries;

import io.ttalloc.testing.Await;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.IntPointer;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.javacpp.PointerScope;

/**
 * A program that uses JavaCPP's pointers in typical ways. Arguments: a working folder, and whether
 * to leave a pointer open.
 */
final class JavacppProgram {
  private JavacppProgram() {}

  public static void main(String[] args) {
    try (BytePointer zeros = new BytePointer(1_024)) {
      zeros.zero();
    }
    inScopes();
    Pointer memory = Pointer.realloc(Pointer.malloc(10), 100);
    Pointer.memset(memory, 1, 100);
    Pointer.free(memory);
    if (Pointer.totalCount() != 0) {
      throw new AssertionError(Pointer.totalCount() + " pointers");
    }
    if (Boolean.parseBoolean(args[1])) {
      forgets();
      untilJavacppHasFreedIt();
    }
  }

  /** Opens pointers that a scope closes, and one that the scope must not close. */
  private static void inScopes() {
    Pointer kept;
    try (PointerScope scope = new PointerScope()) {
      IntPointer numbers = new IntPointer(1, 2, 3);
      IntPointer second = new IntPointer(numbers).position(1);
      BytePointer text = new BytePointer("text");
      if (second.get() != 2 || numbers.asBuffer().get(2) != 3 || !"text".equals(text.getString())) {
        throw new AssertionError("other values in " + scope);
      }
      kept = new BytePointer(10).retainReference();
      try (PointerScope inner = new PointerScope()) {
        scope.attach(new BytePointer(inner.hashCode() & 0xF));
      }
    }
    kept.releaseReference();
  }

  private static void forgets() {
    new BytePointer("text").fill(0);
  }

  /**
   * Waits until the pointer has been collected and JavaCPP's thread has freed the pointer's memory.
   */
  private static void untilJavacppHasFreedIt() {
    Await.collecting(() -> Pointer.totalCount() == 0);
  }
}
