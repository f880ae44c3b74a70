/**
 * The third step of a hook: changes counters, totals of devices, links and the state of slots, in
 * steps that neither allocate nor throw; and what follows from the end of a resource.
 *
 * <p>Ends and links are one package, since each may cause the other: a closed owner closes what it
 * owns, and the last link that goes frees an owner that is gone. For the packages above it, {@code
 * close}, {@code own} and {@code open}. Called from any thread of the application and from the
 * thread that records what the collector took. Loaded by the boot loader.
 */
@NullMarked
package io.ttalloc.probe.commit;

import org.jspecify.annotations.NullMarked;
