/** The first request of a client. */
export const initializeRequest = (name = 'test', protocolVersion = '2025-06-18') => ({
  jsonrpc: '2.0' as const,
  id: 1,
  method: 'initialize' as const,
  params: { protocolVersion, capabilities: {}, clientInfo: { name, version: '1' } },
})
