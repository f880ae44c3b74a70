// The memory regions of TT-Metal, as its processes declare them.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>

struct alignas(64) RegionV1 {
    uint32_t version, active_processes;
    uint64_t last_update;
    uint32_t reference_count;
    uint64_t board, asic;
    int32_t device_id;
    uint64_t totals[6];
    struct Chip {
        uint32_t id, remote;
        uint64_t counters[6];
    } chips[16];
    struct Process {
        pid_t pid;
        uint64_t counters[6];
        uint64_t last_update;
        char name[64];
    } processes[64];
    uint8_t reserved[96];
};

struct alignas(64) RegionV2 {
    uint32_t version, active_processes;
    uint64_t last_update;
    uint32_t reference_count;
    uint64_t board, asic;
    uint32_t device_id;
    uint64_t totals[5];
    struct Chip {
        uint32_t id, remote;
        uint64_t counters[5];
    } chips[16];
    struct Process {
        pid_t pid;
        uint64_t counters[5];
        uint64_t last_update;
        char name[64];
    } processes[64];
    uint32_t ready;
};

static_assert(offsetof(RegionV1, totals) == 48, "");
static_assert(offsetof(RegionV1, chips) == 96, "");
static_assert(sizeof(RegionV1::Chip) == 56, "");
static_assert(offsetof(RegionV1, processes) == 992, "");
static_assert(sizeof(RegionV1::Process) == 128, "");
static_assert(offsetof(RegionV1::Process, name) == 64, "");
static_assert(sizeof(RegionV1) == 9280, "");
static_assert(offsetof(RegionV2, chips) == 88, "");
static_assert(sizeof(RegionV2::Chip) == 48, "");
static_assert(offsetof(RegionV2, processes) == 856, "");
static_assert(sizeof(RegionV2::Process) == 120, "");
static_assert(offsetof(RegionV2::Process, name) == 56, "");
static_assert(offsetof(RegionV2, ready) == 8536, "");
static_assert(sizeof(RegionV2) == 8576, "");
