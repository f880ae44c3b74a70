package io.ttalloc.corpus.growth;

import io.ttalloc.api.TtAlloc;
import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.util.HashMap;
import java.util.Map;

/** A server that unpacks a file for each request; even-numbered requests return early. */
public final class EverySecondRequest {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.growth.EverySecondRequest$Inflater
          type: inflater
          open: [<init>]
          close: [end]
          bytes: 32768
      """;

  /**
   * The requests that were answered early, each with the inflater that could produce the rest of
   * the answer.
   */
  static final Map<Integer, Inflater> RESTS = new HashMap<>();

  private EverySecondRequest() {}

  /** Unpacks a file, with tables that are outside the heap. */
  static final class Inflater {
    private int position;

    int inflate(int bytes) {
      position += bytes;
      return position;
    }

    void end() {
      position = -1;
    }
  }

  /** Answers requests from packed files. */
  abstract static class Files {
    int answer(int request) {
      Inflater inflater = newInflater();
      int head = inflater.inflate(10);
      if (request % 2 == 0) {
        early(request, inflater);
        return head;
      }
      int all = inflater.inflate(100);
      inflater.end();
      return all;
    }

    abstract void early(int request, Inflater inflater);

    private static Inflater newInflater() {
      return new Inflater();
    }

    void serve(int requests) {
      int sum = 0;
      for (int request = 1; request <= requests; request++) {
        sum += answer(request);
        TtAlloc.mark("request");
      }
      System.out.println(sum + " bytes");
    }
  }

  @Truth(
      why =
          "every second request returns early and keeps its inflater for a rest that is never read",
      leaks =
          @Leak(
              type = "inflater",
              count = 20,
              openedAt = "EverySecondRequest$Files.newInflater",
              heldBy = "static EverySecondRequest.RESTS"))
  public static final class Leaking {
    private Leaking() {}

    public static void main(String[] args) {
      new Files() {
        @Override
        void early(int request, Inflater inflater) {
          RESTS.put(request, inflater);
        }
      }.serve(40);
    }
  }

  @Truth(why = "a request that returns early ends its inflater as well")
  public static final class Mended {
    private Mended() {}

    public static void main(String[] args) {
      new Files() {
        @Override
        void early(int request, Inflater inflater) {
          inflater.end();
        }
      }.serve(40);
    }
  }
}
