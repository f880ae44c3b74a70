package io.ttalloc.it.packs;

import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.util.Scanner;
import java.util.Set;

/** The ways of java.nio. */
@SuppressWarnings("ImmutableEnumChecker") // a record of constants
enum PathWay implements Way {
  CHANNEL("FileChannel.open(Path)", "file channel", Place.FILE) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return FileChannel.open(place, StandardOpenOption.WRITE);
    }
  },
  BYTE_CHANNEL("Files.newByteChannel(Path)", "file channel", Place.FILE) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return Files.newByteChannel(place);
    }
  },
  INPUT("Files.newInputStream(Path)", "file channel", Place.FILE) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return Files.newInputStream(place);
    }
  },
  OUTPUT("Files.newOutputStream(Path)", "file channel", Place.FILE) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return Files.newOutputStream(place);
    }
  },
  READER("Files.newBufferedReader(Path)", "file channel", Place.FILE) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return Files.newBufferedReader(place);
    }
  },
  WRITER("Files.newBufferedWriter(Path)", "file channel", Place.FILE) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return Files.newBufferedWriter(place);
    }
  },
  LINES("Files.lines(Path)", "file channel", Place.FILE) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return Files.lines(place);
    }
  },
  SCANNER("new Scanner(Path)", "file channel", Place.FILE) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return new Scanner(place, StandardCharsets.UTF_8);
    }
  },
  DELETED_ON_CLOSE("Files.newByteChannel(Path, DELETE_ON_CLOSE)", "file channel", Place.FILE) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return Files.newByteChannel(place, StandardOpenOption.DELETE_ON_CLOSE);
    }
  },
  IN_FOLDER("SecureDirectoryStream.newByteChannel", "file channel", Place.FILE) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      try (DirectoryStream<Path> folder = Files.newDirectoryStream(place.getParent())) {
        return ((SecureDirectoryStream<Path>) folder)
            .newByteChannel(place, Set.of(StandardOpenOption.READ));
      }
    }
  },
  ASYNCHRONOUS("AsynchronousFileChannel.open(Path)", "asynchronous file channel", Place.FILE) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return AsynchronousFileChannel.open(place);
    }
  },
  MAPPED("FileChannel.map", "mapped buffer", Place.FILE, Judged.NO_LEAK) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      try (FileChannel channel = FileChannel.open(place)) {
        MappedByteBuffer mapped = channel.map(FileChannel.MapMode.READ_ONLY, 0, 4);
        return () -> unmap(mapped);
      }
    }
  },
  MAPPED_WITH_CLEANER(
      "FileChannel.map, freed by its cleaner", "mapped buffer", Place.FILE, Judged.NO_LEAK) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      try (FileChannel channel = FileChannel.open(place)) {
        MappedByteBuffer mapped = channel.map(FileChannel.MapMode.READ_ONLY, 0, 4);
        return () -> MemoryWay.clean(mapped);
      }
    }

    @Override
    public boolean settles() {
      return false; // it needs the flag
    }
  },
  FOLDER("Files.newDirectoryStream(Path)", "directory stream", Place.FOLDER) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return Files.newDirectoryStream(place);
    }
  },
  FOLDER_GLOB("Files.newDirectoryStream(Path, String)", "directory stream", Place.FOLDER) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return Files.newDirectoryStream(place, "*.txt");
    }
  },
  LIST("Files.list(Path)", "directory stream", Place.FOLDER) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return Files.list(place);
    }
  },
  WALK("Files.walk(Path)", "directory stream", Place.FOLDER) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return Files.walk(place);
    }
  },
  FIND("Files.find(Path, ...)", "directory stream", Place.FOLDER) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return Files.find(place, 1, (found, attributes) -> true);
    }
  },
  FOLDER_IN_FOLDER("SecureDirectoryStream.newDirectoryStream", "directory stream", Place.FOLDER) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      try (DirectoryStream<Path> folder = Files.newDirectoryStream(place.getParent())) {
        return ((SecureDirectoryStream<Path>) folder).newDirectoryStream(place);
      }
    }
  },
  WATCH_SERVICE("FileSystem.newWatchService()", "watch service", Place.NOTHING) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return place.getFileSystem().newWatchService();
    }
  };

  private final Facts facts;

  PathWay(String code, String type, Place place) {
    this(code, type, place, Judged.LEAK);
  }

  PathWay(String code, String type, Place place, Judged judged) {
    this.facts = new Facts(code, type, place, judged);
  }

  @Override
  public Facts facts() {
    return facts;
  }

  /** As libraries do it; there is no other close. */
  private static void unmap(MappedByteBuffer mapped) throws ReflectiveOperationException {
    Class<?> unsafe = Class.forName("sun.misc.Unsafe");
    Field the = unsafe.getDeclaredField("theUnsafe");
    the.setAccessible(true);
    unsafe.getMethod("invokeCleaner", ByteBuffer.class).invoke(the.get(null), mapped);
  }
}
