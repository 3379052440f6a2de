// A browser allows 64 KiB of keepalive bodies at once. A character has at most three bytes.
const longest = 2_000

/**
 * Lets a short write continue if the user leaves the page. Reads and long writes stay unchanged.
 */
export function keepAlive(init: RequestInit = {}): RequestInit {
  const { method = 'GET', body } = init
  const isShort = typeof body === 'string' && body.length <= longest
  return method !== 'GET' && isShort ? { ...init, keepalive: true } : init
}
