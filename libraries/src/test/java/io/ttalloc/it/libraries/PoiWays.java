package io.ttalloc.it.libraries;

import io.ttalloc.it.packs.ways.Way;
import io.ttalloc.it.packs.ways.Way.Opening;
import io.ttalloc.it.packs.ways.Ways;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.poi.hssf.usermodel.HSSFWorkbook;
import org.apache.poi.openxml4j.exceptions.NotOfficeXmlFileException;
import org.apache.poi.openxml4j.opc.OPCPackage;
import org.apache.poi.openxml4j.opc.PackageAccess;
import org.apache.poi.poifs.filesystem.POIFSFileSystem;
import org.apache.poi.ss.usermodel.Workbook;
import org.apache.poi.ss.usermodel.WorkbookFactory;
import org.apache.poi.xssf.streaming.SXSSFWorkbook;
import org.apache.poi.xssf.usermodel.XSSFWorkbook;

/** Ways to open documents with Apache POI. */
public final class PoiWays implements Ways {
  @SuppressWarnings("deprecation") // programs still call dispose
  private static final List<Way> ALL =
      List.of(
          document("new XSSFWorkbook(File)", 1, place -> reverted(new XSSFWorkbook(xlsx(place)))),
          document(
              "new XSSFWorkbook(OPCPackage)",
              1,
              place -> new XSSFWorkbook(OPCPackage.open(xlsx(place), PackageAccess.READ))),
          document(
              "OPCPackage.open(File), to revert", 1, place -> OPCPackage.open(xlsx(place))::revert),
          document(
              "OPCPackage.open(String, PackageAccess)",
              1,
              place -> OPCPackage.open(xlsx(place).getPath(), PackageAccess.READ)),
          document(
              "WorkbookFactory.create(File, String, boolean), .xlsx",
              1,
              place -> WorkbookFactory.create(xlsx(place), null, true)),
          document(
              "WorkbookFactory.create(File, String, boolean), .xls",
              1,
              place -> WorkbookFactory.create(xls(place), null, true)),
          document("new POIFSFileSystem(File)", 1, place -> new POIFSFileSystem(xls(place))),
          document(
              "new POIFSFileSystem(File, boolean), to write",
              1,
              place -> new POIFSFileSystem(xls(place), false)),
          document(
              "new HSSFWorkbook(POIFSFileSystem)",
              1,
              place -> new HSSFWorkbook(new POIFSFileSystem(xls(place)))),
          document(
              "new XSSFWorkbook(InputStream)",
              0,
              place -> {
                try (InputStream file = new FileInputStream(xlsx(place))) {
                  return new XSSFWorkbook(file);
                }
              }),
          document("new XSSFWorkbook()", 0, place -> new XSSFWorkbook()),
          document(
              "OPCPackage.open(File, PackageAccess) that fails",
              0,
              place -> {
                File none = Files.writeString(place, "no document").toFile();
                try {
                  throw new AssertionError(OPCPackage.open(none, PackageAccess.READ));
                } catch (NotOfficeXmlFileException expected) {
                  return Way.nothingOpen(expected);
                }
              }),
          streaming("new SXSSFWorkbook()", place -> new SXSSFWorkbook()),
          streaming(
              "new SXSSFWorkbook(int), with a sheet",
              place -> {
                SXSSFWorkbook workbook = new SXSSFWorkbook(1);
                workbook.createSheet();
                return workbook;
              }),
          streaming(
              "new SXSSFWorkbook(int), written, to dispose",
              place -> {
                SXSSFWorkbook workbook = new SXSSFWorkbook(1);
                workbook.createSheet();
                written(workbook, place);
                return workbook::dispose;
              }));

  @Override
  public List<Way> all() {
    return ALL;
  }

  private static Way document(String code, int resources, Opening opening) {
    return Way.way(code, "office document", opening).resources(resources);
  }

  private static Way streaming(String code, Opening opening) {
    return Way.way(code, "streaming workbook", opening);
  }

  /**
   * Returns an {@code AutoCloseable} that closes a workbook and discards its changes. A normal
   * close would write the changes to the file, which must not change.
   */
  private static AutoCloseable reverted(XSSFWorkbook workbook) {
    return workbook.getPackage()::revert;
  }

  private static File xlsx(Path place) throws IOException {
    try (Workbook workbook = new XSSFWorkbook()) {
      return written(workbook, place);
    }
  }

  private static File xls(Path place) throws IOException {
    try (Workbook workbook = new HSSFWorkbook()) {
      return written(workbook, place);
    }
  }

  private static File written(Workbook workbook, Path place) throws IOException {
    if (workbook.getNumberOfSheets() == 0) {
      workbook.createSheet();
    }
    try (OutputStream file = Files.newOutputStream(place)) {
      workbook.write(file);
    }
    return place.toFile();
  }
}
