package io.ttalloc.it.libraries;

import io.ttalloc.it.packs.ways.Way;
import io.ttalloc.it.packs.ways.Way.Opening;
import io.ttalloc.it.packs.ways.Ways;
import java.nio.file.Path;
import java.util.List;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.context.support.StaticApplicationContext;

/** Ways to open Spring contexts, which count as open once they have been refreshed. */
@SuppressWarnings("resource") // the test closes it
public final class SpringWays implements Ways {
  private static final List<Way> ALL =
      List.of(
          way(
              "new AnnotationConfigApplicationContext(Class)",
              1,
              place -> new AnnotationConfigApplicationContext(Beans.class)),
          way(
              "GenericApplicationContext.refresh()",
              1,
              place -> {
                GenericApplicationContext context = new GenericApplicationContext();
                context.refresh();
                return context;
              }),
          way(
              "a context with a parent",
              2,
              place -> {
                StaticApplicationContext parent = new StaticApplicationContext();
                parent.refresh();
                StaticApplicationContext child = new StaticApplicationContext(parent);
                child.refresh();
                return () -> {
                  child.close();
                  parent.close();
                };
              }),
          way("a context that was not refreshed", 0, place -> new GenericApplicationContext()),
          way(
              "a context whose refresh fails",
              0,
              place -> {
                GenericApplicationContext context = new GenericApplicationContext();
                context.registerBean(Path.class, () -> Path.of("\0"));
                try {
                  context.refresh();
                } catch (RuntimeException expected) {
                  return Way.nothingOpen(context);
                }
                throw new AssertionError("did not fail");
              }),
          way(
              "registerShutdownHook()",
              0,
              place -> {
                GenericApplicationContext context = new GenericApplicationContext();
                context.registerShutdownHook();
                context.refresh();
                return context;
              }));

  @Override
  public List<Way> all() {
    return ALL;
  }

  private static Way way(String code, int resources, Opening opening) {
    return Way.way(code, "application context", opening).resources(resources);
  }

  /** A configuration class without beans. */
  static final class Beans {}
}
