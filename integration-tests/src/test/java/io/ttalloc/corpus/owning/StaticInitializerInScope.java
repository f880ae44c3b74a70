package io.ttalloc.corpus.owning;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.util.ArrayList;
import java.util.List;

/** A class whose static initializer opens handles, first used during a request. */
public final class StaticInitializerInScope {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.owning.StaticInitializerInScope$Request
          type: request
          open: [<init>]
          close: [close]
          scope: [handle]
        - class: io.ttalloc.corpus.owning.StaticInitializerInScope$Codec
          type: codec
          open: [load(String)]
          close: [close]
          label: $0
      """;

  private StaticInitializerInScope() {}

  /** A codec in a native library. */
  static final class Codec implements AutoCloseable {
    private final String name;

    private Codec(String name) {
      this.name = name;
    }

    static Codec load(String name) {
      return new Codec(name);
    }

    int version() {
      return name.length();
    }

    @Override
    public void close() {}
  }

  /** Codecs that all requests share, from the first request to the end of the program. */
  static final class SharedCodecs {
    private static final List<Codec> ALL = new ArrayList<>();

    static {
      for (String name : List.of("gzip", "brotli", "zstd")) {
        ALL.add(Codec.load(name));
      }
    }

    private SharedCodecs() {}

    static int best() {
      return ALL.stream().mapToInt(Codec::version).max().orElseThrow();
    }

    static void unload() {
      ALL.forEach(Codec::close);
      ALL.clear();
    }
  }

  static final class CarelessProbe {
    static final int VERSION;

    static {
      Codec probe = Codec.load("probe");
      VERSION = probe.version();
    }

    private CarelessProbe() {}
  }

  static final class CarefulProbe {
    static final int VERSION;

    static {
      try (Codec probe = Codec.load("probe")) {
        VERSION = probe.version();
      }
    }

    private CarefulProbe() {}
  }

  static final class Request implements AutoCloseable {
    private final int number;

    Request(int number) {
      this.number = number;
    }

    int handle(boolean careful) {
      int version = careful ? CarefulProbe.VERSION : CarelessProbe.VERSION;
      return number + version + SharedCodecs.best();
    }

    @Override
    public void close() {}
  }

  static void serve(boolean careful) {
    int sum = 0;
    for (int i = 0; i < 5; i++) {
      try (Request request = new Request(i)) {
        sum += request.handle(careful);
      }
    }
    SharedCodecs.unload();
    System.out.println(sum);
  }

  @Truth(
      why =
          "a static initializer, run by the first request, loads a codec to ask for its version and never closes it",
      leaks =
          @Leak(
              type = "codec",
              count = 1,
              openedAt = "StaticInitializerInScope$CarelessProbe.<clinit>"))
  public static final class Leaking {
    public static void main(String[] args) {
      serve(false);
    }
  }

  @Truth(
      why =
          "the initializer closes the codec that it asked, and the shared codecs, which outlive the request that loaded them, are unloaded at the end")
  public static final class Mended {
    public static void main(String[] args) {
      serve(true);
    }
  }
}
