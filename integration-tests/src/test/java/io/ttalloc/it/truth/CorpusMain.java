package io.ttalloc.it.truth;

import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.Jdks;
import java.nio.file.Files;
import java.nio.file.Path;

final class CorpusMain {
  public static void main(String[] args) throws Exception {
    Path folder = Files.createTempDirectory("corpus");
    int right = 0;
    int all = 0;
    for (Jdk jdk : Jdks.all().subList(0, Integer.parseInt(args[0]))) {
      for (CorpusProgram program : CorpusProgram.all()) {
        if (args.length > 1 && !program.toString().contains(args[1])) {
          continue;
        }
        all++;
        try {
          CorpusRun run = CorpusRun.of(folder, program, jdk);
          right += run.isRight() ? 1 : 0;
          System.out.println((run.isRight() ? "right " : "WRONG ") + run);
          if (args.length > 2) {
            System.out.println(run.result().err());
          }
        } catch (AssertionError e) {
          System.out.println("ERROR " + program + " " + e.getMessage());
        }
      }
    }
    System.out.println(right + " of " + all);
  }
}
