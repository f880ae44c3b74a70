package io.ttalloc.monitor.top;

import com.google.gson.stream.JsonWriter;
import io.ttalloc.analysis.finding.Finding;
import io.ttalloc.analysis.report.ReportEntry;
import io.ttalloc.analysis.wording.JsonText;
import io.ttalloc.ledger.read.LedgerPulse;
import io.ttalloc.monitor.live.DeviceUse;
import io.ttalloc.monitor.live.MachineState;
import io.ttalloc.monitor.live.ProcessView;
import io.ttalloc.monitor.live.ReportDigest;
import io.ttalloc.monitor.live.SiteUse;
import io.ttalloc.monitor.natives.NativeJson;
import io.ttalloc.monitor.natives.NativeState;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One state for programs, schema {@value #SCHEMA}, to which keys may be added. */
public final class TopJson {
  static final String SCHEMA = "tt-alloc-top/1";

  private final JsonWriter json;

  private TopJson(JsonWriter json) {
    this.json = json;
  }

  /** Writes one object. */
  public static void write(MachineState state, NativeState natives, List<Path> folders, Writer out)
      throws IOException {
    JsonWriter json = JsonText.exact(out);
    json.setIndent(" ");
    new TopJson(json).object(state, natives, folders);
    json.flush();
    out.append('\n');
  }

  private void object(MachineState state, NativeState natives, List<Path> folders)
      throws IOException {
    json.beginObject();
    json.name("schema").value(SCHEMA);
    json.name("at").value(state.at().toString());
    JsonText.texts(json, "folders", folders.stream().map(Path::toString).toList());
    devices(state.devices());
    json.name("processes").beginArray();
    for (ProcessView process : state.processes()) {
      process(process);
    }
    json.endArray();
    json.name("omitted").value(state.omitted());
    json.name("ofOthers").value(state.ofOthers());
    JsonText.texts(json, "problems", state.problems());
    json.name("native");
    NativeJson.write(json, natives);
    json.endObject();
  }

  private void devices(List<DeviceUse> devices) throws IOException {
    json.name("devices").beginArray();
    for (DeviceUse use : devices) {
      json.beginObject();
      json.name("device").value(use.device());
      json.name("space").value(use.space());
      json.name("bytes").value(use.bytes());
      json.name("peakBytes").value(use.peakBytes());
      json.name("capacityBytes").value(use.capacityBytes());
      json.name("circularBufferBytes").value(use.circularBufferBytes());
      json.name("infrastructureBytes").value(use.infrastructureBytes());
      json.name("cachedBytes").value(use.cachedBytes());
      json.name("opened").value(use.opened());
      json.name("closed").value(use.closed());
      json.endObject();
    }
    json.endArray();
  }

  private void process(ProcessView process) throws IOException {
    LedgerPulse pulse = process.pulse();
    Duration age = process.age();
    boolean rates = process.openHistory().size() > 1;
    json.beginObject();
    json.name("ledger").value(process.ledger().toString());
    json.name("pid").value(process.pid());
    json.name("state").value(process.state().word());
    json.name("deleted").value(process.deleted());
    json.name("startedAt").value(pulse.process().startedAt().toString());
    json.name("ageMillis").value(age == null ? null : (Long) age.toMillis());
    json.name("command").value(pulse.process().command());
    json.name("opened").value(pulse.opened());
    json.name("closed").value(pulse.closed());
    json.name("collected").value(pulse.collected());
    json.name("openedPerSecond").value(rates ? (Double) process.openedPerSecond() : null);
    json.name("closedPerSecond").value(rates ? (Double) process.closedPerSecond() : null);
    json.name("dropped").value(pulse.dropped());
    report(process.digest());
    devices(process.devices());
    json.endObject();
  }

  /** All of it is null for a ledger that was not judged. */
  private void report(@Nullable ReportDigest digest) throws IOException {
    json.name("judgedAt").value(digest == null ? null : digest.at().toString());
    json.name("headline").value(digest == null ? null : digest.headline());
    json.name("live").value(digest == null ? null : (Long) digest.live());
    json.name("liveBytes").value(digest == null ? null : (Long) digest.liveBytes());
    json.name("leaks").value(digest == null ? null : digest.leaks());
    json.name("sites").beginArray();
    for (SiteUse site : digest == null ? List.<SiteUse>of() : digest.sites()) {
      site(site);
    }
    json.endArray();
    json.name("omittedSites").value(digest == null ? 0 : digest.omittedSites());
  }

  private void site(SiteUse site) throws IOException {
    ReportEntry entry = site.entry();
    ReportEntry.Group group = entry.group();
    json.beginObject();
    json.name("verdict").value(group.verdict().name());
    json.name("leak").value(group.leak());
    json.name("growing").value(group.growing());
    json.name("title").value(entry.title());
    json.name("type").value(entry.rows().get(0).sum().type().name());
    json.name("count").value(entry.count());
    json.name("bytes").value(entry.bytes());
    json.name("opened").value(site.opened());
    List<String> fingerprints =
        entry.findings().stream().map(Finding::fingerprint).distinct().toList();
    JsonText.texts(json, "fingerprints", fingerprints);
    json.endObject();
  }
}
