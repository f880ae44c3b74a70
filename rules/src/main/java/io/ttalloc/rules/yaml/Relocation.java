package io.ttalloc.rules.yaml;

import io.ttalloc.text.yaml.YamlNode;
import java.util.ArrayList;
import java.util.List;

/**
 * A package below which a library contains copies of another library's classes: {@code
 * io.grpc.netty.shaded}, for example, contains {@code
 * io.grpc.netty.shaded.io.netty.channel.Channel}. Classes of the JDK have no copies. Immutable.
 *
 * @param below the package
 */
record Relocation(String below) {
  private static final List<String> OF_CLASSES = List.of("class", "exclude");
  private static final List<String> OF_JDK = List.of("java.", "javax.", "jdk.", "sun.", "com.sun.");

  /** Returns a copy of a rule that covers the copies of the rule's classes in this package. */
  YamlNode.Entries of(YamlNode.Entries rule) {
    List<YamlNode.Entry> moved = new ArrayList<>();
    for (YamlNode.Entry entry : rule.entries()) {
      boolean named = OF_CLASSES.contains(entry.key().text());
      moved.add(named ? new YamlNode.Entry(entry.key(), moved(entry.value())) : entry);
    }
    return new YamlNode.Entries(moved, rule.position());
  }

  private YamlNode moved(YamlNode names) {
    if (names instanceof YamlNode.Items list) {
      return new YamlNode.Items(list.items().stream().map(this::moved).toList(), list.position());
    }
    return names instanceof YamlNode.Text name && OF_JDK.stream().noneMatch(name.text()::startsWith)
        ? new YamlNode.Text(below + "." + name.text(), name.quoted(), name.position())
        : names;
  }
}
