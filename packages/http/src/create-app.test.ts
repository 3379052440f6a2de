import { AppError, commonErrors, type ErrorKind, statusOfKind } from '@atrium/contracts'
import { currentContext } from '@atrium/telemetry'
import { beforeEach, expect, test } from 'vitest'
import { createTestApp, operation, type TestApp } from '../test/harness.ts'
import { mount, principalHeader } from './index.ts'

let probe: TestApp
beforeEach(async () => {
  probe = await createTestApp()
})

const failing = (error: unknown) =>
  mount(probe.app, operation({ errors: ['slug_taken'] }), async () => {
    throw error
  })
const lines = () => probe.log.lines.map((line) => JSON.parse(line) as Record<string, unknown>)

test.each(Object.entries(statusOfKind) as Array<[ErrorKind, number]>)(
  'turns an error of kind %s into a %i problem',
  async (kind, status) => {
    failing(new AppError({ kind, code: 'slug_taken', message: 'In these words' }))
    const response = await probe.app.request('/api/probe', { headers: { 'x-request-id': 'req-7' } })
    expect(response.status).toBe(status)
    expect(response.headers.get('content-type')).toBe('application/problem+json')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('x-request-id')).toBe('req-7')
    const waits = kind === 'unavailable' || kind === 'rate_limited'
    expect(response.headers.get('retry-after')).toBe(waits ? '1' : null)
    expect(response.headers.has('www-authenticate')).toBe(kind === 'unauthenticated')
    expect(await response.json()).toEqual({
      type: 'urn:atrium:problem:slug_taken',
      title: expect.stringMatching(/^[A-Z][a-z ]+$/),
      status,
      detail: kind === 'internal' ? 'Internal error' : 'In these words',
      code: 'slug_taken',
      requestId: 'req-7',
    })
  },
)

test('puts named fields, extra headers and the wait time into the response', async () => {
  const errors = [{ path: 'lineItems.0.quantity', message: 'Too small' }]
  failing(
    commonErrors.unavailable({
      details: { errors, retryAfterSeconds: 2.2, headers: { 'x-extra': 'yes' } },
    }),
  )
  const response = await probe.app.request('/api/probe')
  expect(response.headers.get('retry-after')).toBe('3')
  expect(response.headers.get('x-extra')).toBe('yes')
  expect(await response.json()).toMatchObject({ errors })
})

test.each([
  ['an Error', new Error('password is hunter2')],
  ['a string', 'password is hunter2'],
  ['undefined', undefined],
  ['an object', { secret: 'hunter2' }],
])('returns "Internal error" and logs the request id when %s is thrown', async (_, thrown) => {
  failing(thrown)
  const response = await probe.app.request('/api/probe', { headers: { 'x-request-id': 'req-8' } })
  expect(response.status).toBe(500)
  const text = await response.text()
  expect(JSON.parse(text)).toMatchObject({
    detail: 'Internal error',
    code: 'internal',
    requestId: 'req-8',
  })
  expect(text).not.toContain('hunter2')
  expect(text).not.toContain('.ts')
  expect(lines()).toMatchObject([
    { msg: 'request failed', requestId: 'req-8', op: 'probe' },
    { msg: 'request', status: 500 },
  ])
})

test('returns 503 with Retry-After if the database is unreachable', async () => {
  failing(Object.assign(new Error('terminating connection'), { severity: 'FATAL', code: '57P01' }))
  const response = await probe.app.request('/api/probe')
  expect(response.status).toBe(503)
  expect(response.headers.get('retry-after')).toBe('2')
  expect(await response.json()).toMatchObject({ code: 'unavailable' })
})

test('returns 404 for an unknown path and every method', async () => {
  mount(probe.app, operation({}), async () => ({ ok: true }))
  for (const [method, path] of [
    ['GET', '/api/nowhere'],
    ['POST', '/api/probe'],
    ['DELETE', '/api/probe/'],
    ['OPTIONS', '/'],
  ]) {
    const response = await probe.app.request(path ?? '', { method: method ?? '' })
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ code: 'not_found', status: 404 })
  }
})

test('responds to HEAD like GET without a body', async () => {
  mount(probe.app, operation({}), async () => ({ ok: true }))
  const response = await probe.app.request('/api/probe', { method: 'HEAD' })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/json')
  expect(await response.text()).toBe('')
})

test('keeps a harmless request id and replaces any other', async () => {
  mount(probe.app, operation({}), async () => ({ ok: true }))
  const idFor = async (given?: string) => {
    const headers = given === undefined ? {} : { 'x-request-id': given }
    return (await probe.app.request('/api/probe', { headers })).headers.get('x-request-id')
  }
  expect(await idFor('AZ.az_09-')).toBe('AZ.az_09-')
  for (const bad of [undefined, '', 'a b', 'x'.repeat(129), 'a"b', '../etc', 'ä']) {
    expect(await idFor(bad)).toMatch(/^[0-9a-f-]{36}$/)
  }
})

test('continues the trace in the handler with the request id', async () => {
  let seen: ReturnType<typeof currentContext>
  mount(probe.app, operation({ errors: ['slug_taken'] }), async () => {
    seen = currentContext()
    return { ok: true }
  })
  const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
  const headers = { traceparent: `00-${trace}-00f067aa0ba902b7-01`, 'x-request-id': 'req-9' }
  await probe.app.request('/api/probe', { headers })
  expect(seen?.requestId).toBe('req-9')
  expect(seen?.traceparent).toMatch(new RegExp(`^00-${trace}-(?!00f067aa0ba902b7)[0-9a-f]{16}-01$`))
})

test('writes one line and one observation per request with operation, status, duration, org and request id', async () => {
  mount(probe.app, operation({ access: 'user' }), async () => ({ ok: true }))
  await probe.app.request('/api/probe?secret=hunter2', {
    headers: { ...(await probe.as()), 'x-request-id': 'req-10' },
  })
  expect(lines()).toEqual([
    expect.objectContaining({
      msg: 'request',
      op: 'probe',
      status: 200,
      ms: expect.any(Number),
      org: 'org_1',
      requestId: 'req-10',
    }),
  ])
  expect(probe.log.text()).not.toContain('hunter2')
  expect(await probe.metrics.registry.metrics()).toContain(
    'atrium_http_request_seconds_count{service="probe",operation="probe",status="200"} 1',
  )
})

test('responds to, logs and observes a request even if its token is rejected', async () => {
  mount(probe.app, operation({}), async () => ({ ok: true }))
  const response = await probe.app.request('/api/probe', {
    headers: { [principalHeader]: 'forged' },
  })
  expect(response.status).toBe(401)
  expect(response.headers.get('x-request-id')).not.toBeNull()
  expect(lines()).toMatchObject([{ msg: 'request', status: 401 }])
})

test('forbids storing a response unless the handler allows it', async () => {
  mount(probe.app, operation({}), async ({ c }) => {
    if (c.req.query('public') !== undefined) c.header('cache-control', 'public, max-age=60')
    return { ok: true }
  })
  const control = async (path: string) =>
    (await probe.app.request(path)).headers.get('cache-control')
  expect(await control('/api/probe')).toBe('no-store')
  expect(await control('/api/probe?public')).toBe('public, max-age=60')
})
