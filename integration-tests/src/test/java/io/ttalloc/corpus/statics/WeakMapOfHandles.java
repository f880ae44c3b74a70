package io.ttalloc.corpus.statics;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;

/** A static WeakHashMap from documents to the native handles that they use. */
public final class WeakMapOfHandles {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.statics.WeakMapOfHandles$Handle
          type: native handle
          open: [allocate]
          close: [free]
          bytes: size
      """;

  private static final Map<Document, Handle> HANDLES =
      Collections.synchronizedMap(new WeakHashMap<>());

  private WeakMapOfHandles() {}

  /** Memory outside the heap. */
  static final class Handle {
    final int size;
    private boolean freed;

    private Handle(int size) {
      this.size = size;
    }

    static Handle allocate(int size) {
      return new Handle(size);
    }

    boolean freed() {
      return freed;
    }

    void free() {
      freed = true;
    }
  }

  /** A document that is rendered by native code; no two documents are equal. */
  static final class Document {
    final String text;

    Document(String text) {
      this.text = text;
    }

    int render() {
      Handle handle = HANDLES.computeIfAbsent(this, Document::handleOf);
      return handle.freed() ? 0 : handle.size;
    }

    private static Handle handleOf(Document document) {
      return Handle.allocate(64 * document.text.length());
    }
  }

  /** Renders a document, which is unreachable afterwards. */
  static int render(int page) {
    return new Document("page " + page).render();
  }

  @Truth(
      why = "the map drops a handle with its document, and the dropped handle is never freed",
      leaks =
          @Leak(
              type = "native handle",
              count = 17,
              openedAt = "WeakMapOfHandles$Document.handleOf"))
  public static final class Leaking {
    private Leaking() {}

    public static void main(String[] args) {
      int rendered = 0;
      for (int page = 0; page < 17; page++) {
        rendered += render(page);
      }
      long limit = System.nanoTime() + 2_000_000_000L;
      while (!HANDLES.isEmpty() && System.nanoTime() < limit) {
        System.gc();
      }
      System.out.println(rendered + " bytes, " + HANDLES.size() + " documents left");
    }
  }

  @Truth(why = "the handle is freed when its document has been rendered")
  public static final class Mended {
    private Mended() {}

    public static void main(String[] args) {
      int rendered = 0;
      for (int page = 0; page < 17; page++) {
        Document document = new Document("page " + page);
        try {
          rendered += document.render();
        } finally {
          HANDLES.remove(document).free();
        }
      }
      System.out.println(rendered + " bytes, " + HANDLES.size() + " documents left");
    }
  }
}
