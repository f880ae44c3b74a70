package io.ttalloc.it.packs;

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
import java.nio.file.Path;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/** The ways of memory outside of the heap. */
@SuppressWarnings("ImmutableEnumChecker") // lists of texts that nobody changes
enum MemoryWay implements Way {
  DIRECT("ByteBuffer.allocateDirect(int)", "direct buffer", Judged.NO_LEAK, 0) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      ByteBuffer buffer = ByteBuffer.allocateDirect(100);
      return () -> unsafe("invokeCleaner", ByteBuffer.class, buffer);
    }
  },
  DIRECT_WITH_CLEANER(
      "ByteBuffer.allocateDirect(int), freed by its cleaner", "direct buffer", Judged.NO_LEAK, 0) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      ByteBuffer buffer = ByteBuffer.allocateDirect(100);
      return () -> clean(buffer);
    }
  },
  UNSAFE("sun.misc.Unsafe.allocateMemory(long)", MemoryWay.NATIVE_MEMORY) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      Object address = unsafe("allocateMemory", long.class, 100L);
      return new Once(() -> unsafe("freeMemory", long.class, address));
    }
  },
  REALLOCATED("sun.misc.Unsafe.reallocateMemory(long, long)", MemoryWay.NATIVE_MEMORY) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      Object small = unsafe("allocateMemory", long.class, 100L);
      Object large =
          unsafe()
              .getClass()
              .getMethod("reallocateMemory", long.class, long.class)
              .invoke(unsafe(), small, 100_000L);
      return new Once(() -> unsafe("freeMemory", long.class, large));
    }
  },
  CONFINED("Arena.ofConfined()", MemoryWay.ARENA, Judged.LEAK, 22) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return new Once(arena("ofConfined"));
    }
  },
  SHARED("Arena.ofShared()", MemoryWay.ARENA, Judged.LEAK, 22) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return new Once(arena("ofShared"));
    }
  },
  SEGMENT("Arena.allocate(long)", MemoryWay.ARENA, Judged.LEAK, 22) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      AutoCloseable arena = arena("ofConfined");
      Object ignored = arenaClass().getMethod("allocate", long.class).invoke(arena, 100L);
      return new Once(arena);
    }
  },
  MAPPED_SEGMENT(
      "FileChannel.map(MapMode, long, long, Arena)", MemoryWay.ARENA, Judged.LEAK, 22, Place.FILE) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      AutoCloseable arena = arena("ofShared");
      try (FileChannel channel = FileChannel.open(place)) {
        Object ignored =
            FileChannel.class
                .getMethod("map", MapMode.class, long.class, long.class, arenaClass())
                .invoke(channel, MapMode.READ_ONLY, 0L, 4L, arena);
      }
      return new Once(arena);
    }
  },
  INFLATER("new Inflater()", MemoryWay.OF_INFLATER) {
    @Override
    public AutoCloseable open(Path place) {
      Inflater inflater = new Inflater();
      return inflater::end;
    }
  },
  RAW_INFLATER("new Inflater(boolean)", MemoryWay.OF_INFLATER) {
    @Override
    public AutoCloseable open(Path place) {
      Inflater inflater = new Inflater(true);
      return inflater::end;
    }
  },
  INFLATED("new InflaterInputStream(InputStream)", MemoryWay.OF_INFLATER) {
    @Override
    public AutoCloseable open(Path place) {
      return new InflaterInputStream(new ByteArrayInputStream(new byte[0]));
    }
  },
  UNZIPPED("new ZipInputStream(InputStream)", MemoryWay.OF_INFLATER) {
    @Override
    public AutoCloseable open(Path place) {
      return new ZipInputStream(new ByteArrayInputStream(new byte[0]));
    }
  },
  GUNZIPPED("new GZIPInputStream(InputStream)", MemoryWay.OF_INFLATER) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      new GZIPOutputStream(bytes).close();
      return new GZIPInputStream(new ByteArrayInputStream(bytes.toByteArray()));
    }
  },
  ENTRY(
      "Files.newInputStream of a file in a zip file system",
      MemoryWay.OF_INFLATER,
      Judged.LEAK,
      0,
      Place.ARCHIVE) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      FileSystem zip = FileSystems.newFileSystem(place);
      Files.readString(zip.getPath("entry"));
      InputStream entry = Files.newInputStream(zip.getPath("entry"));
      return () -> {
        entry.close();
        zip.close();
      };
    }

    @Override
    public int resources() {
      return 0; // it ends with the zip file system
    }
  },
  DEFLATER("new Deflater()", MemoryWay.OF_DEFLATER) {
    @Override
    public AutoCloseable open(Path place) {
      Deflater deflater = new Deflater();
      return deflater::end;
    }
  },
  LEVELLED_DEFLATER("new Deflater(int, boolean)", MemoryWay.OF_DEFLATER) {
    @Override
    public AutoCloseable open(Path place) {
      Deflater deflater = new Deflater(9, true);
      return deflater::end;
    }
  },
  DEFLATED("new DeflaterOutputStream(OutputStream)", MemoryWay.OF_DEFLATER) {
    @Override
    public AutoCloseable open(Path place) {
      return new DeflaterOutputStream(new ByteArrayOutputStream());
    }
  },
  ZIPPED("new ZipOutputStream(OutputStream)", MemoryWay.OF_DEFLATER) {
    @Override
    public AutoCloseable open(Path place) {
      return new ZipOutputStream(new ByteArrayOutputStream());
    }
  },
  GZIPPED("new GZIPOutputStream(OutputStream)", MemoryWay.OF_DEFLATER) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return new GZIPOutputStream(new ByteArrayOutputStream());
    }
  };

  private static final String ARENA = "arena";
  private static final String NATIVE_MEMORY = "native memory";
  private static final String OF_INFLATER = "inflater";
  private static final String OF_DEFLATER = "deflater";

  private final Facts facts;
  private final int since;

  MemoryWay(String code, String type) {
    this(code, type, Judged.LEAK, 0);
  }

  MemoryWay(String code, String type, Judged judged, int since) {
    this(code, type, judged, since, Place.NOTHING);
  }

  MemoryWay(String code, String type, Judged judged, int since, Place place) {
    this.facts = new Facts(code, type, place, judged);
    this.since = since;
  }

  @Override
  public Facts facts() {
    return facts;
  }

  @Override
  public int since() {
    return since;
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

  /** By reflection, since this is compiled for 17. */
  private static AutoCloseable arena(String factory) throws Exception {
    return (AutoCloseable) arenaClass().getMethod(factory).invoke(null);
  }

  private static Class<?> arenaClass() throws ClassNotFoundException {
    return Class.forName("java.lang.foreign.Arena");
  }

  /** As programs do that need a flag for it. */
  static void clean(ByteBuffer buffer) throws ReflectiveOperationException {
    Object cleaner = Class.forName("sun.nio.ch.DirectBuffer").getMethod("cleaner").invoke(buffer);
    cleaner.getClass().getMethod("clean").invoke(cleaner);
  }

  /** Closes what must not be closed twice. */
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
