package io.ttalloc.corpus.owning;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.util.HashMap;
import java.util.Map;

/**
 * A loader that opens models and is closed before they are. The catalog must close the models that
 * it adopts.
 */
public final class AdoptedByCatalog {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.owning.AdoptedByCatalog$Model
          type: model
          open: [<init>]
          close: [close]
          bytes: 1048576
          label: name
        - class: io.ttalloc.corpus.owning.AdoptedByCatalog$Loader
          subtypes: true
          type: loader
          open: [<init>]
          close: [close]
          scope: [load]
        - class: io.ttalloc.corpus.owning.AdoptedByCatalog$Catalog
          type: catalog
          open: [<init>]
          close: [close]
          holder: true
          hold:
            - {method: adopt, resource: $0}
          drop:
            - {method: close}
      """;

  private AdoptedByCatalog() {}

  static final class Model implements AutoCloseable {
    private final String name;
    private boolean open = true;

    Model(String name) {
      this.name = name;
    }

    String name() {
      return name;
    }

    boolean isOpen() {
      return open;
    }

    @Override
    public void close() {
      open = false;
    }
  }

  static final class Catalog implements AutoCloseable {
    private final Map<String, Model> models = new HashMap<>();

    /** Takes ownership of a model. */
    boolean adopt(Model model) {
      models.put(model.name(), model);
      return model.isOpen();
    }

    boolean knows(String name) {
      return models.containsKey(name);
    }

    @Override
    public void close() {
      models.values().forEach(Model::close);
      System.out.println(models.keySet().stream().sorted().toList() + " closed");
      models.clear();
    }
  }

  abstract static class Loader implements AutoCloseable {
    private final Catalog catalog;

    Loader(Catalog catalog) {
      this.catalog = catalog;
    }

    final void load(String name) {
      Model model = new Model(name);
      if (catalog.knows(name)) {
        alreadyThere(model);
      } else {
        catalog.adopt(model);
      }
    }

    abstract void alreadyThere(Model model);

    @Override
    public void close() {}
  }

  static final class ForgettingLoader extends Loader {
    ForgettingLoader(Catalog catalog) {
      super(catalog);
    }

    @Override
    void alreadyThere(Model model) {
      System.out.println(model.name() + " was loaded before");
    }
  }

  static final class ClosingLoader extends Loader {
    ClosingLoader(Catalog catalog) {
      super(catalog);
    }

    @Override
    void alreadyThere(Model model) {
      model.close();
    }
  }

  static void loadAll(Loader loader) {
    try (loader) {
      for (int i = 0; i < 10; i++) {
        loader.load("model-" + i % 6);
      }
    }
  }

  @Truth(
      why =
          "four models that the catalog already has are dropped by the loader, which had opened them",
      leaks = @Leak(type = "model", count = 4, openedAt = "AdoptedByCatalog$Loader.load"))
  public static final class Leaking {
    public static void main(String[] args) {
      try (Catalog catalog = new Catalog()) {
        loadAll(new ForgettingLoader(catalog));
      }
    }
  }

  @Truth(
      why =
          "the loader closes what the catalog does not adopt, and the catalog closes the rest after the loader's end")
  public static final class Mended {
    public static void main(String[] args) {
      try (Catalog catalog = new Catalog()) {
        loadAll(new ClosingLoader(catalog));
      }
    }
  }
}
