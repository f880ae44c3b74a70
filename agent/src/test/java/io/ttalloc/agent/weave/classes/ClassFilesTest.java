package io.ttalloc.agent.weave.classes;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.agent.weave.transform.FoundClassFiles;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.bytebuddy.dynamic.ClassFileLocator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ClassFilesTest {
  private static final byte[] FILE = {(byte) 0xCA, (byte) 0xFE, (byte) 0xBA, (byte) 0xBE, 1, 2};
  private static final byte[] OTHER = {(byte) 0xCA, (byte) 0xFE, 1, 2, 3, 4};

  private final List<Boolean> caches = new ArrayList<>();
  private int closed;

  @Test
  void locationsAreReadPastTheCacheAndClosed() {
    assertThat(ClassFiles.read(new Loader(location(FILE), null), "com/acme/Thing")).isEqualTo(FILE);
    assertThat(caches).containsExactly(false);
    assertThat(closed).isEqualTo(1);
  }

  @Test
  void aLoaderMayGiveNothingButStreams() {
    assertThat(ClassFiles.read(new Loader(null, FILE), "com/acme/Thing")).isEqualTo(FILE);
  }

  @Test
  void whatIsNoClassFileAtItsLocationMayBeOneAsAStream() {
    assertThat(ClassFiles.read(new Loader(location(OTHER), FILE), "com/acme/Thing"))
        .isEqualTo(FILE);
    assertThat(ClassFiles.read(new Loader(location(new byte[0]), FILE), "com/acme/Thing"))
        .isEqualTo(FILE);
    assertThat(closed).isEqualTo(2);
  }

  @Test
  void hostileHandlersAndLoadersAreTakenToHaveNothing() {
    assertThat(ClassFiles.read(new Loader(location(null), null), "com/acme/Thing")).isNull();
    assertThat(ClassFiles.read(new Loader(withoutConnection(), null), "com/acme/Thing")).isNull();
    assertThat(ClassFiles.read(new Throwing(), "com/acme/Thing")).isNull();
  }

  @Test
  void aLoaderThatHasNothingSeesWhatItsParentsSee() {
    Loader parent = new Loader(location(FILE), null);

    assertThat(ClassFiles.read(child(child(parent)), "com/acme/Thing")).isEqualTo(FILE);
  }

  @Test
  void onlySoManyParentsAreAsked() {
    ClassLoader last = new Loader(null, FILE);
    for (int i = 0; i < 63; i++) {
      last = child(last);
    }

    assertThat(ClassFiles.read(last, "com/acme/Thing")).isEqualTo(FILE);
    assertThat(ClassFiles.read(child(last), "com/acme/Thing")).isNull();
  }

  /**
   * The class files of the JDK are read from the JDK; a loader of the application is never asked
   * for them.
   */
  @Test
  void classesOfTheJdkComeFromTheJdk() {
    assertThat(ClassFiles.read(new Loader(null, FILE), "java/util/ArrayList"))
        .startsWith(0xCA, 0xFE, 0xBA, 0xBE)
        .hasSizeGreaterThan(1_000);
    // A class in another package, which a loader without parents does not find.
    assertThat(ClassFiles.read(new Loader(null, null), "sun/misc/Unsafe"))
        .hasSizeGreaterThan(1_000);
  }

  @Test
  void whatNeverEndsIsReadToABound() {
    Loader endless =
        new Loader(null, null) {
          @Override
          public InputStream getResourceAsStream(String name) {
            return new InputStream() {
              private int read;

              @Override
              public int read() {
                return read < 17 << 20 ? FILE[Math.min(read++, FILE.length - 1)] & 0xFF : -1;
              }

              @Override
              public int read(byte[] into, int from, int length) throws IOException {
                int first = length == 0 ? 0 : read();
                if (length == 0 || first < 0) {
                  return first;
                }
                into[from] = (byte) first;
                return 1;
              }
            };
          }
        };

    assertThat(ClassFiles.read(endless, "com/acme/Thing")).hasSize(16 << 20);
    byte[] large = Arrays.copyOf(FILE, 17 << 20);
    assertThat(ClassFiles.read(new Loader(location(large), null), "com/acme/Thing"))
        .hasSize(16 << 20);
  }

  @Test
  void loadersOfTheJdkAreNotForeign() {
    assertThat(Loaders.isForeign(null)).isFalse();
    assertThat(Loaders.isForeign(ClassLoader.getPlatformClassLoader())).isFalse();
    assertThat(Loaders.isForeign(ClassLoader.getSystemClassLoader())).isFalse();
    assertThat(Loaders.isForeign(new Loader(null, null))).isTrue();
  }

  @Test
  void whatIsOnTheBootClassPathAndNotOfTheJdkIsOfAnotherAgent() {
    assertThat(Loaders.isOfAnotherAgent(null, "io/opentelemetry/Bridge")).isTrue();
    assertThat(Loaders.isOfAnotherAgent(new Loader(null, null), "io/opentelemetry/Bridge"))
        .isFalse();
    for (String ofTheJdk :
        List.of("java/A", "javax/A", "jdk/A", "sun/misc/Unsafe", "com/sun/net/Server")) {
      assertThat(Loaders.isOfAnotherAgent(null, ofTheJdk)).isFalse();
    }
  }

  @Test
  void byteBuddyGetsTheSameByBinaryNames() throws Exception {
    Set<String> asked = new HashSet<>();
    try (ClassFileLocator locator =
        new FoundClassFiles(
            new Loader(null, null) {
              @Override
              public @Nullable InputStream getResourceAsStream(String name) {
                return name.equals("com/acme/Thing.class") ? new ByteArrayInputStream(FILE) : null;
              }
            },
            asked)) {
      assertThat(locator.locate("com.acme.Thing").resolve()).isEqualTo(FILE);
      assertThat(locator.locate("com.acme.Other").isResolved()).isFalse();
    }
    assertThat(asked).containsExactlyInAnyOrder("com/acme/Thing", "com/acme/Other");
  }

  /** Returns a loader without classes of its own, whose parent is the given loader. */
  private static ClassLoader child(ClassLoader parent) {
    return new ClassLoader(parent) {
      @Override
      public @Nullable URL getResource(String name) {
        return null;
      }

      @Override
      public @Nullable InputStream getResourceAsStream(String name) {
        return null;
      }
    };
  }

  /**
   * Returns a location whose stream contains the bytes; if {@code bytes} is null, its connection
   * returns no stream.
   */
  private URL location(byte @Nullable [] bytes) {
    return url(
        new URLStreamHandler() {
          @Override
          protected URLConnection openConnection(URL url) {
            return new URLConnection(url) {
              @Override
              public void connect() {
                // There is nothing to do.
              }

              @Override
              @SuppressWarnings("NullAway") // returns null, as a hostile handler may
              public InputStream getInputStream() {
                caches.add(getUseCaches());
                return bytes == null ? null : new Counting(bytes);
              }
            };
          }
        });
  }

  @SuppressWarnings("NullAway") // returns null, as a hostile handler may
  private static URL withoutConnection() {
    return url(
        new URLStreamHandler() {
          @Override
          protected URLConnection openConnection(URL url) {
            return null;
          }
        });
  }

  private static URL url(URLStreamHandler handler) {
    try {
      return new URL(null, "test:thing", handler);
    } catch (MalformedURLException e) {
      throw new IllegalStateException(e);
    }
  }

  private final class Counting extends ByteArrayInputStream {
    Counting(byte[] bytes) {
      super(bytes);
    }

    @Override
    public void close() {
      closed++;
    }
  }

  /** A loader that returns the same location and the same bytes for all names. */
  private static class Loader extends ClassLoader {
    private final @Nullable URL location;
    private final byte @Nullable [] stream;

    Loader(@Nullable URL location, byte @Nullable [] stream) {
      super(null);
      this.location = location;
      this.stream = stream;
    }

    @Override
    public @Nullable URL getResource(String name) {
      return location;
    }

    @Override
    public @Nullable InputStream getResourceAsStream(String name) {
      return stream == null ? null : new ByteArrayInputStream(stream);
    }
  }

  /** A loader whose methods throw checked exceptions that they do not declare. */
  private static final class Throwing extends ClassLoader {
    Throwing() {
      super(null);
    }

    @Override
    public URL getResource(String name) {
      throw sneaky(new IOException("no location"));
    }

    @Override
    public InputStream getResourceAsStream(String name) {
      throw sneaky(new IOException("no stream"));
    }

    @SuppressWarnings("unchecked") // that is the point
    private static <T extends Throwable> RuntimeException sneaky(Throwable thrown) throws T {
      throw (T) thrown;
    }
  }
}
