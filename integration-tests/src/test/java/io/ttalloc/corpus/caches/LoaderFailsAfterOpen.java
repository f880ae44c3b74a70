package io.ttalloc.corpus.caches;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;

/**
 * A loading cache whose loader opens a dictionary and then rejects its format, so nothing is
 * cached.
 */
public final class LoaderFailsAfterOpen {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.caches.LoaderFailsAfterOpen$Dictionary
          type: dictionary
          open: [open]
          close: [close]
          label: language
      """;

  private LoaderFailsAfterOpen() {}

  static final class Dictionary implements AutoCloseable {
    private final String language;

    private Dictionary(String language) {
      this.language = language;
    }

    static Dictionary open(String language) {
      return new Dictionary(language);
    }

    void checkFormat() {
      if (language.startsWith("x-")) {
        throw new IllegalStateException(language + ": format 1 is not supported");
      }
    }

    int words() {
      return 1000 + language.length();
    }

    @Override
    public void close() {}
  }

  /**
   * Loads each missing value once; a loader that throws leaves no entry, so the next look-up tries
   * again.
   */
  static final class LoadingCache<K, V extends AutoCloseable> implements AutoCloseable {
    private final ConcurrentMap<K, V> loaded = new ConcurrentHashMap<>();
    private final Function<K, V> loader;

    LoadingCache(Function<K, V> loader) {
      this.loader = loader;
    }

    V get(K key) {
      return loaded.computeIfAbsent(key, loader);
    }

    @Override
    public void close() throws Exception {
      for (V value : loaded.values()) {
        value.close();
      }
      loaded.clear();
    }
  }

  static void translate(Function<String, Dictionary> loader) throws Exception {
    String[] languages = {"en", "x-old", "de", "en", "x-old", "fr", "x-odd", "de", "x-old"};
    try (LoadingCache<String, Dictionary> dictionaries = new LoadingCache<>(loader)) {
      int words = 0;
      for (String language : languages) {
        try {
          words += dictionaries.get(language).words();
        } catch (IllegalStateException e) {
          System.out.println(e.getMessage());
        }
      }
      System.out.println(words);
    }
  }

  @Truth(
      why =
          "the loader throws after it opened the dictionary, which therefore never gets into the cache that would close it",
      leaks = @Leak(type = "dictionary", count = 4, openedAt = "LoaderFailsAfterOpen$Leaking.load"))
  public static final class Leaking {
    public static void main(String[] args) throws Exception {
      translate(Leaking::load);
    }

    static Dictionary load(String language) {
      Dictionary dictionary = Dictionary.open(language);
      dictionary.checkFormat();
      return dictionary;
    }
  }

  @Truth(why = "the loader closes what it rejects, and closing the cache closes what was loaded")
  public static final class Mended {
    public static void main(String[] args) throws Exception {
      translate(Mended::load);
    }

    static Dictionary load(String language) {
      Dictionary dictionary = Dictionary.open(language);
      try {
        dictionary.checkFormat();
        return dictionary;
      } catch (RuntimeException e) {
        dictionary.close();
        throw e;
      }
    }
  }
}
