/**
 * The starter for Spring Boot: meters and an actuator endpoint that show what the agent records in
 * this process. It knows the agent only as the management bean {@code io.ttalloc:type=Ledger}, and
 * judges nothing. Applications use it by having it on their class path, and are the only ones that
 * may. It is loaded by the loader of the application; its one thread runs while there is such a
 * bean.
 */
@NullMarked
package io.ttalloc.spring;

import org.jspecify.annotations.NullMarked;
