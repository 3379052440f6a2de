import { createAuth, createTransport, uploadForm } from '@atrium/sdk'
import { apiOrigin } from './page-facts.ts'
import { createSessionGate } from './session-gate.ts'

/** The gate of this page's requests. */
export const sessionGate = createSessionGate()

const pathOf = (input: RequestInfo | URL): string =>
  new URL(input instanceof Request ? input.url : input, window.location.origin).pathname

// The event stream is opened again by itself, and a request of it that waits could not be ended.
const isOfSession = (path: string) => path.startsWith('/api/auth/') || path === '/api/events'

/** A `fetch` that asks the person to sign in again when the session ends, and then repeats the request. */
const patientFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, init)
  if (response.status !== 401 || !sessionGate.isArmed() || isOfSession(pathOf(input))) {
    return response
  }
  if (!(await sessionGate.wait())) return response
  // The time limit of the first try has run out while the dialog was open.
  const { signal: _, ...again } = init ?? {}
  return fetch(input, again)
}

const transport = createTransport({ baseUrl: apiOrigin, fetch: patientFetch })

/**
 * The platform's client of this page. Features call operations of `@atrium/contracts` with it, so that a page loads the
 * schemas of its own operations alone.
 */
export const atrium = {
  call: transport.call,
  request: transport.request,
  auth: createAuth(transport),
  upload: uploadForm.bind(undefined, transport),
}
