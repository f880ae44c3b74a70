package io.ttalloc.natives.socket.accounting;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A connection, as the accounting knows it: the processes of which it has told. Usually that is
 * one; a child that was forked may use the connection of its parent.
 */
public final class Participant {
  /** From here on, those that have ended are dropped when another one is added. */
  private static final int MANY = 64;

  /** So many of its messages that cannot be true are told one by one. */
  private static final int TOLD = 5;

  /** Guarded by {@link Accounting}, as all else. */
  private final Map<Integer, ProcessAccount> processes = new HashMap<>();

  private @Nullable ProcessAccount last;
  private long rejected;

  Participant() {}

  /** The account of a process of which this connection has told before; null if there is none. */
  @Nullable ProcessAccount known(int pid) {
    ProcessAccount account = last;
    if (account == null || account.pid != pid) {
      account = processes.get(pid);
    }
    if (account == null || account.ended) {
      return null;
    }
    last = account;
    return account;
  }

  void add(ProcessAccount account) {
    if (processes.size() >= MANY) {
      processes.values().removeIf(old -> old.ended);
    }
    processes.put(account.pid, account);
    account.connections++;
  }

  /** Counts a message that cannot be true; returns whether it is one of those that are told. */
  boolean reject() {
    return ++rejected <= TOLD;
  }

  /** How many messages were counted and not told. */
  long rejectedUntold() {
    return Math.max(0, rejected - TOLD);
  }

  /** Ends what it tells; returns of whom it has told. */
  List<ProcessAccount> leave() {
    List<ProcessAccount> left = new ArrayList<>(processes.values());
    left.forEach(account -> account.connections--);
    processes.clear();
    last = null;
    return left;
  }
}
