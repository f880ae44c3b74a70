package io.ttalloc.agent.weave;

import io.ttalloc.agent.weave.classes.ClassSet;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What a transformer knows of the classes that came to it, and hands on to the one that takes over.
 *
 * @param came those that matched a rule
 * @param reshaped those of them that were woven when they were loaded
 * @param late those that could not be woven while they were loaded
 * @param firstFiles by their names, loaded classes of the JDK that came and could not be woven at
 *     once. The JVM puts another class file together when they come again, and a later process will
 *     get the first one
 */
record SeenClasses(
    ClassSet came, ClassSet reshaped, ClassSet late, Map<String, byte[]> firstFiles) {
  static SeenClasses none() {
    return new SeenClasses(
        new ClassSet(), new ClassSet(), new ClassSet(), new ConcurrentHashMap<>());
  }
}
