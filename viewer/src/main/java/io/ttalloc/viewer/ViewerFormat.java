package io.ttalloc.viewer;

import io.ttalloc.analysis.report.Report;
import io.ttalloc.cli.dump.FolderFormat;
import io.ttalloc.ledger.read.LedgerImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The format of the directory that ttnn-visualizer opens. The command {@code dump} looks this class
 * up by name.
 */
public final class ViewerFormat implements FolderFormat {

  @Override
  public void check(Path folder) {
    new ViewerFolder(folder).check();
  }

  @Override
  public List<String> write(Path folder, Report report, LedgerImage image) throws IOException {
    return new ViewerFolder(folder).write(report, image);
  }
}
