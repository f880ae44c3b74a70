package io.ttalloc.heap.report;

import io.ttalloc.text.SourceNames;

/**
 * One step of a path, in terms of the source: the field, index or key by which an object, a class
 * or a collection refers to the next object.
 *
 * @param type the class that declares the field; otherwise the class of the stream, collection or
 *     lambda
 * @param name the field, the index, the key, the captured variable, ...
 * @param times how many times the step is repeated in a row
 */
public record PathLink(Kind kind, String type, String name, int times) {
  /** The kind of link, which determines its text. */
  public enum Kind {
    STATIC_FIELD,
    FIELD,
    /** An element of a collection, by index. */
    ELEMENT,
    /** An element of an array, by index. */
    ARRAY_ELEMENT,
    /** A value of a map, by key, or an element of a set. */
    ENTRY,
    /** A key of a map. */
    KEY,
    /** A task in the queue of an executor, by index. */
    QUEUED,
    /** A task that an executor runs repeatedly, by its index in the executor's queue. */
    REPEATED,
    /**
     * The value of a thread-local variable; the name is the static field that contains the
     * variable, if any.
     */
    THREAD_LOCAL,
    /** A value that a lambda captures, by the value's class. */
    LAMBDA,
    /** A value that an inner, local or anonymous class captures, by name. */
    CAPTURE,
    /** A link from an instance to its class. */
    CLASS,
    /** A link from a class loader (the type) to a class that it has defined (the name). */
    DEFINED,
    /** A link from a class to its loader. */
    LOADER,
    SUPERCLASS,
    PROTECTION_DOMAIN,
    /** Links that are omitted from a very long path. */
    OMITTED;

    /** Whether this link leads from one object directly to another, not through a collection. */
    public boolean isDirect() {
      return this == FIELD || this == LAMBDA || this == CAPTURE;
    }

    /** Whether this link leads through a field that has a name in the source. */
    public boolean isField() {
      return this == STATIC_FIELD || this == FIELD;
    }
  }

  public PathLink(Kind kind, String type, String name) {
    this(kind, type, name, 1);
  }

  /** The text of the link for human readers. */
  public String text() {
    return text(name, times == 1 ? "" : " (" + times + " times)");
  }

  /**
   * The text without the parts that differ between objects kept reachable in the same way, such as
   * indexes.
   */
  public String folded() {
    boolean varies =
        switch (kind) {
          case ELEMENT, ARRAY_ELEMENT, ENTRY, QUEUED, REPEATED, OMITTED -> true;
          default -> false;
        };
    return text(varies ? "*" : name, times == 1 ? "" : " (* times)");
  }

  private String text(String shown, String repeated) {
    String owner = SourceNames.simpleQualifier(type);
    return switch (kind) {
          case STATIC_FIELD -> "static " + owner + "." + shown;
          case FIELD -> owner + "." + shown;
          case ELEMENT, ARRAY_ELEMENT, ENTRY -> owner + "[" + shown + "]";
          case KEY -> "key of " + SourceNames.simple(type);
          case QUEUED, REPEATED -> "queue of " + owner + "[" + shown + "]";
          case THREAD_LOCAL -> SourceNames.simple(type) + (shown.isEmpty() ? "" : " " + shown);
          case LAMBDA -> "lambda in " + owner + " captures " + shown;
          case CAPTURE -> capturer() + " captures " + shown;
          case CLASS -> "class " + owner;
          case DEFINED -> "class " + SourceNames.simpleQualifier(shown) + " loaded by " + owner;
          case LOADER -> "loader of class " + owner;
          case SUPERCLASS -> "superclass of " + owner;
          case PROTECTION_DOMAIN -> "protection domain of class " + owner;
          case OMITTED -> "(" + shown + " more links)";
        }
        + repeated;
  }

  /** The capturing class: {@code class Task}, or a description of a class without a name. */
  public String capturer() {
    String owner = SourceNames.simple(type);
    return owner.indexOf(' ') > 0 ? owner : "class " + owner;
  }
}
