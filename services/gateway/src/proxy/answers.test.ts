import { createServer } from 'node:net'
import { afterAll, afterEach, expect, test } from 'vitest'
import { startTestGateway } from '../../test/harness.ts'
import { send } from '../../test/send.ts'

const gateway = await startTestGateway()
afterAll(() => gateway?.stop())
afterEach(() => gateway.board.reset())

test('keeps cookies separate, and drops connection headers and foreign CORS headers', async () => {
  gateway.board.handle((_request, response) => {
    response.writeHead(200, [
      'set-cookie',
      'a=1; Path=/',
      'set-cookie',
      'b=2',
      'connection',
      'keep-alive, x-hop',
      'x-hop',
      '1',
      'access-control-allow-origin',
      '*',
      'access-control-allow-credentials',
      'true',
      'x-powered-by',
      'x',
      'x-atrium-internal',
      '1',
      'x-request-id',
      'theirs',
      'x-kept',
      'yes',
      'content-type',
      'text/plain',
    ])
    response.end('hello')
  })
  const answer = await send(gateway.port, { path: '/api/tasks' })
  expect(answer.headers['set-cookie']).toEqual(['a=1; Path=/', 'b=2'])
  expect(answer.headers).toMatchObject({ 'x-kept': 'yes', 'content-type': 'text/plain' })
  for (const name of ['x-hop', 'access-control-allow-origin', 'x-powered-by', 'x-atrium-internal'])
    expect(answer.headers).not.toHaveProperty(name)
  expect(answer.headers['x-request-id']).not.toBe('theirs')
  expect(answer.body).toBe('hello')
})

test('forbids storing unless the service allows it, and merges both Vary headers', async () => {
  const plain = await send(gateway.port, { path: '/api/tasks' })
  expect(plain.headers['cache-control']).toBe('no-store')
  expect(plain.headers.vary).toBe('Origin')
  gateway.board.handle((_request, response) => {
    response.writeHead(200, { 'cache-control': 'private, no-cache', vary: 'origin, Cookie' }).end()
  })
  const own = await send(gateway.port, { path: '/api/tasks' })
  expect(own.headers['cache-control']).toBe('private, no-cache')
  expect(own.headers.vary).toBe('origin, Cookie')
})

test.each([200, 206, 204, 304, 400, 404, 409, 416, 422, 500])(
  'passes a %i through',
  async (status) => {
    gateway.board.handle((_request, response) => {
      const empty = status === 204 || status === 304
      response.writeHead(status, { etag: '"1"', ...(empty ? {} : { 'content-length': '3' }) })
      response.end(empty ? undefined : 'abc')
    })
    const answer = await send(gateway.port, { path: '/api/tasks' })
    expect(answer.status).toBe(status)
    expect(answer.headers.etag).toBe('"1"')
    expect(answer.body).toBe(status === 204 || status === 304 ? '' : 'abc')
  },
)

test('responds to HEAD with the length and reuses the connection to the service', async () => {
  const sockets = new Set<unknown>()
  gateway.board.handle((request, response) => {
    sockets.add(request.socket)
    response.writeHead(200, { 'content-length': '1234', 'content-type': 'image/png' }).end()
  })
  for (let round = 0; round < 3; round += 1) {
    const answer = await send(gateway.port, { method: 'HEAD', path: '/api/tasks' })
    expect(answer.status).toBe(200)
    expect(answer.headers['content-length']).toBe('1234')
    expect(answer.body).toBe('')
  }
  expect(sockets.size).toBe(1)
})

test('retries a GET once if the kept connection is dead', async () => {
  let attempts = 0
  gateway.board.handle((request, response) => {
    attempts += 1
    if (attempts === 1) request.socket.resetAndDestroy()
    else response.end('second')
  })
  const answer = await send(gateway.port, { path: '/api/tasks' })
  expect(answer).toMatchObject({ status: 200, body: 'second' })
})

test.each([
  ['POST', 'a body'],
  ['DELETE', undefined],
] as const)('does not retry a %s when the service closes the connection', async (method, body) => {
  let attempts = 0
  gateway.board.handle((request) => {
    attempts += 1
    request.socket.resetAndDestroy()
  })
  const answer = await send(gateway.port, {
    method,
    path: '/api/tasks',
    ...(body === undefined ? {} : { body }),
  })
  expect(answer.status).toBe(503)
  expect(attempts).toBe(1)
})

test('responds with 503 and Retry-After if a service is down, and still serves the others', async () => {
  const own = await startTestGateway({ overrides: { BOARD_SERVICE_URL: 'http://127.0.0.1:1' } })
  try {
    for (const method of ['GET', 'POST']) {
      const answer = await send(own.port, { method, path: '/api/tasks' })
      expect(answer.status).toBe(503)
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
      expect(answer.json()).toMatchObject({ code: 'unavailable', status: 503 })
    }
    expect((await send(own.port, { path: '/api/auth-providers' })).status).toBe(200)
  } finally {
    await own.stop()
  }
})

test('treats a service as down if it does not speak HTTP', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.on('data', () => socket.end('this is not HTTP\r\n\r\n'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const own = await startTestGateway({
    overrides: { BOARD_SERVICE_URL: `http://127.0.0.1:${port}` },
  })
  try {
    expect((await send(own.port, { path: '/api/tasks' })).status).toBe(503)
  } finally {
    await own.stop()
    server.close()
  }
})

test("breaks the client's response off if the service's breaks off", async () => {
  for (const headers of [{}, { 'content-length': '100000' }]) {
    gateway.board.handle((_request, response) => {
      response.writeHead(200, headers)
      response.write('x'.repeat(1000), () => response.socket?.resetAndDestroy())
    })
    await expect(send(gateway.port, { path: '/api/tasks' })).rejects.toThrow(
      /aborted|socket hang up|reset/i,
    )
  }
})
