package io.ttalloc.natives.socket.wire;

/**
 * Information on a device. In every field but the device number, 0 means unknown.
 *
 * @param architecture 1 Grayskull, 2 Wormhole B0, 3 Blackhole, 4 Quasar
 */
public record DeviceInfo(
    int device,
    int architecture,
    int dramChannels,
    long dramBytesPerChannel,
    long l1BytesPerCore,
    long totalDramBytes,
    long totalL1Bytes,
    long ringBytes,
    long ringUsedBytes,
    int ringPrograms) {

  /**
   * Returns information that contains only the number of a device. Used for devices that are known
   * only from messages of processes.
   */
  public static DeviceInfo named(int device) {
    return new DeviceInfo(device, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  }
}
