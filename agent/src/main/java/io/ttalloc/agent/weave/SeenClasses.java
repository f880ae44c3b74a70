package io.ttalloc.agent.weave;

import io.ttalloc.agent.weave.classes.ClassSet;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The classes that a transformer has seen, which it passes on to the transformer that takes over.
 *
 * @param matched the classes that matched a rule
 * @param reshaped the matched classes that were woven when they were loaded
 * @param late the classes that could not be woven while they were loaded
 * @param firstFiles by name, the class files of loaded JDK classes that could not be woven at once.
 *     When such a class is retransformed, the JVM provides a different class file, whereas a later
 *     process will be given the first one
 */
record SeenClasses(
    ClassSet matched, ClassSet reshaped, ClassSet late, Map<String, byte[]> firstFiles) {
  static SeenClasses none() {
    return new SeenClasses(
        new ClassSet(), new ClassSet(), new ClassSet(), new ConcurrentHashMap<>());
  }
}
