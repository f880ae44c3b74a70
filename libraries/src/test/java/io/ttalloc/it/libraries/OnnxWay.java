package io.ttalloc.it.libraries;

import ai.onnxruntime.OnnxJavaType;
import ai.onnxruntime.OnnxSequence;
import ai.onnxruntime.OnnxSparseTensor;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OnnxValue;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtLoraAdapter;
import ai.onnxruntime.OrtSession;
import io.ttalloc.it.packs.Place;
import io.ttalloc.it.packs.Way;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.LongBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** How ONNX Runtime's objects are made. */
@SuppressWarnings("ImmutableEnumChecker") // a record of constants
enum OnnxWay implements Way {
  FROM_FILE("OrtEnvironment.createSession(String, SessionOptions)", OnnxWay.SESSION) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      Files.write(place, OnnxModel.IDENTITY.bytes());
      try (OrtSession.SessionOptions options = options()) {
        return new Once(OrtEnvironment.getEnvironment().createSession(place.toString(), options));
      }
    }
  },
  FROM_BYTES("OrtEnvironment.createSession(byte[], SessionOptions)", OnnxWay.SESSION) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return new Once(session(OnnxModel.IDENTITY));
    }
  },
  NOT_A_MODEL("OrtEnvironment.createSession(byte[], SessionOptions) that fails", OnnxWay.SESSION) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      try (OrtSession.SessionOptions options = options();
          OrtSession made =
              OrtEnvironment.getEnvironment().createSession(new byte[] {1}, options)) {
        throw new AssertionError(made);
      } catch (OrtException expected) {
        return Way.nothingOpen(expected);
      }
    }

    @Override
    public int resources() {
      return 0;
    }
  },
  SESSION_OPTIONS("new SessionOptions()", OnnxWay.OPTIONS) {
    @Override
    public AutoCloseable open(Path place) {
      return new Once(new OrtSession.SessionOptions());
    }
  },
  RUN_OPTIONS("new RunOptions()", OnnxWay.OPTIONS) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return new Once(new OrtSession.RunOptions());
    }
  },
  THREADING_OPTIONS("new ThreadingOptions()", OnnxWay.OPTIONS) {
    @Override
    public AutoCloseable open(Path place) {
      return new Once(new OrtEnvironment.ThreadingOptions());
    }
  },
  ADAPTER("OrtLoraAdapter.create(byte[])", "onnx adapter") {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return new Once(OrtLoraAdapter.create(OnnxModel.emptyAdapter()));
    }
  },
  FROM_ARRAY("OnnxTensor.createTensor(OrtEnvironment, Object)", OnnxWay.VALUE) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return tensor();
    }
  },
  FROM_BUFFER("OnnxTensor.createTensor(OrtEnvironment, FloatBuffer, long[])", OnnxWay.VALUE) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      ByteBuffer memory = ByteBuffer.allocateDirect(8).order(ByteOrder.nativeOrder());
      return OnnxTensor.createTensor(
          OrtEnvironment.getEnvironment(), memory.asFloatBuffer(), new long[] {1, 2});
    }
  },
  TEXT("OnnxTensor.createTensor(OrtEnvironment, String[])", OnnxWay.VALUE) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return OnnxTensor.createTensor(OrtEnvironment.getEnvironment(), new String[] {"a", "b"});
    }
  },
  SPARSE("OnnxSparseTensor.createSparseTensor(...)", OnnxWay.VALUE) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      long[] one = {1};
      return OnnxSparseTensor.createSparseTensor(
          OrtEnvironment.getEnvironment(),
          new OnnxSparseTensor.COOTensor(
              LongBuffer.wrap(one),
              one,
              FloatBuffer.wrap(new float[] {1}),
              new long[] {4},
              OnnxJavaType.FLOAT,
              1));
    }
  },
  RESULT("OrtSession.run(Map) of a tensor", OnnxWay.SESSION, 1) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return run(OnnxModel.IDENTITY).all();
    }
  },
  VALUE_OF_RESULT("OrtSession.run(Map), closed with its tensor", OnnxWay.SESSION, 1) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      Run run = run(OnnxModel.IDENTITY);
      return new Once(run.result().get(0), run.result(), run.session());
    }
  },
  OWN_OUTPUT("OrtSession.run(Map, Map) with an output", OnnxWay.SESSION, 1) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      OrtSession session = session(OnnxModel.IDENTITY);
      OnnxTensor output = tensor();
      try (OnnxTensor input = tensor();
          OrtSession.Result result =
              session.run(Map.of("x", input), Map.<String, OnnxValue>of("y", output))) {
        if (result.isResultOwner(0)) {
          throw new AssertionError(result);
        }
      }
      return new Once(output, session);
    }
  },
  SEQUENCE("OrtSession.run(Map) of a sequence", OnnxWay.SESSION, 1) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return run(OnnxModel.SEQUENCE).all();
    }
  },
  TENSORS("OnnxSequence.getValue() of tensors", OnnxWay.SESSION, 2) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return run(OnnxModel.SEQUENCE).withParts();
    }
  },
  MAPS("OnnxSequence.getValue() of maps", OnnxWay.SESSION, 2) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return run(OnnxModel.MAPS).withParts();
    }
  };

  private static final String SESSION = "onnx session";
  private static final String OPTIONS = "onnx options";
  private static final String VALUE = "onnx value";

  private final Facts facts;
  private final List<String> types;
  private final int resources;

  OnnxWay(String code, String type) {
    this(code, type, 0);
  }

  /** A session, with the values that it has made. */
  OnnxWay(String code, String type, int values) {
    facts = new Facts(code, type, Place.NOTHING, Judged.LEAK);
    types = values > 0 ? List.of(type, VALUE) : List.of(type);
    resources = 1 + values;
  }

  @Override
  public Facts facts() {
    return facts;
  }

  @Override
  public List<String> types() {
    return types;
  }

  @Override
  public int resources() {
    return resources;
  }

  private static OnnxTensor tensor() throws OrtException {
    return OnnxTensor.createTensor(OrtEnvironment.getEnvironment(), new float[][] {{1, 2}});
  }

  private static OrtSession session(OnnxModel model) throws OrtException {
    try (OrtSession.SessionOptions options = options()) {
      return OrtEnvironment.getEnvironment().createSession(model.bytes(), options);
    }
  }

  /** Without threads of its own: a session that is left open must not run on while the JVM ends. */
  private static OrtSession.SessionOptions options() throws OrtException {
    OrtSession.SessionOptions options = new OrtSession.SessionOptions();
    options.setIntraOpNumThreads(1);
    return options;
  }

  private static Run run(OnnxModel model) throws OrtException {
    OrtSession session = session(model);
    try (OnnxTensor input = tensor()) {
      return new Run(session, session.run(Map.of("x", input)));
    }
  }

  /** A session with what it has made once. */
  private record Run(OrtSession session, OrtSession.Result result) {
    AutoCloseable all() {
      return new Once(result, session);
    }

    /** With the parts of a sequence, which are objects of their own. */
    AutoCloseable withParts() throws OrtException {
      List<AutoCloseable> all = new ArrayList<>();
      for (OnnxValue part : ((OnnxSequence) result.get(0)).getValue()) {
        all.add(part);
      }
      all.add(result);
      all.add(session);
      return new Once(all.toArray(AutoCloseable[]::new));
    }
  }

  /** Closes what must not be closed twice. */
  private static final class Once implements AutoCloseable {
    private final AutoCloseable[] opened;
    private boolean closed;

    Once(AutoCloseable... opened) {
      this.opened = opened;
    }

    @Override
    public void close() throws Exception {
      if (!closed) {
        closed = true;
        for (AutoCloseable each : opened) {
          each.close();
        }
      }
    }
  }
}
