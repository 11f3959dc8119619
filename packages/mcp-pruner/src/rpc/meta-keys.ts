// The reserved keys of `_meta` in the 2026-07-28 revision. Spelled out here, because the SDK that exports them is
// a lot to load for a few strings.

export const PROTOCOL_VERSION_KEY = 'io.modelcontextprotocol/protocolVersion'
export const CLIENT_INFO_KEY = 'io.modelcontextprotocol/clientInfo'
export const CLIENT_CAPABILITIES_KEY = 'io.modelcontextprotocol/clientCapabilities'
/** The minimum level of log messages that a request wants while it runs. */
export const LOG_LEVEL_KEY = 'io.modelcontextprotocol/logLevel'
export const SERVER_INFO_KEY = 'io.modelcontextprotocol/serverInfo'
export const SUBSCRIPTION_ID_KEY = 'io.modelcontextprotocol/subscriptionId'
