export const GUARD_VERSION = 1
