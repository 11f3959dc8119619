/** How long a server may take to start and list its tools. */
export const STARTUP_LIMIT_MS = 10_000

/** How long a client waits for a tool. Longer than the server's own longest limit, so that the server reports it first. */
export const CALL_LIMIT_MS = 310_000
