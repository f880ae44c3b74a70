package io.ttalloc.cases;

/** Runs cases in turn, each given as {@code name=variant}, and then calls exit. */
final class EachCase {
  private EachCase() {}

  public static void main(String[] args) throws ReflectiveOperationException {
    for (String each : args) {
      String[] nameAndVariant = each.split("=", -1);
      Class.forName("io.ttalloc.cases." + nameAndVariant[0])
          .getDeclaredMethod("main", String[].class)
          .invoke(null, (Object) new String[] {nameAndVariant[1]});
    }
    System.exit(0); // Some threads of ReaderThread are not daemon threads.
  }
}
