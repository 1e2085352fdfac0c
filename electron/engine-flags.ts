/**
 * Flags of the engine for the process that runs the desk. A desk runs all day beside other programs: a small nursery
 * keeps some tens of megabytes free, and what a desk allocates is short-lived rows that it collects as well.
 */
export const DESK_ENGINE_FLAGS: readonly string[] = ['--max-semi-space-size=4'];

/**
 * The same for the sync server, whose pages of rows and texts are as short-lived: a first sync of 100,000 candidates takes a third
 * less memory by it. Where nothing starts the server for us, package.json and deploy/ say it.
 */
export const SERVER_ENGINE_FLAGS: readonly string[] = ['--max-semi-space-size=8'];
