package io.ttalloc.ledger.read;

/**
 * A rule's name for a call site: {@code MeshWorkloadImpl.loadBinaries} is {@code load_binaries}.
 */
public record SiteName(String className, String method, String site) {}
