/**
 * The Spring Boot starter: meters and an actuator endpoint that show what the agent records in this
 * process. The starter accesses the agent only through the management bean {@code
 * io.ttalloc:type=Ledger}, and does not judge resources. Used only by applications that have the
 * starter on their class path. Loaded by the application's class loader. Its only thread runs while
 * the bean is registered.
 */
@NullMarked
package io.ttalloc.spring;

import org.jspecify.annotations.NullMarked;
