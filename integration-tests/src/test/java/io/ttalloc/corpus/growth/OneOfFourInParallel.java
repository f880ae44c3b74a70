package io.ttalloc.corpus.growth;

import io.ttalloc.api.TtAlloc;
import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Four requests that run at the same time; the request for a preview keeps its image. */
public final class OneOfFourInParallel {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.growth.OneOfFourInParallel$Image
          type: image
          open: [decode]
          close: [dispose]
          bytes: pixels()
      """;

  static final Map<Integer, Image> PREVIEWS = new ConcurrentHashMap<>();

  private OneOfFourInParallel() {}

  /** An image whose pixels are outside the heap. */
  static final class Image {
    private final int pixels;
    private boolean disposed;

    private Image(int pixels) {
      this.pixels = pixels;
    }

    static Image decode(int pixels) {
      return new Image(pixels);
    }

    int pixels() {
      return disposed ? 0 : pixels;
    }

    void dispose() {
      disposed = true;
    }
  }

  /** Called with a preview when its request is done. */
  interface Previews {
    void done(int request, Image image);
  }

  /** Scales images; each call of {@link #scale} is a request. */
  record Scaler(Previews previews) {
    private static Image decode(int request) {
      return Image.decode(640 + request);
    }

    int scale(int request) {
      Image image = decode(request);
      int pixels = image.pixels() / 2;
      if (request % 4 == 1) {
        previews.done(request, image);
      } else {
        image.dispose();
      }
      TtAlloc.mark("request");
      return pixels;
    }
  }

  static void scaleAll(Scaler scaler) throws InterruptedException, ExecutionException {
    ExecutorService pool = Executors.newFixedThreadPool(4);
    int pixels = 0;
    try {
      for (int batch = 0; batch < 15; batch++) {
        List<Callable<Integer>> four = new ArrayList<>();
        for (int part = 0; part < 4; part++) {
          int request = 4 * batch + part;
          four.add(() -> scaler.scale(request));
        }
        for (Future<Integer> result : pool.invokeAll(four)) {
          pixels += result.get();
        }
      }
    } finally {
      pool.shutdown();
    }
    System.out.println(pixels + " pixels");
  }

  @Truth(
      why = "one of four parallel requests puts its image into a map that is never cleared",
      leaks =
          @Leak(
              type = "image",
              count = 15,
              openedAt = "OneOfFourInParallel$Scaler.decode",
              heldBy = "static OneOfFourInParallel.PREVIEWS"))
  public static final class Leaking {
    private Leaking() {}

    public static void main(String[] args) throws Exception {
      scaleAll(new Scaler(PREVIEWS::put));
    }
  }

  @Truth(why = "a preview is disposed of like the other images when its request is done")
  public static final class Mended {
    private Mended() {}

    public static void main(String[] args) throws Exception {
      scaleAll(new Scaler((request, image) -> image.dispose()));
    }
  }
}
