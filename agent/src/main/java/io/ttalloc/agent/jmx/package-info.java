/**
 * The ledger of this process as a management bean, {@code io.ttalloc:type=Ledger};
 * docs/operating.md describes it.
 *
 * <p>{@code BeanStart} is there from the start of tracking and refers to nothing of {@code
 * java.management}, which may be missing. All else is loaded when the bean is registered, on the
 * loader of the agent. Clients call on threads of their connections, and nothing here is called by
 * hooks.
 */
@NullMarked
package io.ttalloc.agent.jmx;

import org.jspecify.annotations.NullMarked;
