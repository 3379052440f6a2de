import { type Access, defineOperation, type Principal } from '@atrium/contracts'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createTestApp, jsonBody, operation, type TestApp } from '../test/harness.ts'
import { maxBodyBytes, maxJsonDepth, mount } from './index.ts'

// Also halves of surrogate pairs. (The library's own unit for this takes seconds to set itself up.)
const anyCharacter = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code))

let probe: TestApp
beforeEach(async () => {
  probe = await createTestApp()
})

describe('who may call', () => {
  const nobody = undefined
  const user = { orgId: null, role: null } satisfies Partial<Principal>
  const member = { role: 'member' } satisfies Partial<Principal>
  const admin = { role: 'admin' } satisfies Partial<Principal>
  const owner = { role: 'owner' } satisfies Partial<Principal>
  const operator = { ...user, isAdmin: true } satisfies Partial<Principal>

  const allowed = 'allowed'
  const rules: Array<[Access, Record<string, string>]> = [
    [
      'public',
      { nobody: allowed, user: allowed, member: allowed, admin: allowed, owner: allowed, operator: allowed },
    ],
    [
      'optional',
      { nobody: allowed, user: allowed, member: allowed, admin: allowed, owner: allowed, operator: allowed },
    ],
    [
      'user',
      {
        nobody: 'unauthenticated',
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
        nobody: 'unauthenticated',
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
        nobody: 'unauthenticated',
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
        nobody: 'unauthenticated',
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
        nobody: 'unauthenticated',
        user: 'forbidden',
        member: 'forbidden',
        admin: 'forbidden',
        owner: 'forbidden',
        operator: allowed,
      },
    ],
  ]
  const callers = { nobody, user, member, admin, owner, operator }

  test.each(rules)('access "%s"', async (access, expected) => {
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

  test('is asked before anything is said about the request’s form', async () => {
    mount(probe.app, operation({ access: 'user', method: 'post', body: z.strictObject({}) }), async () => ({
      ok: true,
    }))
    expect((await probe.app.request('/api/probe', jsonBody('not json'))).status).toBe(401)
  })
})

const Note = z.strictObject({
  title: z.string().min(1),
  tags: z.array(z.strictObject({ name: z.string() })).optional(),
})
const mountNote = (changes: { bodyOptional?: boolean } = {}) => {
  const bodies: unknown[] = []
  mount(probe.app, operation({ method: 'post', body: Note, ...changes }), async ({ body }) => {
    bodies.push(body)
    return { ok: true }
  })
  return bodies
}
const send = (init: RequestInit, path = '/api/probe') => probe.app.request(path, init)
const problem = async (response: Response) => ({
  status: response.status,
  ...((await response.json()) as { code: string; detail: string; errors?: Array<{ path: string }> }),
})

describe('a JSON body', () => {
  test('reaches the handler as its schema parses it', async () => {
    const bodies = mountNote()
    expect((await send(jsonBody({ title: 'x', tags: [{ name: 'y' }] }))).status).toBe(200)
    expect(bodies).toEqual([{ title: 'x', tags: [{ name: 'y' }] }])
  })

  test('that does not fit is 400 with every field named', async () => {
    mountNote()
    const answer = await problem(await send(jsonBody({ title: '', tags: [{ name: 'a' }, { name: 7 }] })))
    expect(answer).toMatchObject({ status: 400, code: 'validation_failed' })
    expect(answer.errors?.map(({ path }) => path)).toEqual(['title', 'tags.1.name'])
  })

  test('with unknown fields is refused, each of them named, at any level', async () => {
    mountNote()
    const answer = await problem(
      await send(jsonBody({ title: 'x', role: 'admin', isAdmin: true, tags: [{ name: 'a', id: 1 }] })),
    )
    expect(answer).toMatchObject({ status: 400, code: 'validation_failed' })
    expect(answer.errors?.map(({ path }) => path).toSorted()).toEqual(['isAdmin', 'role', 'tags.0.id'])
  })

  test('that is missing is 400, unless it may be left out', async () => {
    mountNote()
    expect(await problem(await send({ method: 'POST' }))).toMatchObject({
      status: 400,
      code: 'validation_failed',
    })
    probe = await createTestApp()
    const bodies = mountNote({ bodyOptional: true })
    expect((await send({ method: 'POST' })).status).toBe(200)
    expect(bodies).toEqual([undefined])
    expect((await send(jsonBody({ title: '' }))).status).toBe(400)
  })

  test.each(['{', '{"title":"x"', "{'title':'x'}", '{"title":"x"}}', '\ufeff', 'undefined', '"\\ud8"'])(
    'that is not JSON is 400: %s',
    async (text) => {
      mountNote()
      expect(await problem(await send(jsonBody(text)))).toMatchObject({
        status: 400,
        code: 'validation_failed',
      })
    },
  )

  test('that is not UTF-8 is 400', async () => {
    mountNote()
    const bytes = Buffer.concat([Buffer.from('{"title":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')])
    const response = await send({
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: bytes,
    })
    expect(await problem(response)).toMatchObject({ status: 400, code: 'validation_failed' })
  })

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'application/jsonp',
    'json',
  ])('of type %s is 415', async (type) => {
    mountNote()
    const response = await send(jsonBody({ title: 'x' }, { 'content-type': type }))
    expect(await problem(response)).toMatchObject({ status: 415, code: 'unsupported_media_type' })
  })

  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'APPLICATION/JSON',
    'application/merge-patch+json',
  ])('of type %s is read', async (type) => {
    mountNote()
    expect((await send(jsonBody({ title: 'x' }, { 'content-type': type }))).status).toBe(200)
  })

  test('of exactly 1 MiB is read, of one byte more it is 413, declared or streamed', async () => {
    mountNote()
    const frame = '{"title":""}'.length
    const body = (bytes: number) => `{"title":"${'x'.repeat(bytes - frame)}"}`
    const declared = (bytes: number) => ({ 'content-length': String(bytes) })
    const streamed = (text: string): RequestInit => ({
      ...jsonBody(''),
      body: new Blob([text]).stream(),
      duplex: 'half',
    })
    expect((await send(jsonBody(body(maxBodyBytes), declared(maxBodyBytes)))).status).toBe(200)
    expect((await send(streamed(body(maxBodyBytes)))).status).toBe(200)
    for (const init of [
      jsonBody(body(maxBodyBytes + 1), declared(maxBodyBytes + 1)),
      streamed(body(maxBodyBytes + 1)),
    ]) {
      expect(await problem(await send(init))).toMatchObject({ status: 413, code: 'payload_too_large' })
    }
  })

  test('is refused when it is nested too deep, whatever it would be checked against', async () => {
    mount(probe.app, operation({ method: 'post', body: z.unknown() }), async () => ({ ok: true }))
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
    expect((await send(jsonBody(nested(maxJsonDepth)))).status).toBe(200)
    expect((await send(jsonBody(JSON.stringify(['[{'.repeat(500)])))).status).toBe(200)
    for (const depth of [maxJsonDepth + 1, 100_000, 524_288]) {
      expect(await problem(await send(jsonBody(nested(depth))))).toMatchObject({
        status: 400,
        code: 'validation_failed',
      })
    }
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

  test('reach the handler as their schemas parse them; a repeated key is a list', async () => {
    mount(probe.app, listing, async ({ params, query }) => ({ params, query }))
    const answer = async (path: string) => (await probe.app.request(path)).json()
    expect(await answer('/api/probe/abc')).toEqual({ params: { id: 'abc' }, query: { limit: 25 } })
    expect(await answer('/api/probe/abc?limit=7&tag=a&tag=b%20c&other=1')).toEqual({
      params: { id: 'abc' },
      query: { limit: 7, tag: ['a', 'b c'] },
    })
  })

  test.each([
    ['/api/probe/ABC', 'params.id'],
    ['/api/probe/%00', 'params.id'],
    ['/api/probe/%zz', 'params.id'],
    ['/api/probe/a?limit=101', 'query.limit'],
    ['/api/probe/a?limit=x', 'query.limit'],
    ['/api/probe/a?limit=1&limit=2', 'query.limit'],
    ['/api/probe/a?tag=one', 'query.tag'],
  ])('%s is 400 and names %s', async (path, field) => {
    mount(probe.app, listing, async () => ({}))
    const answer = await problem(await probe.app.request(path))
    expect(answer).toMatchObject({ status: 400, code: 'validation_failed', errors: [{ path: field }] })
  })
})

describe('what a handler returns', () => {
  test('is the JSON body of the operation’s success status', async () => {
    mount(
      probe.app,
      operation({ responses: { 201: { description: 'Made', schema: z.object({ id: z.string() }) } } }),
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

  test('nothing is 204, and a response of its own stays as it is', async () => {
    mount(probe.app, operation({ responses: { 204: { description: 'Gone' } } }), async () => undefined)
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

test('an operation that takes an Idempotency-Key does not mount without a database', () => {
  const charging = defineOperation({ ...operation({ method: 'post' }), idempotent: true })
  expect(() => mount(probe.app, charging, async () => ({ ok: true }))).toThrow('without a database')
})

test('no request at all makes a 5xx or shows a stack', async () => {
  mount(probe.app, operation({ method: 'post', body: Note }), async () => ({ ok: true }))
  mount(
    probe.app,
    operation({
      path: '/api/probe/{id}',
      params: z.object({ id: z.string() }),
      query: z.object({ n: z.coerce.number() }),
    }),
    async () => ({ ok: true }),
  )
  const text = fc.string({ unit: anyCharacter, maxLength: 30 })
  const headerText = fc.string({
    unit: fc
      .integer({ min: 0x20, max: 0xff })
      .filter((code) => code !== 0x7f)
      .map((code) => String.fromCharCode(code)),
  })
  const requests = fc.record({
    method: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'),
    path: fc.oneof(
      fc.constantFrom('/api/probe', '/api/probe/1', '/api/probe/%00%ff'),
      text.map((part) => `/api/probe/${encodeURIComponent(part.toWellFormed())}`),
      fc.webPath(),
    ),
    query: fc.oneof(
      fc.webQueryParameters(),
      fc.constantFrom('n=%', 'n[]=1', '__proto__=1', 'n=1&n=2', '&&&='),
    ),
    headers: fc.dictionary(
      fc.constantFrom(
        'x-request-id',
        'traceparent',
        'content-type',
        'content-length',
        'idempotency-key',
        'if-match',
        'cookie',
        'x-atrium-principal',
        'accept',
      ),
      headerText,
    ),
    body: fc.oneof(
      fc.json(),
      text,
      fc.jsonValue().map((value) => JSON.stringify({ title: value, __proto__: value })),
      fc.uint8Array(),
    ),
  })
  await fc.assert(
    fc.asyncProperty(requests, async ({ method, path, query, headers, body }) => {
      const withBody = method === 'GET' || method === 'HEAD' ? {} : { body: body as string }
      const response = await probe.app.request(`${path.startsWith('/') ? path : `/${path}`}?${query}`, {
        method,
        headers: { 'content-type': 'application/json', ...headers },
        ...withBody,
      })
      const answer = await response.text()
      expect(response.status).toBeLessThan(500)
      expect(answer).not.toMatch(/\.ts:|node_modules|at async/)
      if (response.status >= 400 && method !== 'HEAD') {
        expect(JSON.parse(answer)).toMatchObject({ status: response.status, code: expect.any(String) })
      }
    }),
    { numRuns: 400 },
  )
})
