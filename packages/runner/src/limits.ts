/** How long a server may take to start and list its tools. */
export const STARTUP_LIMIT_MS = 10_000

/** How long a client waits for a tool. Beyond the server's own longest limit, so that the server's word comes first. */
export const CALL_LIMIT_MS = 310_000
