// Sends messages as TT-Metal's processes do: the struct of its allocation tracking, in any of the four sizes.
//
//   allocation_client SOCKET events STRIDE PROCESSES PAIRS MODE   MODE: whole, split, joined
//   allocation_client SOCKET query STRIDE DEVICE
//   allocation_client SOCKET devices STRIDE
//   allocation_client SOCKET garbage
//   allocation_client SOCKET hold                          allocates, reports that the server has read that, and waits to be killed
//   allocation_client SOCKET deaf                          sends queries until no more can be sent, reads no answers, and waits to be killed
//   allocation_client SOCKET refused                       expects the server to close the connection at once
//
// "events" forks PROCESSES children. Each allocates and frees PAIRS buffers, leaves a buffer of 1000 bytes allocated on the device
// with the child's number, and prints its process id. "query" and "devices" print the numbers in the answer.
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

// After this time, a signal ends the client, so that a server that does not respond cannot hang a test.
static constexpr unsigned kPatienceSeconds = 60;

struct __attribute__((packed)) Event {
    uint8_t type;
    uint8_t pad1[3];
    int32_t device_id;
    uint64_t size;
    uint8_t buffer_type;
    uint8_t pad2[3];
    int32_t process_id;
    uint64_t buffer_id;
    uint64_t timestamp;
};

struct __attribute__((packed)) Used {
    uint64_t dram, l1, l1_small, trace;
};

struct __attribute__((packed)) CircularAndKernel {
    uint64_t cb, kernel;
};

struct __attribute__((packed)) Device {
    uint64_t total_dram, total_l1;
    uint32_t arch, channels, dram_per_channel, l1_per_core, available, devices;
};

struct __attribute__((packed)) Ring {
    uint32_t total, used, programs, pad;
};

struct __attribute__((packed)) Message72 {
    Event event;
    Used used;
};

struct __attribute__((packed)) Message112 {
    Event event;
    Used used;
    Device device;
};

struct __attribute__((packed)) Message128 {
    Event event;
    Used used;
    CircularAndKernel more;
    Device device;
};

struct __attribute__((packed)) Message144 {
    Event event;
    Used used;
    CircularAndKernel more;
    Device device;
    Ring ring;
};

static_assert(sizeof(Event) == 40, "");
static_assert(sizeof(Message72) == 72, "");
static_assert(sizeof(Message112) == 112, "");
static_assert(sizeof(Message128) == 128, "");
static_assert(sizeof(Message144) == 144, "");
static_assert(offsetof(Message144, device.available) == 120, "");
static_assert(offsetof(Message144, ring.programs) == 136, "");

[[noreturn]] static void fail(const char* what) {
    perror(what);
    exit(1);
}

static int connected(const char* path) {
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    strncpy(address.sun_path, path, sizeof address.sun_path - 1);
    if (fd < 0 || connect(fd, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) {
        fail(path);
    }
    return fd;
}

static void send_all(int fd, const uint8_t* bytes, size_t count) {
    while (count > 0) {
        ssize_t sent = send(fd, bytes, count, MSG_NOSIGNAL);
        if (sent <= 0) {
            fail("send");
        }
        bytes += sent;
        count -= sent;
    }
}

static void receive_all(int fd, void* to, size_t count) {
    auto* bytes = static_cast<uint8_t*>(to);
    while (count > 0) {
        ssize_t got = recv(fd, bytes, count, 0);
        if (got <= 0) {
            fail("recv");
        }
        bytes += got;
        count -= got;
    }
}

static Event event(uint8_t type, int32_t device, uint64_t size, uint64_t address) {
    Event e{};
    e.type = type;
    e.device_id = device;
    e.size = size;
    e.process_id = getpid();
    e.buffer_id = address;
    e.timestamp = type == 1 ? 1 : 0;
    return e;
}

// Collects messages, and sends them one by one, in pieces, or many at once.
class Sender {
public:
    Sender(int fd, size_t stride, const std::string& mode) : fd_(fd), stride_(stride), mode_(mode) {}

    void send_event(const Event& e) {
        size_t at = buffer_.size();
        buffer_.resize(at + stride_);
        memcpy(&buffer_[at], &e, sizeof e);
        if (mode_ == "whole" || (mode_ == "split" ? buffer_.size() > 500 : buffer_.size() > 32768)) {
            flush();
        }
    }

    void flush() {
        size_t at = 0;
        for (size_t piece = 1; mode_ == "split" && at + piece < buffer_.size(); piece = piece * 7 % 101) {
            send_all(fd_, &buffer_[at], piece);
            at += piece;
        }
        send_all(fd_, buffer_.data() + at, buffer_.size() - at);
        buffer_.clear();
    }

private:
    int fd_;
    size_t stride_;
    std::string mode_;
    std::vector<uint8_t> buffer_;
};

static void child(const char* path, size_t stride, int number, long pairs, const std::string& mode) {
    alarm(kPatienceSeconds);
    int fd = connected(path);
    Sender sender(fd, stride, mode);
    // All children use the same addresses.
    sender.send_event(event(1, number, 1000, 0x3ffff000));
    for (long i = 0; i < pairs; i++) {
        uint64_t address = 0x40000000 + (i % 512) * 4096;
        sender.send_event(event(1, number, 4096, address));
        sender.send_event(event(2, number, 0, address));
    }
    sender.flush();
    close(fd);
    _exit(0);
}

static int events(char** argv) {
    size_t stride = atoi(argv[3]);
    int processes = atoi(argv[4]);
    for (int i = 0; i < processes; i++) {
        pid_t pid = fork();
        if (pid == 0) {
            child(argv[1], stride, i, atol(argv[5]), argv[6]);
        }
        printf("%d\n", pid);
    }
    int status = 0;
    int worst = 0;
    while (wait(&status) > 0) {
        worst |= status;
    }
    return worst == 0 ? 0 : 1;
}

template <typename Message>
static Message asked(const char* path, uint8_t type, int device) {
    int fd = connected(path);
    Message message{};
    message.event = event(type, device, 0, 0);
    message.event.timestamp = 0;
    send_all(fd, reinterpret_cast<uint8_t*>(&message), sizeof message);
    receive_all(fd, &message, sizeof message);
    char more;
    if (recv(fd, &more, 1, MSG_DONTWAIT) > 0) {
        fprintf(stderr, "the answer is longer than the question\n");
        exit(1);
    }
    close(fd);
    return message;
}

static void print(const Event& e, const Used& u) {
    printf("type %d device %d dram %lu l1 %lu l1_small %lu trace %lu", e.type, e.device_id, u.dram, u.l1, u.l1_small, u.trace);
}

static void print(const CircularAndKernel& m) { printf(" cb %lu kernel %lu", m.cb, m.kernel); }

static void print(const Device& d) {
    printf(
        " total_dram %lu total_l1 %lu arch %u channels %u dram_per_channel %u l1_per_core %u available %u devices %u",
        d.total_dram, d.total_l1, d.arch, d.channels, d.dram_per_channel, d.l1_per_core, d.available, d.devices);
}

static int query(const char* path, uint8_t type, int stride, int device) {
    if (stride == 72) {
        auto m = asked<Message72>(path, type, device);
        print(m.event, m.used);
    } else if (stride == 112) {
        auto m = asked<Message112>(path, type, device);
        print(m.event, m.used);
        print(m.device);
    } else if (stride == 128) {
        auto m = asked<Message128>(path, type, device);
        print(m.event, m.used);
        print(m.more);
        print(m.device);
    } else {
        auto m = asked<Message144>(path, type, device);
        print(m.event, m.used);
        print(m.more);
        print(m.device);
        printf(" ring %u %u %u", m.ring.total, m.ring.used, m.ring.programs);
    }
    printf("\n");
    return 0;
}

static int refused(const char* path) {
    char end;
    return recv(connected(path), &end, 1, 0) <= 0 ? 0 : 1;
}

static int garbage(const char* path) {
    int fd = connected(path);
    Message144 good{};
    good.event = event(1, 0, 5, 1);
    send_all(fd, reinterpret_cast<uint8_t*>(&good), sizeof good);
    uint8_t noise[500];
    for (size_t i = 0; i < sizeof noise; i++) {
        noise[i] = static_cast<uint8_t>(200 + i * 37);
    }
    send_all(fd, noise, sizeof noise);
    char end;
    printf("%s\n", recv(fd, &end, 1, 0) <= 0 ? "closed" : "open");
    return 0;
}

[[noreturn]] static void wait_for_the_end() {
    while (true) {
        pause();
    }
}

static Message144 message(uint8_t type, uint8_t kind, uint64_t size, uint64_t address) {
    Message144 m{};
    m.event = event(type, 3, size, address);
    m.event.buffer_type = kind;
    return m;
}

// On device 3: 4096 bytes of DRAM, allocated twice; 1024 of L1; 512 of circular buffers; and a free of nothing.
static void hold(const char* path) {
    int fd = connected(path);
    Message144 all[] = {
        message(1, 0, 4096, 0x1000), message(1, 0, 4096, 0x1000), message(1, 1, 1024, 0x2000),
        message(8, 0, 512, 0x3000),  message(2, 0, 0, 0x4000),    message(3, 0, 0, 0),
    };
    send_all(fd, reinterpret_cast<uint8_t*>(all), sizeof all);
    Message144 answer{};
    receive_all(fd, &answer, sizeof answer);
    printf("ready %d\n", getpid());
    wait_for_the_end();
}

static void deaf(const char* path) {
    int fd = connected(path);
    Message144 allocation = message(1, 0, 77, 0x1000);
    send_all(fd, reinterpret_cast<uint8_t*>(&allocation), sizeof allocation);
    Message144 question = message(3, 0, 0, 0);
    auto* bytes = reinterpret_cast<uint8_t*>(&question);
    size_t sent = 0;
    pollfd room{fd, POLLOUT, 0};
    while (poll(&room, 1, 500) == 1) {
        ssize_t more = send(fd, bytes + sent % sizeof question, sizeof question - sent % sizeof question, MSG_DONTWAIT | MSG_NOSIGNAL);
        if (more < 0 && errno != EAGAIN) {
            fail("send");
        }
        sent += more > 0 ? more : 0;
    }
    printf("ready %d\n", getpid());
    wait_for_the_end();
}

int main(int argc, char** argv) {
    setvbuf(stdout, nullptr, _IONBF, 0);
    alarm(kPatienceSeconds);
    std::string what = argc > 2 ? argv[2] : "";
    if (what == "events" && argc == 7) {
        return events(argv);
    }
    if (what == "query" && argc == 5) {
        return query(argv[1], 3, atoi(argv[3]), atoi(argv[4]));
    }
    if (what == "devices" && argc == 4) {
        return query(argv[1], 6, atoi(argv[3]), -1);
    }
    if (what == "garbage" && argc == 3) {
        return garbage(argv[1]);
    }
    if (what == "hold" && argc == 3) {
        hold(argv[1]);
    }
    if (what == "deaf" && argc == 3) {
        deaf(argv[1]);
    }
    if (what == "refused" && argc == 3) {
        return refused(argv[1]);
    }
    fprintf(stderr, "see the beginning of the source\n");
    return 2;
}
