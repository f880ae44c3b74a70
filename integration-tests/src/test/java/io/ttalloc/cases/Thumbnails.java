package io.ttalloc.cases;

import java.awt.image.BufferedImage;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.stream.ImageInputStream;

/** Reads the sizes of images, and neither disposes of the reader nor closes the stream. */
final class Thumbnails {
  private Thumbnails() {}

  public static void main(String[] args) throws IOException {
    boolean leak = args[0].equals("leak");
    File file = File.createTempFile("thumbnail", ".jpg");
    file.deleteOnExit();
    ImageIO.write(new BufferedImage(20, 10, BufferedImage.TYPE_INT_RGB), "jpg", file);
    int sum = 0;
    for (int i = 0; i < 8; i++) {
      sum += leak ? width(file) : widthClosing(file);
      try (InputStream in = new FileInputStream(file)) {
        sum += leak ? widthOf(in) : widthOfClosing(in);
      }
    }
    System.out.println(sum);
  }

  private static int width(File file) throws IOException {
    ImageInputStream in = ImageIO.createImageInputStream(file); // LEAK 8 file
    ImageReader reader = ImageIO.getImageReaders(in).next(); // LEAK 8 image reader
    reader.setInput(in);
    return reader.getWidth(0);
  }

  private static int widthOf(InputStream bytes) throws IOException {
    ImageInputStream in = ImageIO.createImageInputStream(bytes); // LEAK 8 file
    return size(in);
  }

  private static int widthClosing(File file) throws IOException {
    try (ImageInputStream in = ImageIO.createImageInputStream(file)) {
      return size(in);
    }
  }

  private static int widthOfClosing(InputStream bytes) throws IOException {
    try (ImageInputStream in = ImageIO.createImageInputStream(bytes)) {
      return size(in);
    }
  }

  private static int size(ImageInputStream in) throws IOException {
    ImageReader reader = ImageIO.getImageReaders(in).next();
    try {
      reader.setInput(in);
      return reader.getWidth(0);
    } finally {
      reader.dispose();
    }
  }
}
