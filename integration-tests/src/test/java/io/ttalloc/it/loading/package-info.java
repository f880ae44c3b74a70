/**
 * Class loaders and the order of class loading: plug-ins, bundles, classes loaded inside the
 * transformer, and classes that the agent itself loads. Each test runs a small program in a real
 * JVM.
 */
@NullMarked
package io.ttalloc.it.loading;

import org.jspecify.annotations.NullMarked;
