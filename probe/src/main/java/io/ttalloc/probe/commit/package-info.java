/**
 * The third step of a hook: changes counters, totals of devices, links and slot states, in steps
 * that neither allocate nor throw; and handles the consequences when a resource ends.
 *
 * <p>Ends and links are in one package, since an end may remove links, and the removal of a link
 * may cause an end: a closed owner closes its resources, and an owner that has ended is freed when
 * the last link to it is removed. Used by {@code close}, {@code own} and {@code open}. Called from
 * any thread of the application and from the thread that records collected resources. Loaded by the
 * boot loader.
 */
@NullMarked
package io.ttalloc.probe.commit;

import org.jspecify.annotations.NullMarked;
