import type { createSessionGate } from './session-gate.ts'
import type { createSlowRequests } from './slow-requests.ts'

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

interface Patience {
  readonly fetch: typeof fetch
  readonly gate: Pick<ReturnType<typeof createSessionGate>, 'isArmed' | 'wait'>
  readonly slow: Pick<ReturnType<typeof createSlowRequests>, 'watch'>
}

const readPath = (input: RequestInfo | URL): string =>
  new URL(input instanceof Request ? input.url : input).pathname

// The event stream reconnects by itself. If its request waited here, nothing could end it. The push
// subscription ends while the user signs out, and the sign-in dialog must not open then.
const isOfSession = (path: string) =>
  path.startsWith('/api/auth/') || path === '/api/events' || path === '/api/me/push'

/**
 * Creates a `fetch` for expired sessions: it asks the user to sign in again, and then repeats the
 * request.
 */
export const createPatientFetch =
  ({ fetch, gate, slow }: Patience): typeof globalThis.fetch =>
  async (input, init) => {
    const path = readPath(input)
    const reads = (init?.method ?? 'GET') === 'GET' && path !== '/api/events'
    const send = (with_: RequestInit | undefined) => {
      const request = fetch(input, with_)
      return reads ? slow.watch(request) : request
    }
    const response = await send(init)
    if (response.status !== 401 || !gate.isArmed() || isOfSession(path)) return response
    if (!(await gate.wait())) return response
    const { signal, ...again } = init ?? {}
    // A timeout may expire while the dialog is open, so it does not count. A cancelled request
    // stays cancelled.
    const reason: unknown = signal?.reason
    if (signal?.aborted && !(reason instanceof DOMException && reason.name === 'TimeoutError'))
      throw reason
    return send(again)
  }
