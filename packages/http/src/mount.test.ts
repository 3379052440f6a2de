import { type Access, defineOperation, type Principal } from '@atrium/contracts'
import type { Ctx, PlatformTables } from '@atrium/database'
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createTestApp, jsonBody, operation, problem, type TestApp } from '../test/harness.ts'
import { mount } from './index.ts'

let probe: TestApp
beforeEach(async () => {
  probe = await createTestApp()
})

describe('access', () => {
  const anonymous = undefined
  const user = { orgId: null, role: null } satisfies Partial<Principal>
  const member = { role: 'member' } satisfies Partial<Principal>
  const admin = { role: 'admin' } satisfies Partial<Principal>
  const owner = { role: 'owner' } satisfies Partial<Principal>
  const operator = { ...user, isAdmin: true } satisfies Partial<Principal>

  const allowed = 'allowed'
  const rules: Array<[Access, Record<string, string>]> = [
    [
      'public',
      {
        anonymous: allowed,
        user: allowed,
        member: allowed,
        admin: allowed,
        owner: allowed,
        operator: allowed,
      },
    ],
    [
      'optional',
      {
        anonymous: allowed,
        user: allowed,
        member: allowed,
        admin: allowed,
        owner: allowed,
        operator: allowed,
      },
    ],
    [
      'user',
      {
        anonymous: 'unauthenticated',
        user: allowed,
        member: allowed,
        admin: allowed,
        owner: allowed,
        operator: allowed,
      },
    ],
    [
      'org',
      {
        anonymous: 'unauthenticated',
        user: 'no_active_org',
        member: allowed,
        admin: allowed,
        owner: allowed,
        operator: 'no_active_org',
      },
    ],
    [
      'admin',
      {
        anonymous: 'unauthenticated',
        user: 'no_active_org',
        member: 'forbidden',
        admin: allowed,
        owner: allowed,
        operator: 'no_active_org',
      },
    ],
    [
      'owner',
      {
        anonymous: 'unauthenticated',
        user: 'no_active_org',
        member: 'forbidden',
        admin: 'forbidden',
        owner: allowed,
        operator: 'no_active_org',
      },
    ],
    [
      'operator',
      {
        anonymous: 'unauthenticated',
        user: 'forbidden',
        member: 'forbidden',
        admin: 'forbidden',
        owner: 'forbidden',
        operator: allowed,
      },
    ],
  ]
  const callers = { anonymous, user, member, admin, owner, operator }

  test.each(rules)('checks access "%s"', async (access, expected) => {
    let calls = 0
    mount(probe.app, operation({ access }), async () => {
      calls += 1
      return { ok: true }
    })
    for (const [who, caller] of Object.entries(callers)) {
      calls = 0
      const headers = caller === undefined ? {} : await probe.as(caller)
      const response = await probe.app.request('/api/probe', { headers })
      const outcome = response.ok ? allowed : ((await response.json()) as { code: string }).code
      expect([who, outcome]).toEqual([who, expected[who]])
      expect(calls).toBe(outcome === allowed ? 1 : 0)
    }
  })

  test('checks access before it parses the request', async () => {
    mount(
      probe.app,
      operation({ access: 'user', method: 'post', body: z.strictObject({}) }),
      async () => ({
        ok: true,
      }),
    )
    expect((await probe.app.request('/api/probe', jsonBody('not json'))).status).toBe(401)
  })
})

describe('parameters and query', () => {
  const listing = operation({
    path: '/api/probe/{id}',
    params: z.object({ id: z.string().regex(/^[a-z]+$/) }),
    query: z.object({
      limit: z.coerce.number().int().max(100).default(25),
      tag: z.array(z.string()).optional(),
    }),
    responses: { 200: { description: 'Fine', schema: z.unknown() } },
  })

  test('passes parameters and query parsed by their schemas, and a repeated key as a list', async () => {
    mount(probe.app, listing, async ({ params, query }) => ({ params, query }))
    const answer = async (path: string) => (await probe.app.request(path)).json()
    expect(await answer('/api/probe/abc')).toEqual({ params: { id: 'abc' }, query: { limit: 25 } })
    expect(await answer('/api/probe/abc?limit=7&tag=a&tag=b%20c')).toEqual({
      params: { id: 'abc' },
      query: { limit: 7, tag: ['a', 'b c'] },
    })
  })

  test.each([
    ['/api/probe/ABC', 'id'],
    ['/api/probe/%00', 'id'],
    ['/api/probe/%zz', 'id'],
    ['/api/probe/a?limit=101', 'limit'],
    ['/api/probe/a?limit=x', 'limit'],
    ['/api/probe/a?limit=1&limit=2', 'limit'],
    ['/api/probe/a?tag=one', 'tag'],
  ])('returns 400 and names the field when %s is wrong: %s', async (path, field) => {
    mount(probe.app, listing, async () => ({}))
    const answer = await problem(await probe.app.request(path))
    expect(answer).toMatchObject({
      status: 400,
      code: 'validation_failed',
      errors: [{ path: field }],
    })
  })
})

test("says what is expected if a field is missing or no time, but keeps the schema's own message", async () => {
  const body = z.strictObject({
    name: z.string(),
    kind: z.enum(['a', 'b']),
    at: z.iso.datetime({ offset: true }),
    day: z.iso.date(),
    page: z.url(),
    code: z.string().regex(/^[A-Z]$/, 'One upper-case letter'),
    count: z.number(),
  })
  mount(probe.app, operation({ method: 'post', body }), async () => ({ ok: true }))
  const sent = { at: '2026-03-02', day: 'tomorrow', page: 'bread', code: 'ab', count: '1' }
  expect(await problem(await probe.app.request('/api/probe', jsonBody(sent)))).toMatchObject({
    errors: [
      { path: 'name', message: 'This is required' },
      { path: 'kind', message: 'This is required' },
      { path: 'at', message: 'A moment, such as 2026-03-02T09:00:00Z' },
      { path: 'day', message: 'A day, such as 2026-03-02' },
      { path: 'page', message: 'An address, such as https://example.com/page' },
      { path: 'code', message: 'One upper-case letter' },
      { path: 'count', message: 'Invalid input: expected number, received string' },
    ],
  })
})

describe('handler results', () => {
  test('sends the result as JSON with the operation’s success status', async () => {
    mount(
      probe.app,
      operation({
        responses: { 201: { description: 'Made', schema: z.object({ id: z.string() }) } },
      }),
      async ({ c }) => {
        c.header('location', '/api/probe/1')
        return { id: '1' }
      },
    )
    const response = await probe.app.request('/api/probe')
    expect(response.status).toBe(201)
    expect(response.headers.get('location')).toBe('/api/probe/1')
    expect(await response.json()).toEqual({ id: '1' })
  })

  test('sends 204 if the handler returns nothing and passes a Response on unchanged', async () => {
    mount(
      probe.app,
      operation({ responses: { 204: { description: 'Gone' } } }),
      async () => undefined,
    )
    const empty = await probe.app.request('/api/probe')
    expect([empty.status, await empty.text()]).toEqual([204, ''])
    probe = await createTestApp()
    mount(
      probe.app,
      operation({}),
      async () => new Response('plain', { status: 200, headers: { 'content-type': 'text/plain' } }),
    )
    const own = await probe.app.request('/api/probe')
    expect([own.headers.get('content-type'), await own.text()]).toEqual(['text/plain', 'plain'])
  })
})

test('does not mount an operation that takes an Idempotency-Key if there is no database', () => {
  const charging = defineOperation({ ...operation({ method: 'post' }), idempotent: true })
  expect(() => mount(probe.app, charging, async () => ({ ok: true }))).toThrow('without a database')
})

test('lets a handler pass its call on as a verb’s context', async () => {
  const verb = async ({ principal, tx }: Ctx<PlatformTables>) => ({
    ok: principal.orgId !== '' && !tx,
  })
  mount(probe.app, operation({ access: 'org' }), (call) => verb(call))
  const response = await probe.app.request('/api/probe', { headers: await probe.as() })
  expect(await response.json()).toEqual({ ok: true })
})
