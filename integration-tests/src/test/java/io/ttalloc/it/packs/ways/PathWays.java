package io.ttalloc.it.packs.ways;

import static io.ttalloc.it.packs.ways.Way.way;

import io.ttalloc.it.packs.ways.Way.Judged;
import io.ttalloc.it.packs.ways.Way.Opening;
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
import java.util.List;
import java.util.Scanner;
import java.util.Set;

/** Ways to open resources of java.nio. */
public final class PathWays implements Ways {
  private static final List<Way> ALL =
      List.of(
          channel(
              "FileChannel.open(Path)", place -> FileChannel.open(place, StandardOpenOption.WRITE)),
          channel("Files.newByteChannel(Path)", place -> Files.newByteChannel(place)),
          channel("Files.newInputStream(Path)", place -> Files.newInputStream(place)),
          channel("Files.newOutputStream(Path)", place -> Files.newOutputStream(place)),
          channel("Files.newBufferedReader(Path)", place -> Files.newBufferedReader(place)),
          channel("Files.newBufferedWriter(Path)", place -> Files.newBufferedWriter(place)),
          channel("Files.lines(Path)", place -> Files.lines(place)),
          channel("new Scanner(Path)", place -> new Scanner(place, StandardCharsets.UTF_8)),
          channel(
              "Files.newByteChannel(Path, DELETE_ON_CLOSE)",
              place -> Files.newByteChannel(place, StandardOpenOption.DELETE_ON_CLOSE)),
          channel(
              "SecureDirectoryStream.newByteChannel",
              place -> {
                try (DirectoryStream<Path> folder = Files.newDirectoryStream(place.getParent())) {
                  return ((SecureDirectoryStream<Path>) folder)
                      .newByteChannel(place, Set.of(StandardOpenOption.READ));
                }
              }),
          way(
              "AsynchronousFileChannel.open(Path)",
              "asynchronous file channel",
              Place.FILE,
              place -> AsynchronousFileChannel.open(place)),
          way(
                  "FileChannel.map",
                  "mapped buffer",
                  Place.FILE,
                  place -> {
                    try (FileChannel channel = FileChannel.open(place)) {
                      MappedByteBuffer mapped = channel.map(FileChannel.MapMode.READ_ONLY, 0, 4);
                      return () -> unmap(mapped);
                    }
                  })
              .judged(Judged.NO_LEAK),
          way(
                  "FileChannel.map, freed by its cleaner",
                  "mapped buffer",
                  Place.FILE,
                  place -> {
                    try (FileChannel channel = FileChannel.open(place)) {
                      MappedByteBuffer mapped = channel.map(FileChannel.MapMode.READ_ONLY, 0, 4);
                      return () -> MemoryWays.clean(mapped);
                    }
                  })
              .judged(Judged.NO_LEAK)
              .unsettled(), // needs the flag
          directory("Files.newDirectoryStream(Path)", place -> Files.newDirectoryStream(place)),
          directory(
              "Files.newDirectoryStream(Path, String)",
              place -> Files.newDirectoryStream(place, "*.txt")),
          directory("Files.list(Path)", place -> Files.list(place)),
          directory("Files.walk(Path)", place -> Files.walk(place)),
          directory(
              "Files.find(Path, ...)", place -> Files.find(place, 1, (found, attributes) -> true)),
          directory(
              "SecureDirectoryStream.newDirectoryStream",
              place -> {
                try (DirectoryStream<Path> folder = Files.newDirectoryStream(place.getParent())) {
                  return ((SecureDirectoryStream<Path>) folder).newDirectoryStream(place);
                }
              }),
          way(
              "FileSystem.newWatchService()",
              "watch service",
              place -> place.getFileSystem().newWatchService()));

  @Override
  public List<Way> all() {
    return ALL;
  }

  private static Way channel(String code, Opening opening) {
    return way(code, "file channel", Place.FILE, opening);
  }

  private static Way directory(String code, Opening opening) {
    return way(code, "directory stream", Place.FOLDER, opening);
  }

  /** Unmaps a buffer by {@code Unsafe.invokeCleaner}, as libraries do. */
  private static void unmap(MappedByteBuffer mapped) throws ReflectiveOperationException {
    Class<?> unsafe = Class.forName("sun.misc.Unsafe");
    Field the = unsafe.getDeclaredField("theUnsafe");
    the.setAccessible(true);
    unsafe.getMethod("invokeCleaner", ByteBuffer.class).invoke(the.get(null), mapped);
  }
}
