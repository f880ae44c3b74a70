package io.ttalloc.it.packs;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
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
      return arena("ofConfined");
    }
  },
  SHARED("Arena.ofShared()", MemoryWay.ARENA, Judged.LEAK, 22) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return arena("ofShared");
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
    this.facts = new Facts(code, type, Place.NOTHING, judged);
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
    AutoCloseable arena =
        (AutoCloseable) Class.forName("java.lang.foreign.Arena").getMethod(factory).invoke(null);
    return new Once(arena);
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
