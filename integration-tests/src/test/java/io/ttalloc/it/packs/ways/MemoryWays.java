package io.ttalloc.it.packs.ways;

import static io.ttalloc.it.packs.ways.Way.way;

import io.ttalloc.it.packs.ways.Way.Judged;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.util.List;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/** Ways to allocate memory outside the heap. */
public final class MemoryWays implements Ways {
  private static final String ARENA = "arena";
  private static final String NATIVE_MEMORY = "native memory";
  private static final String OF_INFLATER = "inflater";
  private static final String OF_DEFLATER = "deflater";

  private static final List<Way> ALL =
      List.of(
          way(
                  "ByteBuffer.allocateDirect(int)",
                  "direct buffer",
                  place -> {
                    ByteBuffer buffer = ByteBuffer.allocateDirect(100);
                    return () -> unsafe("invokeCleaner", ByteBuffer.class, buffer);
                  })
              .judged(Judged.NO_LEAK),
          way(
                  "ByteBuffer.allocateDirect(int), freed by its cleaner",
                  "direct buffer",
                  place -> {
                    ByteBuffer buffer = ByteBuffer.allocateDirect(100);
                    return () -> clean(buffer);
                  })
              .judged(Judged.NO_LEAK),
          way(
              "sun.misc.Unsafe.allocateMemory(long)",
              NATIVE_MEMORY,
              place -> {
                Object address = unsafe("allocateMemory", long.class, 100L);
                return new Once(() -> unsafe("freeMemory", long.class, address));
              }),
          way(
              "sun.misc.Unsafe.reallocateMemory(long, long)",
              NATIVE_MEMORY,
              place -> {
                Object small = unsafe("allocateMemory", long.class, 100L);
                Object large =
                    unsafe()
                        .getClass()
                        .getMethod("reallocateMemory", long.class, long.class)
                        .invoke(unsafe(), small, 100_000L);
                return new Once(() -> unsafe("freeMemory", long.class, large));
              }),
          way("Arena.ofConfined()", ARENA, place -> new Once(arena("ofConfined"))).since(22),
          way("Arena.ofShared()", ARENA, place -> new Once(arena("ofShared"))).since(22),
          way(
                  "Arena.allocate(long)",
                  ARENA,
                  place -> {
                    AutoCloseable arena = arena("ofConfined");
                    Object unused =
                        arenaClass().getMethod("allocate", long.class).invoke(arena, 100L);
                    return new Once(arena);
                  })
              .since(22),
          way(
                  "FileChannel.map(MapMode, long, long, Arena)",
                  ARENA,
                  Place.FILE,
                  place -> {
                    AutoCloseable arena = arena("ofShared");
                    try (FileChannel channel = FileChannel.open(place)) {
                      Object unused =
                          FileChannel.class
                              .getMethod("map", MapMode.class, long.class, long.class, arenaClass())
                              .invoke(channel, MapMode.READ_ONLY, 0L, 4L, arena);
                    }
                    return new Once(arena);
                  })
              .since(22),
          way(
              "new Inflater()",
              OF_INFLATER,
              place -> {
                Inflater inflater = new Inflater();
                return inflater::end;
              }),
          way(
              "new Inflater(boolean)",
              OF_INFLATER,
              place -> {
                Inflater inflater = new Inflater(true);
                return inflater::end;
              }),
          way(
              "new InflaterInputStream(InputStream)",
              OF_INFLATER,
              place -> new InflaterInputStream(new ByteArrayInputStream(new byte[0]))),
          way(
              "new ZipInputStream(InputStream)",
              OF_INFLATER,
              place -> new ZipInputStream(new ByteArrayInputStream(new byte[0]))),
          way(
              "new GZIPInputStream(InputStream)",
              OF_INFLATER,
              place -> {
                ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                new GZIPOutputStream(bytes).close();
                return new GZIPInputStream(new ByteArrayInputStream(bytes.toByteArray()));
              }),
          way(
                  "Files.newInputStream of a file in a zip file system",
                  OF_INFLATER,
                  Place.ARCHIVE,
                  place -> {
                    FileSystem zip = FileSystems.newFileSystem(place);
                    Files.readString(zip.getPath("entry"));
                    InputStream entry = Files.newInputStream(zip.getPath("entry"));
                    return () -> {
                      entry.close();
                      zip.close();
                    };
                  })
              .resources(0), // the memory ends with the zip file system
          way(
              "new Deflater()",
              OF_DEFLATER,
              place -> {
                Deflater deflater = new Deflater();
                return deflater::end;
              }),
          way(
              "new Deflater(int, boolean)",
              OF_DEFLATER,
              place -> {
                Deflater deflater = new Deflater(9, true);
                return deflater::end;
              }),
          way(
              "new DeflaterOutputStream(OutputStream)",
              OF_DEFLATER,
              place -> new DeflaterOutputStream(new ByteArrayOutputStream())),
          way(
              "new ZipOutputStream(OutputStream)",
              OF_DEFLATER,
              place -> new ZipOutputStream(new ByteArrayOutputStream())),
          way(
              "new GZIPOutputStream(OutputStream)",
              OF_DEFLATER,
              place -> new GZIPOutputStream(new ByteArrayOutputStream())));

  @Override
  public List<Way> all() {
    return ALL;
  }

  private static Object unsafe() throws ReflectiveOperationException {
    Field field = Class.forName("sun.misc.Unsafe").getDeclaredField("theUnsafe");
    field.setAccessible(true);
    return field.get(null);
  }

  private static Object unsafe(String method, Class<?> parameter, Object argument)
      throws ReflectiveOperationException {
    Object unsafe = unsafe();
    return unsafe.getClass().getMethod(method, parameter).invoke(unsafe, argument);
  }

  /** Opens an arena by reflection, because the code is compiled for 17. */
  private static AutoCloseable arena(String factory) throws Exception {
    return (AutoCloseable) arenaClass().getMethod(factory).invoke(null);
  }

  private static Class<?> arenaClass() throws ClassNotFoundException {
    return Class.forName("java.lang.foreign.Arena");
  }

  /** Frees a buffer through an internal package of the JDK, which a JVM flag must export. */
  static void clean(ByteBuffer buffer) throws ReflectiveOperationException {
    Object cleaner = Class.forName("sun.nio.ch.DirectBuffer").getMethod("cleaner").invoke(buffer);
    cleaner.getClass().getMethod("clean").invoke(cleaner);
  }

  /** Closes a resource only once, because a second close is not allowed. */
  private static final class Once implements AutoCloseable {
    private final AutoCloseable opened;
    private boolean closed;

    Once(AutoCloseable opened) {
      this.opened = opened;
    }

    @Override
    public void close() throws Exception {
      if (!closed) {
        closed = true;
        opened.close();
      }
    }
  }
}
