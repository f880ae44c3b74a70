// region_reader FILE: prints a region of version 3 and accepts no other version, as tools for TT-Metal do.
//
// region_reader FILE attach PID: adds PID to the region's processes, as a TT-Metal process does.
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "regions.h"

int main(int argc, char** argv) {
    if (argc < 2) {
        return 2;
    }
    bool attach = argc == 4;
    int fd = open(argv[1], attach ? O_RDWR : O_RDONLY);
    struct stat status;
    if (fd < 0 || fstat(fd, &status) != 0) {
        perror(argv[1]);
        return 1;
    }
    if (status.st_size != sizeof(RegionV2)) {
        printf("size %ld, expected %zu\n", static_cast<long>(status.st_size), sizeof(RegionV2));
        return 1;
    }
    int protection = attach ? PROT_READ | PROT_WRITE : PROT_READ;
    auto* r = static_cast<RegionV2*>(mmap(nullptr, sizeof(RegionV2), protection, MAP_SHARED, fd, 0));
    if (r->version != 3) {
        printf("version %u, expected 3\n", r->version);
        return 1;
    }
    if (attach) {
        r->processes[40].pid = atoi(argv[3]);
        return 0;
    }
    printf("mode %o processes %u references %u\n", status.st_mode & 0777, r->active_processes, r->reference_count);
    printf("asic %lu device %u updated %lu\n", r->asic, r->device_id, r->last_update);
    printf("totals");
    for (uint64_t total : r->totals) {
        printf(" %lu", total);
    }
    printf("\n");
    for (const auto& chip : r->chips) {
        if (chip.id != 0xffffffff) {
            printf("chip %u remote %u dram %lu\n", chip.id, chip.remote, chip.counters[0]);
        }
    }
    for (const auto& process : r->processes) {
        if (process.pid != 0) {
            printf("process %d", process.pid);
            for (uint64_t counter : process.counters) {
                printf(" %lu", counter);
            }
            printf(" updated %lu name %.64s\n", process.last_update, process.name);
        }
    }
    return 0;
}
