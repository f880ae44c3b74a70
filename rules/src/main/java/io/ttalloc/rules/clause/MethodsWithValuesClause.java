package io.ttalloc.rules.clause;

import io.ttalloc.rules.AdvisedClass;
import io.ttalloc.rules.AdvisedMethod;
import io.ttalloc.rules.Clause;
import io.ttalloc.rules.MethodPattern;
import io.ttalloc.rules.RuleMapping;
import io.ttalloc.rules.RuleMapping.Want;
import io.ttalloc.rules.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A clause that lists methods, each in a mapping together with values. */
public abstract class MethodsWithValuesClause extends Clause<List<MethodsWithValuesClause.Item>> {
  private static final String METHOD = "method";

  private final boolean atEntry;
  private final List<Key> values;

  /**
   * A key under which a rule file gives a value for a method.
   *
   * @param required a description of the value, for messages, if the value is required; null if the
   *     value may be absent
   */
  public record Key(String name, Want want, @Nullable String required) {}

  /**
   * One method with its values.
   *
   * @param values the values that are present, by key
   */
  public record Item(MethodPattern method, Map<String, Value> values) {
    /** The value at a key; null if it is absent. */
    public @Nullable Value value(String key) {
      return values.get(key);
    }

    /** The value at a key; {@code otherwise} if the value is absent. */
    public Value value(String key, Value otherwise) {
      return values.getOrDefault(key, otherwise);
    }
  }

  /**
   * Creates a clause. An item may be a method on its own, without a mapping, if none of the values
   * is required.
   *
   * @param atEntry whether the values are read when the method begins; at that time there is no
   *     result yet, and in a constructor no object
   */
  protected MethodsWithValuesClause(String name, boolean atEntry, Key... values) {
    super(name);
    this.atEntry = atEntry;
    this.values = List.of(values);
  }

  @Override
  public final List<Item> read(RuleMapping rule) {
    List<String> keys = new ArrayList<>(List.of(METHOD));
    boolean methodAlone = true;
    for (Key key : values) {
      keys.add(key.name());
      methodAlone &= key.required() == null;
    }
    List<Item> all = new ArrayList<>();
    for (RuleMapping mapping : rule.mappings(name(), keys, methodAlone)) {
      MethodPattern method = mapping.method(!atEntry);
      if (method != null) {
        all.add(new Item(method, read(method, mapping)));
      }
    }
    return all;
  }

  /** Reads the values of a method. Adds a problem to the rule for each malformed value. */
  private Map<String, Value> read(MethodPattern method, RuleMapping mapping) {
    Map<String, Value> read = new LinkedHashMap<>();
    for (Key key : values) {
      Value value = mapping.value(key.name(), key.want(), method, atEntry);
      if (value != null) {
        read.put(key.name(), value);
      } else if (key.required() != null && !mapping.has(key.name())) {
        mapping.wrong(
            mapping.position(METHOD),
            "'" + name() + "' without '" + key.name() + "'",
            key.name() + ": VALUE as well, " + key.required());
      }
    }
    return read;
  }

  @Override
  public final List<MethodPattern> methods(List<Item> said) {
    List<MethodPattern> methods = new ArrayList<>();
    for (Item item : said) {
      methods.add(item.method());
    }
    return methods;
  }

  @Override
  public final void weave(List<Item> said, AdvisedClass target) {
    for (Item item : said) {
      for (AdvisedMethod method : target.methods(item.method())) {
        weave(item, method);
      }
    }
  }

  /** Adds advice to a method that an item names. */
  protected abstract void weave(Item item, AdvisedMethod method);
}
