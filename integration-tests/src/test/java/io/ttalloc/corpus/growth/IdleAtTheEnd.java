package io.ttalloc.corpus.growth;

import io.ttalloc.api.TtAlloc;
import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A poller that has work in its first ten rounds and none in the following thirty. */
public final class IdleAtTheEnd {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.growth.IdleAtTheEnd$Poller
          cycle:
            - {method: endRound(), name: =round}
        - class: io.ttalloc.corpus.growth.IdleAtTheEnd$Transaction
          type: transaction
          open: [begin]
          close: [commit, rollback]
          label: $0
      """;

  private IdleAtTheEnd() {}

  /** A transaction, which must be committed or rolled back. */
  static final class Transaction {
    private final String name;
    private String state = "open";

    private Transaction(String name) {
      this.name = name;
    }

    static Transaction begin(String name) {
      return new Transaction(name);
    }

    void commit() {
      state = "committed";
    }

    void rollback() {
      state = "rolled back";
    }

    @Override
    public String toString() {
      return name + " " + state;
    }
  }

  /** Polls for work and does it. */
  static final class Poller {
    private final boolean rollsBack;
    private final List<Transaction> done = new ArrayList<>();

    Poller(boolean rollsBack) {
      this.rollsBack = rollsBack;
    }

    private static Optional<String> work(int round) {
      return round < 10 ? Optional.of("work " + round) : Optional.empty();
    }

    /**
     * Begins two transactions in each round with work: one succeeds, and one has nothing to commit.
     */
    private void round(int round) {
      work(round).ifPresent(this::transact);
      endRound();
    }

    private void transact(String work) {
      Transaction good = Transaction.begin(work);
      good.commit();
      Transaction empty = Transaction.begin(work + " again");
      if (rollsBack) {
        empty.rollback();
      }
      done.add(good);
      done.add(empty);
    }

    private void endRound() {
      TtAlloc.mark("poll");
    }

    void poll() {
      for (int round = 0; round < 40; round++) {
        round(round);
      }
      System.out.println(done.get(done.size() - 1));
    }
  }

  static final Poller FORGETFUL = new Poller(false);

  @Truth(
      why =
          "transactions with nothing to commit are not ended; growth stops only for lack of"
              + " work",
      leaks =
          @Leak(
              type = "transaction",
              count = 10,
              openedAt = "IdleAtTheEnd$Poller.transact",
              heldBy = "static IdleAtTheEnd.FORGETFUL"))
  public static final class Leaking {
    private Leaking() {}

    public static void main(String[] args) {
      FORGETFUL.poll();
    }
  }

  @Truth(why = "a transaction with nothing to commit is rolled back")
  public static final class Mended {
    private Mended() {}

    public static void main(String[] args) {
      new Poller(true).poll();
    }
  }
}
