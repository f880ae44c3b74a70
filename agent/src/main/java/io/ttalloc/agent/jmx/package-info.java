/**
 * The ledger of this process as an MBean, {@code io.ttalloc:type=Ledger}; see docs/operating.md.
 *
 * <p>{@code BeanStart} is loaded when tracking starts, and refers to no class of {@code
 * java.management}, which may be missing. All other classes are loaded by the agent's loader when
 * the bean is registered. Clients call the bean on the threads of their connections; hooks call no
 * class of this package.
 */
@NullMarked
package io.ttalloc.agent.jmx;

import org.jspecify.annotations.NullMarked;
