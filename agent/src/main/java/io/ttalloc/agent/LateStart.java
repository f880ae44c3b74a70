package io.ttalloc.agent;

import io.ttalloc.agent.log.Console;
import io.ttalloc.agent.options.OptionProblem;
import io.ttalloc.agent.options.Options;
import io.ttalloc.agent.weave.classes.Unrecorded;
import io.ttalloc.agent.weave.classes.Work;
import io.ttalloc.ledger.attach.AttachAnswer;
import io.ttalloc.ledger.attach.AttachRequest;
import io.ttalloc.text.Numbers;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Handles the requests to the agent in a running process: to start tracking, or to end it.
 *
 * <p>Runs on the thread on which the JVM handles attach requests, one at a time. Problems are
 * printed on standard error and sent to the requesting process; if options or rules have mistakes,
 * nothing is changed, since the user can correct the mistakes and repeat the request.
 */
public final class LateStart {
  /** The version to report if the classes were not loaded from a jar. */
  private static final String NOT_PACKAGED = "(not packaged)";

  private final Instrumentation instrumentation;
  private final AttachRequest request;

  /** The messages printed on standard error while the request is handled. */
  private final List<String> printed;

  private LateStart(Instrumentation instrumentation, AttachRequest request, List<String> printed) {
    this.instrumentation = instrumentation;
    this.request = request;
    this.printed = printed;
  }

  /**
   * Handles the attach request in the folder that the argument names. If the argument names no
   * folder, starts the agent late, with the options in the argument.
   *
   * @throws IOException if the rules that ship with the agent cannot be read
   */
  public static synchronized void run(@Nullable String argument, Instrumentation instrumentation)
      throws IOException {
    Path folder = AttachRequest.folderIn(argument);
    if (folder == null) {
      CurrentStart.start(argument, instrumentation, true);
      return;
    }
    AtomicReference<AttachAnswer> answer = new AtomicReference<>();
    unseen(() -> answer.set(answerTo(folder, instrumentation)));
    // Checks again whether anything is tracked, since tracking may have started in the meantime.
    unseen(() -> write(Objects.requireNonNull(answer.get()), folder));
  }

  /**
   * Runs a task without recording the files that the task opens, which belong to the agent and not
   * to the application.
   */
  private static void unseen(Work task) {
    AgentStart now = CurrentStart.current();
    if (now == null || now.ledger() == null) {
      task.run();
    } else {
      Unrecorded.run(task);
    }
  }

  private static AttachAnswer answerTo(Path folder, Instrumentation instrumentation) {
    List<String> printed = new CopyOnWriteArrayList<>();
    Console.copyTo(printed);
    AttachAnswer answer;
    String asked = "attach";
    try {
      AttachRequest request = AttachRequest.read(folder);
      asked = request.action().name().toLowerCase(Locale.ROOT);
      answer = new LateStart(instrumentation, request, printed).answer();
    } catch (Throwable e) {
      answer = AttachAnswer.refused("the agent failed (" + e + ")");
    } finally {
      Console.copyTo(null);
    }
    // The other lines have been printed already.
    int news = answer.done() ? 0 : answer.lines().size() - 1;
    Console.line(
        asked
            + (answer.done() ? ": " : " refused: ")
            + (answer.unchanged() ? "the process " : "")
            + answer.lines().get(news));
    return answer;
  }

  private static void write(AttachAnswer answer, Path folder) {
    try {
      answer.write(folder);
    } catch (IOException e) {
      Console.line("cannot reply to the attach request: " + e);
    }
  }

  private AttachAnswer answer() throws IOException {
    String version = version();
    if (!request.version().equals(version)) {
      return AttachAnswer.refused(
          "the process has loaded version %s of the agent, and version %s cannot replace it; use tt-alloc %1$s, or restart the process"
              .formatted(version, request.version()));
    }
    long ownPid = ThisProcess.read().pid();
    if (request.pid() != ownPid) {
      return AttachAnswer.refused(
          "process %d answered instead: both processes have process id %d, each in its own namespace, and JVMs name their attach sockets after that id; remove /tmp/.java_pid%2$d, which the JVMs create again when needed, and retry"
              .formatted(ownPid, ProcessHandle.current().pid()));
    }
    AgentStart now = CurrentStart.current();
    if (now != null && now.hasEnded()) {
      return AttachAnswer.refused(
          "tracking was ended by detach, and a process can be tracked only once; what was tracked until then is in "
              + now.ledger()
              + "; restart the process to track it again");
    }
    return request.action() == AttachRequest.Action.DETACH ? detached(now) : attached(now);
  }

  private static String version() {
    Package own = LateStart.class.getPackage();
    String version = own == null ? null : own.getImplementationVersion();
    return version == null ? NOT_PACKAGED : version;
  }

  private static AttachAnswer detached(@Nullable AgentStart now) {
    if (now == null) {
      return AttachAnswer.refused("the process is not tracked");
    }
    Path ledger = now.ledger();
    if (ledger == null) {
      if (!now.retire()) {
        return AttachAnswer.refused("tracking is still starting; try again");
      }
      CurrentStart.replace(null);
      return AttachAnswer.done("nothing has been tracked, and nothing will be");
    }
    return now.detach()
        ? AttachAnswer.done(
            "tracking has ended; the process keeps running and will write no report at exit; ledger "
                + ledger)
        : AttachAnswer.refused("the process is shutting down and writing its report");
  }

  private AttachAnswer attached(@Nullable AgentStart before) throws IOException {
    Options options = Options.parse(request.options(), request.variables(), request.folder());
    if (options.output().help()) {
      return new AttachAnswer(AttachAnswer.Outcome.DONE, Options.helpText().lines().toList());
    }
    // Omits each mistake's consequence at startup: here, any mistake makes the request fail.
    List<String> mistakes = new ArrayList<>();
    for (OptionProblem problem : options.problems()) {
      mistakes.add(problem.what());
    }
    AgentStart start = read(options, mistakes);
    for (String mistake : mistakes) {
      Console.line(mistake);
    }
    if (!printed.isEmpty()) {
      return refusedFor("nothing was changed in the process");
    }
    if (before != null && before.isWaiting() && options.equals(before.options())) {
      return AttachAnswer.done("the agent is already loaded; " + begun(before, 0));
    }
    if (before != null && !before.retire()) {
      return already(before, options);
    }
    CurrentStart.replace(start);
    int woven = install(start);
    if (start.hasFailed()) {
      return refusedFor("tracking is off, but the process keeps running");
    }
    List<String> lines = new ArrayList<>(List.of(begun(start, woven)));
    lines.addAll(printed);
    return new AttachAnswer(AttachAnswer.Outcome.DONE, lines);
  }

  /** Reads the files that the options name, and adds the mistakes in these files to the list. */
  private AgentStart read(Options options, List<String> mistakes) throws IOException {
    Console.hold(mistakes);
    try {
      return AgentStart.of(options, instrumentation, true);
    } finally {
      Console.hold(null);
    }
  }

  /**
   * Installs a start. If the installation fails, retires or detaches the start, so that its hooks
   * do nothing.
   */
  private static int install(AgentStart start) {
    try {
      return start.install();
    } catch (Throwable e) {
      if (!start.retire()) {
        boolean unused = start.detach();
      }
      throw e;
    }
  }

  private AttachAnswer refusedFor(String consequence) {
    printed.add(consequence);
    return new AttachAnswer(AttachAnswer.Outcome.REFUSED, printed);
  }

  private AttachAnswer already(AgentStart now, Options wanted) {
    String state =
        "is already tracked"
            + (now.isLate() ? " (attached earlier)" : " (since its start)")
            + (now.ledger() == null ? "" : "; ledger " + now.ledger());
    return request.hasOptions() && !wanted.equals(now.options())
        ? new AttachAnswer(
            AttachAnswer.Outcome.DONE_OTHERWISE, List.of(state + "; the new options are ignored"))
        : new AttachAnswer(AttachAnswer.Outcome.DONE_BEFORE, List.of(state));
  }

  private static String begun(AgentStart start, int woven) {
    Path ledger = start.ledger();
    if (ledger == null) {
      List<String> notWoven = start.notWoven();
      String why =
          notWoven.isEmpty()
              ? "no class that a rule names is loaded yet"
              : "nothing can be woven in " + String.join(", ", notWoven);
      return why + ", so there is no ledger yet; tracking starts when the first class is woven";
    }
    return Numbers.counted(woven, "loaded class")
        + " woven, others will be woven when they load; what was opened earlier is unknown; ledger "
        + ledger
        + " (to read it, use tt-alloc ps, top or dump)";
  }
}
