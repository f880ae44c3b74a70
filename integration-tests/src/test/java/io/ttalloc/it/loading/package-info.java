/**
 * Class loaders and the order of loading: plug-ins, bundles, classes loaded inside the transformer,
 * and what the agent itself loads. Each test runs a small program of its own in a real JVM.
 */
@NullMarked
package io.ttalloc.it.loading;

import org.jspecify.annotations.NullMarked;
