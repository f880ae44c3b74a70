package io.ttalloc.benchmarks.hooks;

import io.netty.util.ResourceLeakDetector;
import io.netty.util.ResourceLeakDetectorFactory;
import io.netty.util.ResourceLeakTracker;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.CompilerControl;
import org.openjdk.jmh.annotations.CompilerControl.Mode;

/** Tracks an object with Netty's detector and closes it. */
final class NettyOperation implements Operation {
  /**
   * Shared by all threads, because a real program also has one detector for each type of resource.
   */
  private static final ResourceLeakDetector<PlainResource> DETECTOR =
      ResourceLeakDetectorFactory.instance().newResourceLeakDetector(PlainResource.class);

  @Nullable PlainResource last;

  NettyOperation() {
    if (ResourceLeakDetector.getLevel() != ResourceLeakDetector.Level.PARANOID) {
      throw new IllegalStateException(
          "Netty's leak detection is %s, expected PARANOID"
              .formatted(ResourceLeakDetector.getLevel()));
    }
  }

  @Override
  @CompilerControl(Mode.DONT_INLINE)
  public void once() {
    PlainResource resource = new PlainResource();
    last = resource;
    ResourceLeakTracker<PlainResource> tracker = DETECTOR.track(resource);
    resource.close();
    if (tracker == null || !tracker.close(resource)) {
      throw new IllegalStateException("Netty's detector did not track the object");
    }
  }
}
