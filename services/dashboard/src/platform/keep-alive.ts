// A browser has room for 64 KiB of such bodies at once; a character has three bytes at most.
const longest = 2_000

/** A short write that goes on when its page is left meanwhile; reads and long writes as they are. */
export function keepAlive(init: RequestInit = {}): RequestInit {
  const { method = 'GET', body } = init
  const isShort = typeof body === 'string' && body.length <= longest
  return method !== 'GET' && isShort ? { ...init, keepalive: true } : init
}
