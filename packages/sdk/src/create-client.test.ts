import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { AtriumError, AtriumNetworkError, AtriumTimeoutError } from './atrium-error.ts'
import { createClient } from './create-client.ts'
import { findEtag } from './etag.ts'

interface Seen {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: string
}

let server: Server
let baseUrl: string
let answer: (seen: Seen, response: ServerResponse) => void
let seen: Seen[]

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const one = {
      method: request.method ?? '',
      url: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(chunks).toString('latin1'),
    }
    seen.push(one)
    answer(one, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close())
beforeEach(() => {
  seen = []
})

const json = (status: number, body: unknown, headers: Record<string, string> = {}) => {
  answer = (_, response) =>
    void response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(body))
}
const refusal = async (call: Promise<unknown>): Promise<AtriumError> => {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (error instanceof AtriumError) return error
  throw new Error('was not refused')
}

test.each(['', '.', '..'])(
  'refuses a path parameter %j and sends nothing, because it would change the address',
  async (id) => {
    json(200, {})
    const client = createClient({ baseUrl, apiKey: 'atr_x' })
    for (const call of [
      () => client.cards.delete({ params: { id } }),
      () => client.posts.publishNow({ params: { id } }),
      () => client.workflows.watch('wf_1', id).next(),
    ]) {
      expect(await refusal(call())).toMatchObject({ status: 400, code: 'validation_failed' })
    }
    expect(seen).toEqual([])
  },
)

test('fills the path, encodes the query and sends the key, the idempotency key and If-Match', async () => {
  json(200, { id: 'task_1' })
  const client = createClient({ baseUrl: `${baseUrl}/`, apiKey: 'atr_x' })
  await client.cards.list({ query: { q: 'a b&c', tag: 'x' } })
  await client.cards.update(
    { params: { id: 'task/1' }, body: { title: 'New' } },
    { ifMatch: '"task_1.3"' },
  )
  await client.cards.create({ body: { title: 'New' } }, { idempotencyKey: 'once' })
  expect(seen[0]?.url).toBe('/api/tasks?q=a+b%26c&tag=x')
  expect(seen[1]).toMatchObject({
    method: 'PATCH',
    url: '/api/tasks/task%2F1',
    body: '{"title":"New"}',
    headers: { 'x-api-key': 'atr_x', 'if-match': '"task_1.3"' },
  })
  expect(seen[2]?.headers['idempotency-key']).toBe('once')
})

test('follows no redirect, so that neither the key nor the lease reaches another address', async () => {
  answer = ({ url }, response) =>
    url === '/elsewhere'
      ? void response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
      : void response
          .writeHead(302, { location: `${baseUrl.replace('127.0.0.1', 'localhost')}/elsewhere` })
          .end()
  const client = createClient({ baseUrl, apiKey: 'atr_x' })
  const lease = { headers: { 'x-lease': 'l' }, redirect: 'follow' } as const
  expect(await refusal(client.me())).toMatchObject({ status: 302, code: 'http_302' })
  expect(await refusal(client.request('/api/connect/pagenet/start', lease))).toMatchObject({
    status: 302,
  })
  expect(seen.map(({ url }) => url)).toEqual(['/api/me', '/api/connect/pagenet/start'])
})

test('keeps a session cookie and sends it back with an origin until sign-out', async () => {
  json(
    200,
    { user: { id: 'usr_1' } },
    { 'set-cookie': 'atrium.session_token=t.s%3D; Path=/; HttpOnly' },
  )
  const client = createClient({ baseUrl })
  await client.auth.signIn({ email: 'a@example.com', password: 'secret' })
  await client.me()
  expect(seen[1]?.headers).toMatchObject({ cookie: 'atrium.session_token=t.s%3D', origin: baseUrl })
  json(200, {}, { 'set-cookie': 'atrium.session_token=; Max-Age=0; Path=/' })
  await client.auth.signOut()
  await client.health()
  expect(seen[3]?.headers.cookie).toBeUndefined()
})

test('returns the user from a sign-in, or says that a second factor is required', async () => {
  const client = createClient({ baseUrl })
  const signIn = () => client.auth.signIn({ email: 'a@example.com', password: 'secret' })
  const user = { id: 'usr_1', name: 'A', email: 'a@example.com' }
  json(200, { redirect: false, token: 't', user })
  const complete = await signIn()
  expect(complete.twoFactorRedirect ? undefined : complete.user).toEqual(user)
  json(200, { twoFactorRedirect: true, twoFactorMethods: ['totp'] })
  const halfway = await signIn()
  expect(halfway.twoFactorRedirect ? halfway.twoFactorMethods : undefined).toEqual(['totp'])
})

describe('AtriumError', () => {
  test("throws an AtriumError with a problem's code, fields and request id", async () => {
    const problem = {
      type: 'urn:atrium:problem:validation_failed',
      title: 'Bad request',
      status: 400,
      detail: 'The request is not valid',
      code: 'validation_failed',
      requestId: 'req-1',
      errors: [{ path: 'name', message: 'Required' }],
    }
    json(400, problem, { 'x-request-id': 'req-1' })
    const error = await refusal(createClient({ baseUrl }).me())
    expect(error).toMatchObject({ status: 400, code: 'validation_failed', requestId: 'req-1' })
    expect(error.errors).toEqual([{ path: 'name', message: 'Required' }])
  })

  test('throws an AtriumError with the delay before a retry', async () => {
    json(503, {}, { 'retry-after': '7' })
    const client = createClient({ baseUrl, maxRetries: 0 })
    expect(await refusal(client.me())).toMatchObject({ status: 503, retryAfterSeconds: 7 })
    json(503, {}, { 'retry-after': new Date(Date.now() + 60_000).toUTCString() })
    const { retryAfterSeconds = 0 } = await refusal(client.me())
    expect(retryAfterSeconds).toBeGreaterThan(1)
    expect(retryAfterSeconds).toBeLessThanOrEqual(60)
  })

  test('throws an AtriumError if a sign-in route fails or the response is not JSON', async () => {
    json(401, { code: 'INVALID_EMAIL_OR_PASSWORD', message: 'Invalid email or password' })
    const client = createClient({ baseUrl })
    expect(
      await refusal(client.auth.signIn({ email: 'a@example.com', password: 'x' })),
    ).toMatchObject({
      code: 'invalid_email_or_password',
      message: 'Invalid email or password',
    })
    answer = (_, response) => void response.writeHead(502).end('<html>')
    expect(await refusal(client.me())).toMatchObject({ status: 502, code: 'http_502' })
  })

  test('throws an AtriumError when nobody responds', async () => {
    const error = await refusal(createClient({ baseUrl: 'http://127.0.0.1:1', maxRetries: 0 }).me())
    expect(error).toBeInstanceOf(AtriumNetworkError)
    expect(error).toMatchObject({ status: 0, code: 'network_error' })
  })

  test('throws an AtriumError when the response takes too long, or begins and does not end', async () => {
    answer = () => {}
    const client = createClient({ baseUrl, timeoutMs: 50, maxRetries: 0 })
    expect(await refusal(client.me())).toMatchObject({ status: 0, code: 'timeout' })
    answer = (_, response) =>
      void response.writeHead(200, { 'content-type': 'application/json' }).write('{"user":')
    expect(await refusal(client.me())).toBeInstanceOf(AtriumTimeoutError)
  })

  test('throws an AtriumError when the connection is lost in the middle of the response', async () => {
    answer = (_, response) => {
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
        .write('{')
      setTimeout(() => response.destroy(), 20)
    }
    const client = createClient({ baseUrl, maxRetries: 0 })
    expect(await refusal(client.me())).toBeInstanceOf(AtriumNetworkError)
  })
})

test('sends a retry with the key of the first attempt, and does not retry unless there is a key', async () => {
  answer = (_, response) =>
    void response
      .writeHead(seen.length === 1 ? 503 : 201, { 'content-type': 'application/json' })
      .end('{"id":"task_1"}')
  const client = createClient({ baseUrl, apiKey: 'atr_x' })
  await client.cards.create({ body: { title: 'Once' } })
  const keys = seen.map(({ headers }) => headers['idempotency-key'])
  expect(keys).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), keys[0]])
  seen = []
  expect(
    await refusal(client.cards.update({ params: { id: 'task_1' }, body: { title: 'New' } })),
  ).toMatchObject({
    status: 503,
  })
  expect(seen).toHaveLength(1)
})

test('does not retry a call unless the platform binds its effect to the key', async () => {
  json(503, {})
  const client = createClient({ baseUrl, apiKey: 'atr_x' })
  const params = { id: 'task_1' }
  const key = { idempotencyKey: 'once' }
  await expect(client.cards.update({ params, body: { title: 'New' } }, key)).rejects.toThrow(
    TypeError,
  )
  await expect(client.cards.delete({ params }, key)).rejects.toThrow('takes no idempotency key')
  expect(seen).toHaveLength(0)
  const init = { method: 'POST', headers: { 'idempotency-key': 'once' } }
  expect(await refusal(client.request('/api/tasks/task_1/x', init))).toMatchObject({ status: 503 })
  expect(seen).toHaveLength(1)
  answer = (_, response) => void response.writeHead(seen.length < 3 ? 503 : 200).end()
  expect((await client.request('/api/tasks/task_1/x', { ...init, repeatable: true })).status).toBe(
    200,
  )
  expect(seen).toHaveLength(3)
})

test('uploads again only if the upload has a key', async () => {
  answer = (_, response) =>
    void response
      .writeHead(seen.length === 1 ? 503 : 201, { 'content-type': 'application/json' })
      .end('{"key":"k"}')
  const client = createClient({ baseUrl, apiKey: 'atr_x' })
  expect(await client.assets.upload(new Blob(['x']), { idempotencyKey: 'once' })).toEqual({
    key: 'k',
  })
  expect(seen.map(({ headers }) => headers['idempotency-key'])).toEqual(['once', 'once'])
  seen = []
  expect(await refusal(client.assets.upload(new Blob(['x'])))).toMatchObject({ status: 503 })
})

test('reads a list page after page by cursor or by offset', async () => {
  const client = createClient({ baseUrl, apiKey: 'atr_x' })
  const readIds = async (items: AsyncIterable<{ id: string }>) => {
    const ids: string[] = []
    for await (const { id } of items) ids.push(id)
    return ids
  }
  const pages = (of: (query: URLSearchParams) => object) => {
    answer = ({ url }, response) =>
      void response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify(of(new URL(url, baseUrl).searchParams)))
  }
  pages((query) => ({
    items: [{ id: `${query.get('status')}${query.get('offset') ?? 0}` }, { id: 'b' }],
    total: 3,
    limit: 2,
    offset: 0,
  }))
  expect(await readIds(client.cards.list.each({ query: { status: 'todo', limit: 2 } }))).toEqual([
    'todo0',
    'b',
    'todo2',
    'b',
  ])
  pages((query) => ({
    items: [{ id: query.get('cursor') ?? 'first' }],
    next: query.has('cursor') ? null : 'second',
  }))
  expect(await readIds(client.invoices.list.each())).toEqual(['first', 'second'])
  pages((query) => ({ items: query.has('before') ? [] : [{ id: 'run_2' }, { id: 'run_1' }] }))
  expect(await readIds(client.workflows.listRuns.each({ params: { id: 'wf_1' } }))).toEqual([
    'run_2',
    'run_1',
  ])
  expect(seen.at(-1)?.url).toBe('/api/workflows/wf_1/runs?before=run_1')
  pages(() => ({ items: [{ id: 'only' }] }))
  expect(await readIds(client.connect.list.each())).toEqual(['only'])
})

test('sends the version of a record as If-Match when the client returned the record', async () => {
  json(200, { id: 'task_1' }, { etag: '"task_1.3"' })
  const client = createClient({ baseUrl, apiKey: 'atr_x' })
  const params = { id: 'task_1' }
  const card = await client.cards.get({ params })
  expect(findEtag(card)).toBe('"task_1.3"')
  await client.cards.update({ params, body: { title: 'New' } }, { ifMatch: card })
  expect(seen[1]?.headers['if-match']).toBe('"task_1.3"')
  await expect(client.cards.delete({ params }, { ifMatch: { ...card } })).rejects.toThrow(TypeError)
  expect(seen).toHaveLength(2)
})

test('returns a file as a stream with a name that is not a path', async () => {
  answer = (_, response) =>
    void response
      .writeHead(200, {
        'content-type': 'application/pdf',
        'content-disposition':
          'attachment; filename="x.pdf"; filename*=UTF-8\'\'..%2FRechnung%20%E2%82%AC.pdf',
      })
      .end('%PDF-')
  const client = createClient({ baseUrl, apiKey: 'atr_x' })
  const file = await client.invoices.pdf({ params: { id: 'inv_1' } })
  expect(file).toMatchObject({ contentType: 'application/pdf', fileName: 'Rechnung €.pdf' })
  expect(await new Response(file.stream).text()).toBe('%PDF-')
  json(404, { code: 'not_found', message: 'No' })
  expect(await refusal(client.invoices.pdf({ params: { id: 'inv_2' } }))).toMatchObject({
    status: 404,
  })
})

test('reports upload progress up to the whole size', async () => {
  json(201, { key: 'k', url: 'u', visibility: 'priv', contentType: 'image/png', bytes: 300_000 })
  const progress: number[] = []
  const stored = await createClient({ baseUrl, apiKey: 'atr_x' }).assets.upload(
    new Blob([Buffer.alloc(300_000, 'x')]),
    { visibility: 'priv', onProgress: ({ sent }) => progress.push(sent) },
  )
  expect(stored.key).toBe('k')
  expect(progress.length).toBeGreaterThan(1)
  expect(progress.at(-1)).toBeGreaterThanOrEqual(300_000)
  expect(progress).toEqual(progress.toSorted((a, b) => a - b))
  expect(seen[0]?.body).toContain('name="visibility"\r\n\r\npriv')
})

test('watches a run event by event even if the stream is cut', async () => {
  answer = (_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(': hello\n\nevent: run\ndata: {"status":"run')
    setTimeout(() => response.end('ning"}\n\nevent: node\ndata: {"nodeId":"a"}\n\n'), 20)
  }
  const changes = []
  for await (const change of createClient({ baseUrl }).workflows.watch('wf_1', 'run_1'))
    changes.push(change)
  expect(seen[0]?.url).toBe('/api/workflows/wf_1/runs/run_1/events')
  expect(changes).toEqual([
    { event: 'run', data: { status: 'running' } },
    { event: 'node', data: { nodeId: 'a' } },
  ])
})
