package io.ttalloc.natives.socket.accounting;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A connection as seen by the accounting: the processes that have sent reports over it. Usually
 * there is one, but a forked child may use its parent's connection.
 */
public final class Participant {
  /**
   * If there are at least this many processes, those that have ended are removed before another one
   * is added.
   */
  private static final int MANY = 64;

  /** The maximum number of rejected messages to report individually. */
  private static final int MAX_REPORTED = 5;

  /** Guarded by {@link Accounting}, like all other fields. */
  private final Map<Integer, ProcessAccount> processes = new HashMap<>();

  private @Nullable ProcessAccount last;
  private long rejected;

  Participant() {}

  /**
   * Returns the account of a running process that has sent reports over this connection before;
   * null if no such process has this id.
   */
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

  /** Counts a rejected message; returns whether it should be reported. */
  boolean reject() {
    return ++rejected <= MAX_REPORTED;
  }

  /** The number of messages that were rejected but not reported. */
  long rejectedUnreported() {
    return Math.max(0, rejected - MAX_REPORTED);
  }

  /** Ends the connection; returns the accounts of the processes that sent reports over it. */
  List<ProcessAccount> leave() {
    List<ProcessAccount> left = new ArrayList<>(processes.values());
    left.forEach(account -> account.connections--);
    processes.clear();
    last = null;
    return left;
  }
}
