/**
 * Flags of the engine for the process that runs the desk. A desk runs all day beside other programs: a small nursery
 * keeps some tens of megabytes free, and what a desk allocates is short-lived rows that it collects as well.
 */
export const DESK_ENGINE_FLAGS: readonly string[] = ['--max-semi-space-size=4'];
