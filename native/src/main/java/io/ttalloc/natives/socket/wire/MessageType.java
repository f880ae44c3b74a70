package io.ttalloc.natives.socket.wire;

import org.jspecify.annotations.Nullable;

/** The type of a message; its code is the first byte. */
public enum MessageType {
  ALLOC(1),
  FREE(2),
  /** Asks how much memory of a device is allocated. */
  QUERY(3),
  RESPONSE(4),
  /** Asks the server to show the live allocations. */
  DUMP_REMAINING(5),
  /** Asks for information on a device; for device -1, how many devices there are. */
  DEVICE_INFO_QUERY(6),
  DEVICE_INFO_RESPONSE(7),
  CB_ALLOC(8),
  CB_FREE(9),
  KERNEL_LOAD(10),
  KERNEL_UNLOAD(11),
  /** Asks the server to show which kernels are loaded. */
  DUMP_KERNELS(12);

  static final int LAST_CODE = 12;

  private static final MessageType[] BY_CODE = new MessageType[LAST_CODE + 1];

  static {
    for (MessageType type : values()) {
      BY_CODE[type.code] = type;
    }
  }

  private final int code;

  MessageType(int code) {
    this.code = code;
  }

  /** The first byte of a message of this type. */
  public int code() {
    return code;
  }

  static @Nullable MessageType ofCode(int code) {
    return code < 1 || code > LAST_CODE ? null : BY_CODE[code];
  }

  /** Whether the sender waits for an answer. */
  boolean isQuery() {
    return this == QUERY || this == DEVICE_INFO_QUERY;
  }

  /** Whether only a server sends messages of this type. */
  boolean isAnswer() {
    return this == RESPONSE || this == DEVICE_INFO_RESPONSE;
  }
}
