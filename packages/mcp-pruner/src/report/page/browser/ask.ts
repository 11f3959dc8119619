// Requests to the page's own server. The token came in the address, after the #; it is stored for this page's origin, so
// that the # is free for the views and a link opens in a new tab.

const KEPT_AS = 'mcp-pruner-token'

const given = location.hash.slice(1)
if (/^[\w-]{30,}$/.test(given)) {
  localStorage.setItem(KEPT_AS, given)
  history.replaceState(null, '', '#home')
}
const token = localStorage.getItem(KEPT_AS)

export const hasToken = token !== null

export async function ask<Answer>(path: string, body?: unknown, method?: string): Promise<Answer> {
  let response: Response
  try {
    response = await fetch(path, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        authorization: `Bearer ${token ?? ''}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  } catch {
    throw new Error('The server has ended. Start it again: mcp-pruner ui')
  }
  const answer = (await response.json()) as Answer & { error?: { message?: string } }
  if (response.ok) return answer
  if (response.status === 401) {
    throw new Error('The address lacks its token. Open the one that mcp-pruner ui printed last.')
  }
  throw new Error(answer.error?.message ?? `HTTP ${response.status}`)
}
