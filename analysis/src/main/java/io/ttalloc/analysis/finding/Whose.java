package io.ttalloc.analysis.finding;

import io.ttalloc.analysis.fold.Evidence;
import io.ttalloc.analysis.fold.HolderPath;
import io.ttalloc.analysis.site.CallSites;
import io.ttalloc.heap.report.PathLink;
import io.ttalloc.heap.report.ReferencePath;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.ledger.record.MethodRecord;
import io.ttalloc.text.JavaNames;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The code that can close a resource. It is a library or the JDK in two cases: the program's call
 * that led to the opening returns nothing that could contain the resource and was made on nothing
 * that the program could close; or that call was a constructor call that threw an exception. A
 * returned number counts as a possible key of the resource.
 *
 * @param call the program's call that led to the opening, if the program cannot close the resource;
 *     else null
 * @param jar the JAR file of the library; null if there is none or it is unknown
 */
public record Whose(By by, @Nullable Frame call, @Nullable String jar) {
  /** The kinds of code that may be able to close a resource. */
  public enum By {
    PROGRAM,
    LIBRARY,
    JDK
  }

  private static final Whose PROGRAM = new Whose(By.PROGRAM, null, null);

  /** The code that can close the resources of the evidence; the program if that is unknown. */
  public static Whose of(Evidence evidence) {
    CallSites sites = evidence.facts().sites();
    Frame call = evidence.opening().called();
    MethodRecord method = call == null ? null : sites.method(call);
    if (method == null
        || evidence.type().keyed()
        || !method.givesNothing()
        || method.ofCloser()
        || (method.method().equals("<init>") && !evidence.owners().roots().isEmpty())
        || isKeptByProgram(evidence.paths(), sites)) {
      return PROGRAM;
    }
    boolean ofJdk = JavaNames.isPlatform(method.className());
    return new Whose(ofJdk ? By.JDK : By.LIBRARY, call, method.jar());
  }

  private static boolean isKeptByProgram(List<HolderPath> paths, CallSites sites) {
    return paths.stream().map(HolderPath::first).anyMatch(path -> isByProgram(path, sites));
  }

  private static boolean isByProgram(ReferencePath path, CallSites sites) {
    return sites.isApplication(path.root().type())
        || path.links().stream()
            .anyMatch(
                link -> link.kind() == PathLink.Kind.FIELD && sites.isApplication(link.type()));
  }
}
