package io.ttalloc.cases;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.sound.sampled.AudioFileFormat;
import javax.sound.sampled.AudioFormat;
import javax.sound.sampled.AudioInputStream;
import javax.sound.sampled.AudioSystem;
import javax.sound.sampled.UnsupportedAudioFileException;

/**
 * Reads the lengths of sound files. To find the format, the JDK opens each file several times and
 * closes all streams but the last, which belongs to the returned stream.
 */
final class SoundsOfAFolder {
  private static final AudioFormat FORMAT = new AudioFormat(8_000, 8, 1, true, false);

  private SoundsOfAFolder() {}

  public static void main(String[] args) throws IOException, UnsupportedAudioFileException {
    boolean leak = args[0].equals("leak");
    Path file = Files.createTempFile("beep", ".wav");
    byte[] samples = new byte[8_000];
    try (AudioInputStream sound =
        new AudioInputStream(new ByteArrayInputStream(samples), FORMAT, samples.length)) {
      AudioSystem.write(sound, AudioFileFormat.Type.WAVE, file.toFile());
    }
    for (int i = 0; i < 5; i++) {
      System.out.println(leak ? frames(file) : framesClosing(file));
    }
    Files.delete(file);
  }

  private static long frames(Path file) throws IOException, UnsupportedAudioFileException {
    // FIX close() on the AudioInputStream that AudioSystem.getAudioInputStream returned
    AudioInputStream sound = AudioSystem.getAudioInputStream(file.toFile()); // LEAK 5 file
    return sound.getFrameLength();
  }

  private static long framesClosing(Path file) throws IOException, UnsupportedAudioFileException {
    try (AudioInputStream sound = AudioSystem.getAudioInputStream(file.toFile())) {
      return sound.getFrameLength();
    }
  }
}
