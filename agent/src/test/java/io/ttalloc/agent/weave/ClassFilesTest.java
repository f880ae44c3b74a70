package io.ttalloc.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.util.ArrayList;
import java.util.List;
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

  /** A location with some bytes; null stands for a connection without a stream. */
  private URL location(byte @Nullable [] bytes) {
    return url(
        new URLStreamHandler() {
          @Override
          protected URLConnection openConnection(URL url) {
            return new URLConnection(url) {
              @Override
              public void connect() {
                // Nothing to do.
              }

              @Override
              @SuppressWarnings("NullAway") // hostile
              public InputStream getInputStream() {
                caches.add(getUseCaches());
                return bytes == null ? null : new Counting(bytes);
              }
            };
          }
        });
  }

  @SuppressWarnings("NullAway") // hostile
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

  /** Has one location for all, and one stream. */
  private static final class Loader extends ClassLoader {
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

  /** Throws what its methods must not. */
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
