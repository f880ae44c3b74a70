package io.ttalloc.corpus.closing;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.util.ArrayList;
import java.util.List;

/**
 * Uploads that are finished or abandoned. The method that abandons an upload is final and belongs
 * to a superclass in the library, for which there is no rule.
 */
public final class FinalAbandon {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.closing.FinalAbandon$Upload
          type: upload
          open: [<init>]
          close: [finish, abandon]
      """;

  private FinalAbandon() {}

  /** A class of the library. */
  static class Transfer {
    private boolean running = true;

    public final void abandon() {
      running = false;
    }

    final boolean isRunning() {
      return running;
    }
  }

  static final class Upload extends Transfer {
    private final byte[] bytes;

    Upload(int size) {
      bytes = new byte[size];
    }

    boolean isLarge() {
      return bytes.length > 4_000;
    }

    void finish() {
      System.out.println("sent " + bytes.length);
    }
  }

  /**
   * Starts eight uploads, finishes the small ones, and abandons all but the last of the large ones.
   */
  static List<Upload> upload() {
    List<Upload> large = new ArrayList<>();
    for (int i = 1; i <= 8; i++) {
      Upload upload = new Upload(1_000 * i);
      if (upload.isLarge()) {
        large.add(upload);
      } else {
        upload.finish();
      }
    }
    large.subList(0, large.size() - 1).forEach(Transfer::abandon);
    return large;
  }

  @Truth(
      why = "the last large upload still runs, and a static list keeps it",
      leaks = @Leak(type = "upload", count = 1, openedAt = "FinalAbandon.upload"))
  public static final class Leaking {
    static List<Upload> uploads = List.of();

    private Leaking() {}

    public static void main(String[] args) {
      uploads = upload();
      System.out.println(uploads.stream().filter(Transfer::isRunning).count() + " runs");
    }
  }

  @Truth(why = "every large upload is abandoned, though a static list keeps them")
  public static final class Mended {
    static List<Upload> uploads = List.of();

    private Mended() {}

    public static void main(String[] args) {
      uploads = upload();
      uploads.forEach(Transfer::abandon);
    }
  }
}
