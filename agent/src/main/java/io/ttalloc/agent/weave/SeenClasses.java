package io.ttalloc.agent.weave;

import io.ttalloc.agent.weave.classes.ClassSet;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The classes that a transformer has seen, which it hands on to the transformer that takes over.
 *
 * @param matched the classes that matched a rule
 * @param reshaped those of them that were woven when they were loaded
 * @param late the classes that could not be woven while they were loaded
 * @param firstFiles by their names, loaded classes of the JDK that could not be woven at once. The
 *     JVM puts another class file together when they are retransformed, and a later process will
 *     get the first one
 */
record SeenClasses(
    ClassSet matched, ClassSet reshaped, ClassSet late, Map<String, byte[]> firstFiles) {
  static SeenClasses none() {
    return new SeenClasses(
        new ClassSet(), new ClassSet(), new ClassSet(), new ConcurrentHashMap<>());
  }
}
