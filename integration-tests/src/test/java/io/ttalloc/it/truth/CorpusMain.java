package io.ttalloc.it.truth;

import io.ttalloc.it.jvm.Jdks;
import java.nio.file.Files;
import java.util.List;

final class CorpusMain {
  public static void main(String[] args) throws Exception {
    List<CorpusProgram> programs =
        CorpusProgram.all().stream()
            .filter(p -> args.length < 2 || p.toString().contains(args[1]))
            .toList();
    List<CorpusRun> runs =
        Corpus.run(
            Files.createTempDirectory("corpus"),
            programs,
            Jdks.all().subList(0, Integer.parseInt(args[0])));
    runs.forEach(System.out::println);
    for (var which :
        List.<java.util.function.Function<CorpusRun, Score>>of(
            CorpusRun::withHeap, CorpusRun::withoutHeap)) {
      List<Score> s = runs.stream().map(which).toList();
      System.out.printf(
          "%d of %d right; %d of %d found, %d false%n",
          s.stream().filter(Score::isRight).count(),
          s.size(),
          s.stream().mapToLong(Score::found).sum(),
          s.stream().mapToLong(Score::leaked).sum(),
          s.stream().mapToLong(Score::falseAlarms).sum());
    }
    Files.writeString(java.nio.file.Path.of("/tmp/h8/truth.md"), TruthPaper.of(runs));
  }
}
