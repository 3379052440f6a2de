import { QueryClient } from '@tanstack/react-query'
import { isRedirect } from '@tanstack/react-router'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'

// The page facts and the client are read from the document.
const stored = new Map<string, string>()
vi.stubGlobal('document', { querySelector: () => null })
vi.stubGlobal('window', { location: { origin: 'http://localhost' } })
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
})
afterAll(() => void vi.unstubAllGlobals())
const { redirectSignedIn } = await import('./redirect-signed-in.ts')
const { readMe } = await import('../platform/session/me.ts')
const { sessionGate } = await import('../platform/connection/api.ts')

const request = vi.fn<() => Promise<Response>>()
vi.stubGlobal('fetch', request)
const answer = (status: number, body: object) =>
  request.mockImplementation(async () => Response.json(body, { status }))
beforeEach(() => {
  stored.clear()
  request.mockReset()
})

const led = (next?: string): Promise<unknown> =>
  redirectSignedIn(new QueryClient(), next).then(
    () => undefined,
    (thrown: unknown) => (isRedirect(thrown) ? thrown.options.href : thrown),
  )

test('sends no request if a visitor has never signed in', async () => {
  expect(await led('/board')).toBeUndefined()
  expect(request).not.toHaveBeenCalled()
})

test('redirects a signed-in user to the requested page, or Home', async () => {
  answer(200, { user: { id: 'usr_1' }, org: null })
  await readMe()
  expect([await led('/board?card=tsk_1'), await led()]).toEqual(['/board?card=tsk_1', '/'])
})

test('sends one request if the session has ended since', async () => {
  answer(200, { user: { id: 'usr_1' }, org: null })
  await readMe()
  // Simulates a reload of the page.
  sessionGate.disarm()
  answer(401, { status: 401, code: 'unauthenticated', detail: 'ended' })
  request.mockClear()
  expect([await led('/board'), await led('/board')]).toEqual([undefined, undefined])
  expect(request).toHaveBeenCalledTimes(1)
})

test('shows the sign-in form when the platform does not respond', async () => {
  stored.set('atrium.session', '1')
  request.mockRejectedValue(new TypeError('away'))
  expect(await led()).toBeUndefined()
})
