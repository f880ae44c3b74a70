package io.ttalloc.corpus.reclaiming;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.lang.ref.Cleaner;

/**
 * A Cleaner whose action refers to the very object whose collection should trigger it, so the
 * action never runs.
 */
public final class ActionCapturesResource {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.reclaiming.ActionCapturesResource$Texture
          type: texture
          open: [<init>]
          close: [close]
          bytes: 65536
          label: name
      """;

  private static final Cleaner CLEANER = Cleaner.create();

  private ActionCapturesResource() {}

  static final class Texture implements AutoCloseable {
    private final String name;
    private final Cleaner.Cleanable cleanable;

    Texture(String name) {
      this.name = name;
      // The method reference captures this object: the mistake that makes the safety net useless.
      cleanable = CLEANER.register(this, this::release);
    }

    private void release() {
      System.out.println(name + " is released");
    }

    int draw() {
      return name.length();
    }

    @Override
    public void close() {
      cleanable.clean();
    }
  }

  static final class Scene {
    int drawn;

    void drawAndDrop(int frame) {
      drawn += new Texture("texture of frame " + frame).draw();
    }

    void drawAndClose(int frame) {
      try (Texture texture = new Texture("texture of frame " + frame)) {
        drawn += texture.draw();
      }
    }
  }

  @Truth(
      why = "the program counts on the Cleaner, whose actions keep the textures reachable for ever",
      leaks =
          @Leak(
              type = "texture",
              count = 6,
              openedAt = "ActionCapturesResource$Scene.drawAndDrop",
              heldBy =
                  "the actions registered with the Cleaner static ActionCapturesResource.CLEANER"))
  public static final class Leaking {
    public static void main(String[] args) {
      Scene scene = new Scene();
      for (int frame = 0; frame < 6; frame++) {
        scene.drawAndDrop(frame);
      }
      System.gc();
      System.out.println(scene.drawn);
    }
  }

  @Truth(
      why = "the textures are closed, so it does not matter that the Cleaner could not have helped")
  public static final class Mended {
    public static void main(String[] args) {
      Scene scene = new Scene();
      for (int frame = 0; frame < 6; frame++) {
        scene.drawAndClose(frame);
      }
      System.gc();
      System.out.println(scene.drawn);
    }
  }
}
