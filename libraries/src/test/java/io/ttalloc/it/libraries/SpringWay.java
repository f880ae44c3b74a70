package io.ttalloc.it.libraries;

import io.ttalloc.it.packs.Place;
import io.ttalloc.it.packs.Way;
import java.nio.file.Path;
import java.util.List;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.context.support.StaticApplicationContext;

/** How contexts of Spring are opened: they are when they have been refreshed. */
@SuppressWarnings({"ImmutableEnumChecker", "resource"}) // constants; the test closes
enum SpringWay implements Way {
  ANNOTATIONS("new AnnotationConfigApplicationContext(Class)", 1) {
    @Override
    public AutoCloseable open(Path place) {
      return new AnnotationConfigApplicationContext(Beans.class);
    }
  },
  GENERIC("GenericApplicationContext.refresh()", 1) {
    @Override
    public AutoCloseable open(Path place) {
      GenericApplicationContext context = new GenericApplicationContext();
      context.refresh();
      return context;
    }
  },
  CHILD("a context with a parent", 2) {
    @Override
    public AutoCloseable open(Path place) {
      StaticApplicationContext parent = new StaticApplicationContext();
      parent.refresh();
      StaticApplicationContext child = new StaticApplicationContext(parent);
      child.refresh();
      return () -> {
        child.close();
        parent.close();
      };
    }
  },
  NOT_REFRESHED("a context that was not refreshed", 0) {
    @Override
    public AutoCloseable open(Path place) {
      return new GenericApplicationContext();
    }
  },
  FAILED("a context whose refresh fails", 0) {
    @Override
    public AutoCloseable open(Path place) {
      GenericApplicationContext context = new GenericApplicationContext();
      context.registerBean(Path.class, () -> Path.of("\0"));
      try {
        context.refresh();
      } catch (RuntimeException expected) {
        return Way.nothingOpen(context);
      }
      throw new AssertionError("did not fail");
    }
  },
  HOOK("registerShutdownHook()", 0) {
    @Override
    public AutoCloseable open(Path place) {
      GenericApplicationContext context = new GenericApplicationContext();
      context.registerShutdownHook();
      context.refresh();
      return context;
    }
  };

  private final Facts facts;
  private final int resources;

  SpringWay(String code, int resources) {
    facts = new Facts(code, "application context", Place.NOTHING, Judged.LEAK);
    this.resources = resources;
  }

  @Override
  public Facts facts() {
    return facts;
  }

  @Override
  public List<String> types() {
    return List.of(facts.type());
  }

  @Override
  public int resources() {
    return resources;
  }

  /** A class of beans that has none. */
  static final class Beans {}
}
