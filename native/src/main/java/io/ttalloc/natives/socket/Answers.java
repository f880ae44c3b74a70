package io.ttalloc.natives.socket;

import io.ttalloc.natives.socket.accounting.Accounting;
import io.ttalloc.natives.socket.wire.Answer;
import io.ttalloc.natives.socket.wire.DeviceInfo;
import io.ttalloc.natives.socket.wire.MessageType;
import io.ttalloc.natives.socket.wire.WireMessage;
import java.util.Map;
import java.util.TreeMap;

/**
 * Answers queries. In an answer, 0 stands for an unknown number. Used only on the server's thread.
 */
final class Answers {
  private final Accounting accounting;
  private final DeviceSource source;

  Answers(Accounting accounting, DeviceSource source) {
    this.accounting = accounting;
    this.source = source;
  }

  Answer to(WireMessage query) {
    Map<Integer, DeviceInfo> devices = new TreeMap<>();
    accounting.devices().forEach(device -> devices.put(device, DeviceInfo.named(device)));
    source.devices().forEach(info -> devices.put(info.device(), info));
    return new Answer(
        query.type() == MessageType.QUERY ? MessageType.RESPONSE : MessageType.DEVICE_INFO_RESPONSE,
        query.device(),
        accounting.usage(query.device()),
        devices.get(query.device()),
        devices.size());
  }
}
