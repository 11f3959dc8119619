export const SERVER_NAME = '@jeeves/mcp-pruner'
export const VERSION = '0.1.0'
