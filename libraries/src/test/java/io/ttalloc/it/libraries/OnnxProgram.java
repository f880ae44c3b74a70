package io.ttalloc.it.libraries;

import ai.onnxruntime.OnnxMap;
import ai.onnxruntime.OnnxSequence;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OnnxValue;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import java.util.Map;

/**
 * A program that follows ONNX Runtime's guide. Arguments: a working folder, and whether to leave a
 * result open.
 */
final class OnnxProgram {
  private static final float[][] NUMBERS = {{1, 2}};

  private OnnxProgram() {}

  public static void main(String[] args) throws OrtException {
    OrtEnvironment environment = OrtEnvironment.getEnvironment();
    try (OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
      options.setIntraOpNumThreads(1);
      try (OrtSession session = environment.createSession(OnnxModel.IDENTITY.bytes(), options)) {
        copies(environment, session);
        if (Boolean.parseBoolean(args[1])) {
          forgets(environment, session);
        }
      }
      try (OrtSession session = environment.createSession(OnnxModel.MAPS.bytes(), options)) {
        names(environment, session);
      }
    }
  }

  private static void copies(OrtEnvironment environment, OrtSession session) throws OrtException {
    try (OnnxTensor input = OnnxTensor.createTensor(environment, NUMBERS);
        OnnxTensor output = OnnxTensor.createTensor(environment, new float[1][2]);
        OrtSession.RunOptions options = new OrtSession.RunOptions()) {
      try (OrtSession.Result result = session.run(Map.of("x", input), options)) {
        assertSecond(((float[][]) result.get(0).getValue())[0][1]);
      }
      // The program creates and owns this output, so closing the result does not close the output.
      try (OrtSession.Result result =
          session.run(Map.of("x", input), Map.<String, OnnxValue>of("y", output))) {
        assertSecond(((float[][]) result.get(0).getValue())[0][1]);
      }
    }
  }

  private static void names(OrtEnvironment environment, OrtSession session) throws OrtException {
    try (OnnxTensor input = OnnxTensor.createTensor(environment, NUMBERS);
        OrtSession.Result result = session.run(Map.of("x", input))) {
      for (OnnxValue part : ((OnnxSequence) result.get(0)).getValue()) {
        try (OnnxMap map = (OnnxMap) part) {
          assertSecond((Float) map.getValue().get("b"));
        }
      }
    }
  }

  /** Leaves a result open and thereby its output as well, which would be closed with the result. */
  private static void forgets(OrtEnvironment environment, OrtSession session) throws OrtException {
    try (OnnxTensor input = OnnxTensor.createTensor(environment, NUMBERS)) {
      session.run(Map.of("x", input));
    }
  }

  private static void assertSecond(float value) {
    if (value != NUMBERS[0][1]) {
      throw new AssertionError(value);
    }
  }
}
