package io.ttalloc.it.packs;

import java.io.BufferedInputStream;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.FileReader;
import java.io.FileWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Formatter;
import java.util.Locale;
import java.util.Scanner;

/** The ways of java.io, and processes. */
@SuppressWarnings("ImmutableEnumChecker") // a record of constants
enum StreamWay implements Way {
  INPUT_FILE("new FileInputStream(File)", "file", Place.FILE) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return new FileInputStream(place.toFile());
    }
  },
  INPUT_NAME("new FileInputStream(String)", "file", Place.FILE) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return new FileInputStream(place.toString());
    }
  },
  INPUT_SUBCLASS("a subclass of FileInputStream", "file", Place.FILE) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return new FileInputStream(place.toFile()) {};
    }
  },
  OUTPUT_FILE("new FileOutputStream(File)", "file", Place.FILE) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return new FileOutputStream(place.toFile());
    }
  },
  OUTPUT_NAME("new FileOutputStream(String)", "file", Place.FILE) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return new FileOutputStream(place.toString());
    }
  },
  APPEND_FILE("new FileOutputStream(File, boolean)", "file", Place.FILE) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return new FileOutputStream(place.toFile(), true);
    }
  },
  APPEND_NAME("new FileOutputStream(String, boolean)", "file", Place.FILE) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return new FileOutputStream(place.toString(), true);
    }
  },
  RANDOM_FILE("new RandomAccessFile(File, String)", "file", Place.FILE) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return new RandomAccessFile(place.toFile(), "rw");
    }
  },
  RANDOM_NAME("new RandomAccessFile(String, String)", "file", Place.FILE) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return new RandomAccessFile(place.toString(), "r");
    }
  },
  BUFFERED("a BufferedInputStream around a FileInputStream", "file", Place.FILE) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return new BufferedInputStream(new FileInputStream(place.toFile()));
    }
  },
  READER("new FileReader(File)", "file", Place.FILE) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return new FileReader(place.toFile(), StandardCharsets.UTF_8);
    }
  },
  WRITER("new FileWriter(File)", "file", Place.FILE) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return new FileWriter(place.toFile(), StandardCharsets.UTF_8);
    }
  },
  PRINT_WRITER("new PrintWriter(File)", "file", Place.FILE) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return new PrintWriter(place.toFile(), StandardCharsets.UTF_8);
    }
  },
  PRINT_STREAM("new PrintStream(File)", "file", Place.FILE) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return new PrintStream(place.toFile(), StandardCharsets.UTF_8);
    }
  },
  SCANNER_FILE("new Scanner(File)", "file", Place.FILE) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return new Scanner(place.toFile(), StandardCharsets.UTF_8);
    }
  },
  FORMATTER("new Formatter(File)", "file", Place.FILE) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return new Formatter(place.toFile(), "UTF-8", Locale.ROOT);
    }
  },
  CHANNEL_OF_INPUT("getChannel of a FileInputStream", "file", Place.FILE) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return new FileInputStream(place.toFile()).getChannel();
    }
  },
  CHANNEL_OF_OUTPUT("getChannel of a FileOutputStream", "file", Place.FILE) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return new FileOutputStream(place.toFile()).getChannel();
    }
  },
  CHANNEL_OF_RANDOM("getChannel of a RandomAccessFile", "file", Place.FILE) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return new RandomAccessFile(place.toFile(), "rw").getChannel();
    }
  },
  STREAM_OF_DESCRIPTOR(
      "a FileInputStream on the descriptor of a RandomAccessFile", "file", Place.FILE) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return new FileInputStream(new RandomAccessFile(place.toFile(), "r").getFD());
    }
  },
  PROCESS("new ProcessBuilder(...).start()", "process stream", Place.NOTHING, Judged.NO_LEAK) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      Process process = new ProcessBuilder("cat").start();
      return () -> {
        process.getOutputStream().close();
        process.getInputStream().close();
        process.getErrorStream().close();
        process.destroyForcibly().waitFor();
      };
    }

    @Override
    public int resources() {
      return 3;
    }
  };

  private final Facts facts;

  StreamWay(String code, String type, Place place) {
    this(code, type, place, Judged.LEAK);
  }

  StreamWay(String code, String type, Place place, Judged judged) {
    this.facts = new Facts(code, type, place, judged);
  }

  @Override
  public Facts facts() {
    return facts;
  }
}
