/**
 * The rule packs that ship inside the agent, compiled at build time.
 *
 * <p>{@link io.ttalloc.rules.packs.CompiledPacks} reads them at start, without the YAML parser; it
 * is used by {@code premain} and the command line. {@link io.ttalloc.rules.packs.PackCompiler}
 * writes them and runs only in the build. A compiled pack is a rule file in the form of {@link
 * io.ttalloc.text.yaml.CompiledYaml}. Stateless, so safe on any thread. Loaded by the agent's own
 * loader.
 */
@NullMarked
package io.ttalloc.rules.packs;

import org.jspecify.annotations.NullMarked;
