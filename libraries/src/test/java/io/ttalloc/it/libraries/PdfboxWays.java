package io.ttalloc.it.libraries;

import io.ttalloc.it.packs.ways.Way;
import io.ttalloc.it.packs.ways.Way.Opening;
import io.ttalloc.it.packs.ways.Ways;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.io.IOUtils;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;

/** Ways to open documents with Apache PDFBox. */
public final class PdfboxWays implements Ways {
  private static final List<Way> ALL =
      List.of(
          way("new PDDocument()", 1, place -> new PDDocument()),
          way(
              "new PDDocument(StreamCacheCreateFunction), in a scratch file",
              1,
              place -> {
                PDDocument document = new PDDocument(IOUtils.createTempFileOnlyStreamCache());
                document.addPage(new PDPage());
                return document;
              }),
          way("Loader.loadPDF(File)", 1, place -> Loader.loadPDF(pdf(place))),
          way(
              "Loader.loadPDF(byte[])",
              1,
              place -> Loader.loadPDF(Files.readAllBytes(pdf(place).toPath()))),
          way(
              "Loader.loadPDF(File) that fails",
              0,
              place -> {
                File none = Files.writeString(place, "no document").toFile();
                Way.fails(() -> Loader.loadPDF(none));
                return Way.nothingOpen(none);
              }));

  @Override
  public List<Way> all() {
    return ALL;
  }

  private static Way way(String code, int resources, Opening opening) {
    return Way.way(code, "pdf document", opening).resources(resources);
  }

  private static File pdf(Path place) throws IOException {
    try (PDDocument document = new PDDocument()) {
      document.addPage(new PDPage());
      document.save(place.toFile());
    }
    return place.toFile();
  }
}
