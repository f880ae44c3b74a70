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
import io.ttalloc.it.packs.ways.Way;
import io.ttalloc.it.packs.ways.Way.Opening;
import io.ttalloc.it.packs.ways.Ways;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.LongBuffer;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Ways to create ONNX Runtime objects. */
public final class OnnxWays implements Ways {
  private static final String SESSION = "onnx session";
  private static final String OPTIONS = "onnx options";
  private static final String VALUE = "onnx value";

  private static final List<Way> ALL =
      List.of(
          way(
              "OrtEnvironment.createSession(String, SessionOptions)",
              SESSION,
              place -> {
                Files.write(place, OnnxModel.IDENTITY.bytes());
                try (OrtSession.SessionOptions options = options()) {
                  return new Once(
                      OrtEnvironment.getEnvironment().createSession(place.toString(), options));
                }
              }),
          way(
              "OrtEnvironment.createSession(byte[], SessionOptions)",
              SESSION,
              place -> new Once(session(OnnxModel.IDENTITY))),
          way(
                  "OrtEnvironment.createSession(byte[], SessionOptions) that fails",
                  SESSION,
                  place -> {
                    try (OrtSession.SessionOptions options = options();
                        OrtSession made =
                            OrtEnvironment.getEnvironment()
                                .createSession(new byte[] {1}, options)) {
                      throw new AssertionError(made);
                    } catch (OrtException expected) {
                      return Way.nothingOpen(expected);
                    }
                  })
              .resources(0),
          way("new SessionOptions()", OPTIONS, place -> new Once(new OrtSession.SessionOptions())),
          way("new RunOptions()", OPTIONS, place -> new Once(new OrtSession.RunOptions())),
          way(
              "new ThreadingOptions()",
              OPTIONS,
              place -> new Once(new OrtEnvironment.ThreadingOptions())),
          way(
              "OrtLoraAdapter.create(byte[])",
              "onnx adapter",
              place -> new Once(OrtLoraAdapter.create(OnnxModel.emptyAdapter()))),
          way("OnnxTensor.createTensor(OrtEnvironment, Object)", VALUE, place -> tensor()),
          way(
              "OnnxTensor.createTensor(OrtEnvironment, FloatBuffer, long[])",
              VALUE,
              place -> {
                ByteBuffer memory = ByteBuffer.allocateDirect(8).order(ByteOrder.nativeOrder());
                return OnnxTensor.createTensor(
                    OrtEnvironment.getEnvironment(), memory.asFloatBuffer(), new long[] {1, 2});
              }),
          way(
              "OnnxTensor.createTensor(OrtEnvironment, String[])",
              VALUE,
              place ->
                  OnnxTensor.createTensor(
                      OrtEnvironment.getEnvironment(), new String[] {"a", "b"})),
          way(
              "OnnxSparseTensor.createSparseTensor(...)",
              VALUE,
              place -> {
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
              }),
          way(
              "OrtSession.run(Map) of a tensor",
              SESSION,
              1,
              place -> run(OnnxModel.IDENTITY).all()),
          way(
              "OrtSession.run(Map), closed with its tensor",
              SESSION,
              1,
              place -> {
                Run run = run(OnnxModel.IDENTITY);
                return new Once(run.result().get(0), run.result(), run.session());
              }),
          way(
              "OrtSession.run(Map, Map) with an output",
              SESSION,
              1,
              place -> {
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
              }),
          way(
              "OrtSession.run(Map) of a sequence",
              SESSION,
              1,
              place -> run(OnnxModel.SEQUENCE).all()),
          way(
              "OnnxSequence.getValue() of tensors",
              SESSION,
              2,
              place -> run(OnnxModel.SEQUENCE).withParts()),
          way(
              "OnnxSequence.getValue() of maps",
              SESSION,
              2,
              place -> run(OnnxModel.MAPS).withParts()));

  @Override
  public List<Way> all() {
    return ALL;
  }

  private static Way way(String code, String type, Opening opening) {
    return Way.way(code, type, opening);
  }

  /** A way that opens a session and the given number of values that the session creates. */
  private static Way way(String code, String type, int values, Opening opening) {
    return way(code, type, opening).types(List.of(type, VALUE)).resources(1 + values);
  }

  private static OnnxTensor tensor() throws OrtException {
    return OnnxTensor.createTensor(OrtEnvironment.getEnvironment(), new float[][] {{1, 2}});
  }

  private static OrtSession session(OnnxModel model) throws OrtException {
    try (OrtSession.SessionOptions options = options()) {
      return OrtEnvironment.getEnvironment().createSession(model.bytes(), options);
    }
  }

  /**
   * Options without threads, because a session that is left open must not keep running while the
   * JVM ends.
   */
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

  /** A session with the result of one run. */
  private record Run(OrtSession session, OrtSession.Result result) {
    AutoCloseable all() {
      return new Once(result, session);
    }

    /**
     * Also opens the elements of the sequence in the result, because the elements are separate
     * resources.
     */
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

  /** Closes resources that must not be closed twice; a second close does nothing. */
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
