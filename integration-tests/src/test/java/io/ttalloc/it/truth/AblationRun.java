package io.ttalloc.it.truth;

import com.google.gson.JsonObject;
import io.ttalloc.it.cases.CaseProgram;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Jdk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The scores of the reports on one program, each made with less evidence than the one before.
 *
 * @param ofCorpus whether the program belongs to the corpus, not to the cases
 * @param scores the score for each kind of evidence
 */
record AblationRun(boolean ofCorpus, String program, Map<Evidence, Score> scores) {

  /** A variant of a program modeled on a bug report. */
  record Case(CaseProgram program, String variant) {
    private static final String LEAKING = "leak";

    static List<Case> all() throws IOException {
      return CaseProgram.all().stream()
          .flatMap(program -> List.of(LEAKING, "mended").stream().map(v -> new Case(program, v)))
          .toList();
    }

    /**
     * Compares findings with the known leaks of the variant. In the mended variant, leaks of code
     * outside the program do not count.
     */
    Score score(Jdk jdk, List<JsonObject> findings) throws IOException {
      boolean leaking = variant.equals(LEAKING);
      Map<String, String> truth = leaking ? program.truth(jdk) : Map.of();
      Map<String, String> said =
          program.found(findings, leak -> leaking || CaseProgram.isOfProgram(leak));
      long leaked = 0;
      long found = 0;
      long undecided = 0;
      for (Map.Entry<String, String> leak : truth.entrySet()) {
        long count = number(leak.getValue());
        long seen = Math.min(count, number(said.getOrDefault(leak.getKey(), "0")));
        leaked += count;
        found += seen;
        undecided += Math.min(count - seen, undecidedAt(leak.getKey(), findings));
      }
      long falseAlarms = said.values().stream().mapToLong(Case::number).sum() - found;
      List<String> texts = findings.stream().map(Score::summary).toList();
      return new Score(leaked, found, 0, undecided, falseAlarms, found, true, texts);
    }

    private long undecidedAt(String lineAndType, List<JsonObject> findings) {
      return findings.stream()
          .filter(Score::isUndecided)
          .filter(f -> (program.ownLine(f) + " " + f.get("type").getAsString()).equals(lineAndType))
          .mapToLong(f -> f.get("count").getAsLong())
          .sum();
    }

    @Override
    public String toString() {
      return "cases/" + program + ", " + variant;
    }

    private static long number(String text) {
      return Long.parseLong(text.replaceAll("\\D", ""));
    }
  }

  /**
   * Runs a program of the corpus with each kind of evidence.
   *
   * @param parent the folder for its files
   */
  static AblationRun of(Path parent, CorpusProgram program, Jdk jdk) throws Exception {
    CorpusRun collected = CorpusRun.of(parent, program, jdk);
    CorpusRun uncollected = CorpusRun.uncollected(parent, program, jdk);
    Map<Evidence, Score> scores = new EnumMap<>(Evidence.class);
    scores.put(Evidence.ALL, collected.withHeap());
    scores.put(Evidence.WITHOUT_HEAP, collected.withoutHeap());
    scores.put(Evidence.WITHOUT_COLLECTION, uncollected.withHeap());
    scores.put(Evidence.WITHOUT_BOTH, uncollected.withoutHeap());
    return new AblationRun(true, program.toString(), scores);
  }

  /**
   * Runs a program modeled on a bug report with each kind of evidence.
   *
   * @param parent the folder for its files
   */
  static AblationRun of(Path parent, Case program, Jdk jdk) throws Exception {
    Map<Evidence, Score> scores = new EnumMap<>(Evidence.class);
    for (Evidence evidence : Evidence.values()) {
      TrackedRun tracked = TrackedRun.in(parent).option(evidence.option());
      program.program().run(tracked, jdk, program.variant(), parent, evidence.jvmFlags());
      scores.put(evidence, program.score(jdk, tracked.json().findings()));
    }
    return new AblationRun(false, program.toString(), scores);
  }

  /** Whether less evidence changes any of the numbers. */
  boolean differs() {
    return scores.values().stream().map(AblationRun::numbers).distinct().count() > 1;
  }

  /** The numbers in a score that the table shows. */
  static List<Long> numbers(Score score) {
    return List.of(
        score.found(),
        score.notJudged(),
        score.undecided(),
        score.missed() - score.undecided(),
        score.falseAlarms());
  }
}
