package io.ttalloc.natives;

import io.ttalloc.natives.processes.ProcessTable;
import io.ttalloc.natives.regions.RegionReader;
import io.ttalloc.serve.NativeMonitoring;
import io.ttalloc.serve.WatchedNatives;
import io.ttalloc.watch.natives.NativePrograms;
import io.ttalloc.watch.natives.NativeState;
import java.nio.file.Path;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reads and watches TT-Metal's own processes. The command looks this class up by name. */
public final class TtMetal implements NativePrograms, NativeMonitoring {

  @Override
  public Supplier<NativeState> reader(@Nullable Path folder) {
    RegionReader regions =
        new RegionReader(
            Objects.requireNonNullElse(folder, RegionReader.DEFAULT_FOLDER),
            ProcessTable.ofThisMachine());
    return () -> RegionProcesses.read(regions);
  }

  @Override
  public WatchedNatives start(Settings settings, Consumer<String> out) {
    return WatchedTtMetal.start(settings, reader(settings.regions()), out);
  }
}
