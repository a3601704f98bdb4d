// SPDX-License-Identifier: Apache-2.0
package org.rescale;


import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * What a rescale would do, decided from the sources' MANIFESTs alone: no SST was opened, or need even be there. Holds
 * native memory until {@link #close()}; the lists it gave stay good. Thread-safe; {@code close} may be called at any
 * time, any number of times, from any thread. After it, {@link IllegalStateException}.
 */
public final class RescalePlan implements AutoCloseable {

    private final NativeReference reference;
    private final List<PlannedTarget> targets;

    RescalePlan(long pointer) throws RescaleException {
        reference = new NativeReference(this, pointer, NativePlan::destroy);
        targets = reference.use(plan -> new MessageReader(NativePlan.targets(plan)).list(PlannedTarget::new));
    }

    /**
     * The new subtasks, with totals.
     *
     * @return one target for each subtask that was asked for, in their order
     */
    public List<PlannedTarget> targets() {
        return targets;
    }

    /**
     * Every SST of every source, those that are skipped included, as the plan of one target has it.
     *
     * @param target index in {@link #targets()}
     * @return the files, in no particular order
     * @throws IndexOutOfBoundsException if there is no such target
     */
    public List<PlannedFile> files(int target) {
        if (target < 0 || target >= targets.size()) {
            throw new IndexOutOfBoundsException("target " + target + " of " + targets.size());
        }
        return use(plan -> new MessageReader(NativePlan.files(plan, target)).list(PlannedFile::new));
    }

    /**
     * The plan for people: for each target its range, levels, and files with action and reason.
     *
     * @return several lines
     */
    public String toText() {
        return use(plan -> text(NativePlan.text(plan)));
    }

    /**
     * The plan for programs, as the command line tool prints it with {@code --json}.
     *
     * @return a JSON document
     */
    public String toJson() {
        return use(plan -> text(NativePlan.json(plan)));
    }

    /**
     * A picture of the plan: key groups on x, sources and levels on y, a bar for each SST.
     *
     * @return an SVG document
     */
    public String toSvg() {
        return use(plan -> text(NativePlan.svg(plan)));
    }

    /** Frees the native memory. */
    @Override
    public void close() {
        reference.close();
    }

    @Override
    public String toString() {
        return targets.toString();
    }

    private <T> T use(NativeReference.Use<T> use) {
        try {
            return reference.use(use);
        } catch (RescaleException e) {
            throw new IllegalStateException(e); // nothing is read from disk any more
        }
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
