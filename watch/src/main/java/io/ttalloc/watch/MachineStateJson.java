package io.ttalloc.watch;

import com.google.gson.stream.JsonWriter;
import io.ttalloc.analysis.finding.Finding;
import io.ttalloc.analysis.report.ReportEntry;
import io.ttalloc.ledger.watch.LedgerPulse;
import io.ttalloc.text.JsonText;
import io.ttalloc.text.ProgramName;
import io.ttalloc.watch.natives.NativeJson;
import io.ttalloc.watch.natives.NativeState;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Writes a state as JSON in the schema {@value #SCHEMA}. Later versions may add keys. */
public final class MachineStateJson {
  static final String SCHEMA = "tt-alloc-top/1";

  private final JsonWriter json;
  private final int maxSites;

  private MachineStateJson(JsonWriter json, int maxSites) {
    this.json = json;
    this.maxSites = maxSites;
  }

  /** Writes an indented object and a line feed. */
  public static void write(MachineState state, NativeState natives, List<Path> folders, Writer out)
      throws IOException {
    JsonWriter json = JsonText.exact(out);
    json.setIndent(" ");
    new MachineStateJson(json, Integer.MAX_VALUE).object(state, natives, folders);
    json.flush();
    out.append('\n');
  }

  /**
   * Writes an object for a web page: on one line, without a line feed. Characters that could move
   * or hide text on a screen are written as visible text.
   *
   * @param maxSites the maximum number of sites to write for each process; the others are counted
   *     as omitted
   */
  public static void writeLine(
      MachineState state, NativeState natives, List<Path> folders, int maxSites, Writer out)
      throws IOException {
    JsonWriter json = JsonText.shown(out);
    new MachineStateJson(json, maxSites).object(state, natives, folders);
    json.flush();
  }

  private void object(MachineState state, NativeState natives, List<Path> folders)
      throws IOException {
    json.beginObject();
    json.name("schema").value(SCHEMA);
    json.name("at").value(state.at().toString());
    JsonText.texts(json, "folders", folders.stream().map(Path::toString).toList());
    JsonText.objects(json, "devices", state.devices(), this::deviceOfProcess);
    JsonText.objects(json, "processes", state.processes(), this::process);
    json.name("omitted").value(state.omitted());
    json.name("ofOthers").value(state.ofOthers());
    JsonText.texts(json, "problems", state.problems());
    json.name("native");
    NativeJson.write(json, natives);
    json.endObject();
  }

  private void deviceOfProcess(ProcessDevice device) throws IOException {
    json.name("pid").value(device.pid());
    device(device.use());
  }

  private void device(DeviceUse use) throws IOException {
    DeviceUse.Fill fill = use.fill();
    DeviceUse.Parts parts = use.parts();
    json.name("device").value(use.device());
    json.name("space").value(use.space());
    json.name("bytes").value(use.bytes());
    json.name("usedBytes").value(use.usedBytes());
    json.name("peakBytes").value(use.peakBytes());
    json.name("capacityBytes").value(use.capacityBytes());
    json.name("share").value(use.share());
    json.name("fill").value(fill == null ? null : fill.name().toLowerCase(Locale.ROOT));
    json.name("otherBytes").value(parts.other());
    json.name("sharedBytes").value(parts.shared());
    json.name("infrastructureBytes").value(parts.infrastructure());
    json.name("cachedBytes").value(parts.cached());
    json.name("overlapBytes").value(use.reported().overlapBytes());
    json.name("opened").value(use.opened());
    json.name("closed").value(use.closed());
  }

  private void process(ProcessView process) throws IOException {
    LedgerPulse pulse = process.pulse();
    Duration age = process.age();
    boolean rates = process.openHistory().size() > 1;
    json.name("ledger").value(process.ledger().toString());
    json.name("pid").value(process.pid());
    json.name("state").value(process.state().word());
    json.name("deleted").value(process.deleted());
    json.name("startedAt").value(pulse.process().startedAt().toString());
    json.name("ageMillis").value(age == null ? null : (Long) age.toMillis());
    json.name("command").value(pulse.process().command());
    json.name("program").value(ProgramName.of(pulse.process().command()));
    json.name("opened").value(pulse.opened());
    json.name("closed").value(pulse.closed());
    json.name("collected").value(pulse.collected());
    json.name("open").value(pulse.open());
    JsonText.list(json, "openHistory", process.openHistory(), json::value);
    json.name("openedPerSecond").value(rates ? (Double) process.openedPerSecond() : null);
    json.name("closedPerSecond").value(rates ? (Double) process.closedPerSecond() : null);
    json.name("dropped").value(pulse.dropped());
    json.name("outdated").value(process.outdated());
    report(process.digest());
    JsonText.objects(json, "devices", process.devices(), this::device);
  }

  /**
   * Writes a report; if the ledger was not judged, writes null values and an empty list of sites.
   */
  private void report(@Nullable ReportDigest digest) throws IOException {
    List<SiteUse> sites = digest == null ? List.of() : digest.sites();
    List<SiteUse> written = sites.subList(0, Math.min(maxSites, sites.size()));
    json.name("judgedAt").value(digest == null ? null : digest.reading().at().toString());
    json.name("judgedAtEnd").value(digest == null ? null : (Boolean) digest.reading().isFinal());
    json.name("headline").value(digest == null ? null : digest.sums().headline());
    json.name("live").value(digest == null ? null : (Long) digest.sums().live());
    json.name("liveBytes").value(digest == null ? null : (Long) digest.sums().liveBytes());
    json.name("leaks").value(digest == null ? null : digest.sums().leaks());
    json.name("growing").value(digest == null ? null : (Long) digest.sums().growing());
    json.name("mayGrow").value(digest == null ? null : (Long) digest.sums().mayGrow());
    JsonText.objects(json, "sites", written, this::site);
    long omitted = digest == null ? 0 : digest.omittedSites() + sites.size() - written.size();
    json.name("omittedSites").value(omitted);
  }

  private void site(SiteUse site) throws IOException {
    ReportEntry entry = site.entry();
    ReportEntry.Group group = entry.group();
    json.name("verdict").value(group.verdict().name());
    json.name("leak").value(group.leak());
    json.name("growing").value(group.growing());
    json.name("mayGrow").value(entry.mayGrow());
    json.name("title").value(entry.title());
    JsonText.texts(json, "types", entry.types());
    json.name("count").value(entry.count());
    json.name("bytes").value(entry.bytes());
    json.name("opened").value(site.opened());
    List<String> fingerprints =
        entry.findings().stream().map(Finding::fingerprint).distinct().toList();
    JsonText.texts(json, "fingerprints", fingerprints);
  }
}
