import { expect, test, vi } from 'vitest'
import { createPatientFetch, keepAlive } from './patient-fetch.ts'
import { createSessionGate } from './session-gate.ts'
import { createSlowRequests } from './slow-requests.ts'

test('keeps a short write alive after its page closes', () => {
  const write = { method: 'PATCH', body: '{"title":"Order fenders"}' }
  expect(keepAlive(write)).toEqual({ ...write, keepalive: true })
})

test.each([
  ['a read', {}],
  ['a long write', { method: 'PATCH', body: 'x'.repeat(2_001) }],
  ['a file', { method: 'POST', body: new Blob(['x']) }],
])('sends %s unchanged', (_, init) => {
  expect(keepAlive(init)).toBe(init)
})

function setUp(...statuses: number[]) {
  const gate = createSessionGate()
  const fetch = vi.fn(async () => new Response(null, { status: statuses.shift() ?? 200 }))
  return { gate, fetch, send: createPatientFetch({ fetch, gate, slow: createSlowRequests() }) }
}
const address = 'http://localhost/api/tasks'
const untilWaiting = (gate: ReturnType<typeof createSessionGate>) =>
  vi.waitFor(() => expect(gate.isWaiting()).toBe(true))

test('repeats a request after the sign-in when the session has ended, even after its timeout', async () => {
  const { gate, fetch, send } = setUp(401)
  gate.arm()
  const limit = new AbortController()
  const answer = send(address, { method: 'POST', body: 'x', signal: limit.signal })
  await untilWaiting(gate)
  limit.abort(new DOMException('late', 'TimeoutError'))
  gate.settle(true)
  expect((await answer).status).toBe(200)
  expect(fetch).toHaveBeenLastCalledWith(address, { method: 'POST', body: 'x' })
})

test('does not repeat a request if it is cancelled while it waits for the sign-in', async () => {
  const { gate, fetch, send } = setUp(401)
  gate.arm()
  const cancel = new AbortController()
  const answer = send(address, { signal: cancel.signal })
  await untilWaiting(gate)
  cancel.abort()
  gate.settle(true)
  await expect(answer).rejects.toThrow('aborted')
  expect(fetch).toHaveBeenCalledOnce()
})

test('returns a 401 before a sign-in, on the sign-in’s own routes and after the user gives up', async () => {
  const { gate, send } = setUp(401, 401, 401, 401, 401)
  expect((await send(address)).status).toBe(401)
  gate.arm()
  expect((await send('http://localhost/api/auth/sign-in/email')).status).toBe(401)
  expect((await send('http://localhost/api/events')).status).toBe(401)
  expect((await send('http://localhost/api/me/push')).status).toBe(401)
  const answer = send(address)
  await untilWaiting(gate)
  gate.disarm()
  expect((await answer).status).toBe(401)
})
