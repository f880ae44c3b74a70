// region_writer FILE VERSION PID: writes a region in which each number shows where it was written.
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "regions.h"

template <typename Region>
static void fill(Region* region, uint32_t version, uint32_t unused, pid_t pid) {
    size_t counters = sizeof region->totals / sizeof region->totals[0];
    region->active_processes = 2;
    region->last_update = 1234567890123456789;
    region->reference_count = 2;
    region->board = 77;
    region->asic = 0xfedcba9876543210;
    region->device_id = 5;
    for (auto& chip : region->chips) {
        chip.id = unused;
    }
    region->chips[0].id = 5;
    region->chips[3].id = 9;
    region->chips[3].remote = 1;
    for (size_t i = 0; i < counters; i++) {
        region->totals[i] = 1000 + i;
        region->chips[0].counters[i] = 2000 + i;
        region->chips[3].counters[i] = 3000 + i;
        region->processes[0].counters[i] = 4000 + i;
        region->processes[63].counters[i] = 5000 + i;
    }
    region->processes[0].pid = pid;
    region->processes[0].last_update = 4102444800000000000;  // after any process has started
    strcpy(region->processes[0].name, "python3");
    region->processes[63].pid = 2147483647;  // no process has this id
    region->processes[63].last_update = 12;
    memset(region->processes[63].name, '\x1b', sizeof region->processes[63].name);
    region->version = version;
}

template <typename Region>
static Region* mapped(const char* file) {
    int fd = open(file, O_RDWR | O_CREAT | O_EXCL, 0600);
    if (fd < 0 || ftruncate(fd, sizeof(Region)) != 0) {
        perror(file);
        exit(1);
    }
    return static_cast<Region*>(mmap(nullptr, sizeof(Region), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0));
}

int main(int argc, char** argv) {
    if (argc != 4) {
        return 2;
    }
    uint32_t version = atoi(argv[2]);
    pid_t pid = atoi(argv[3]);
    if (version == 1) {
        fill(mapped<RegionV1>(argv[1]), version, 0, pid);
    } else {
        auto* region = mapped<RegionV2>(argv[1]);
        fill(region, version, 0xffffffff, pid);
        region->ready = version == 4 ? 0x52454459 : 0;
    }
    return 0;
}
