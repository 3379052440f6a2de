import { connect } from 'node:net'
import { defineOperation } from '@atrium/contracts'
import { createApp, derivedPrincipalTokens, mount } from '@atrium/http'
import { createMetrics, propagateOnly } from '@atrium/telemetry'
import { capturedLog } from '@atrium/testkit'
import fc from 'fast-check'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { type Listener, listen } from './http-listener.ts'

// Includes halves of surrogate pairs. (The library's own arbitrary takes seconds to set up.)
const anyCharacter = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code))

const echo = defineOperation({
  id: 'echo',
  method: 'post',
  path: '/api/echo',
  tag: 'Echo',
  summary: 'The same again',
  access: 'public',
  body: z.strictObject({ text: z.string() }),
  responses: { 200: { description: 'The same', schema: z.object({ text: z.string() }) } },
})

let listener: Listener
const errors: unknown[] = []
const log = capturedLog()
beforeAll(async () => {
  const app = createApp({
    logger: pino({}, log.destination),
    metrics: createMetrics('probe'),
    tracing: propagateOnly,
    tokens: derivedPrincipalTokens('probe', 's'.repeat(40)),
  })
  mount(app, echo, async ({ body }) => body)
  listener = await listen({
    host: '127.0.0.1',
    port: 0,
    app,
    intercept: (request) => {
      if (request.url === '/broken') throw new Error('intercept broke')
      return false
    },
    internal: async (path) => {
      if (path === '/metrics') throw new Error('metrics broke')
      return { status: 200, contentType: 'text/plain', body: path }
    },
    onError: (error) => errors.push(error),
  })
})
beforeEach(() => {
  errors.length = 0
})
afterAll(() => listener.close(100))

/** Sends bytes over a new connection and reads until the server closes it. */
const send = (...parts: Array<string | Uint8Array>): Promise<string> =>
  new Promise((resolve) => {
    const socket = connect(listener.port, '127.0.0.1')
    const chunks: Buffer[] = []
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', () => {})
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')))
    for (const part of parts) socket.write(part)
    socket.setTimeout(2_000, () => socket.destroy())
  })
const request = (head: string, body = '') =>
  send(`${head}\r\nHost: x\r\nConnection: close\r\n\r\n${body}`)
const toStatus = (answer: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1])
const healthy = async () => {
  const response = await fetch(`${listener.url}/api/echo`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"text":"hello"}',
  })
  expect([response.status, await response.json()]).toEqual([200, { text: 'hello' }])
}

test('returns 413 for a body larger than 1 MiB, declared or chunked, and serves the next request', async () => {
  const large = Buffer.alloc(1_048_577, 0x20)
  for (const body of [large, new Blob([large]).stream()]) {
    const response = await fetch(`${listener.url}/api/echo`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      duplex: 'half',
    })
    expect([response.status, response.headers.get('content-type')]).toEqual([
      413,
      'application/problem+json',
    ])
    await response.text()
    await healthy()
  }
})

test.each([
  [
    'headers that are too large',
    `GET / HTTP/1.1\r\nHost: x\r\nX-Large: ${'x'.repeat(20_000)}\r\n\r\n`,
    431,
  ],
  ['no host', 'GET / HTTP/1.1\r\n\r\n', 400],
  ['two hosts', 'GET /livez HTTP/1.1\r\nHost: x\r\nHOST: x\r\n\r\n', 400],
  ['no HTTP at all', 'hello\r\n\r\n', 400],
  [
    'two different lengths',
    'POST /api/echo HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
    400,
  ],
  [
    'a length and chunks',
    'POST /api/echo HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
  ],
  ['a broken header', 'GET / HTTP/1.1\r\nHost: x\r\nbad header\r\n\r\n', 400],
  ['a tunnel', 'CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n', 400],
])('refuses %s and closes the connection', async (_, bytes, status) => {
  const answer = await send(bytes)
  expect(toStatus(answer)).toBe(status)
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  expect(head.toLowerCase()).toContain('content-type: application/problem+json')
  const problem = JSON.parse(body)
  expect(problem).toMatchObject({
    status,
    code: status === 431 ? 'headers_too_large' : 'validation_failed',
  })
  expect(head).toContain(`X-Request-Id: ${problem.requestId}`)
  await healthy()
})

test.each([
  '/%',
  '/%ff%fe',
  '//',
  '/../../etc/passwd',
  '/api/echo?%',
  `/${'x'.repeat(8_000)}`,
  'http://evil.test/api/echo',
  '*',
])('refuses the odd path %s', async (path) => {
  const answer = await request(`GET ${path} HTTP/1.1`)
  expect(toStatus(answer)).toBeGreaterThanOrEqual(400)
  expect(toStatus(answer)).toBeLessThan(500)
})

test('ignores an unknown expectation', async () => {
  const head =
    'POST /api/echo HTTP/1.1\r\nExpect: miracles\r\nContent-Type: application/json\r\nContent-Length: 13'
  expect(toStatus(await request(head, '{"text":"hi"}'))).toBe(200)
})

test('logs an error outside the application and returns 500 without its message', async () => {
  for (const path of ['/broken', '/metrics']) {
    const response = await fetch(`${listener.url}${path}`)
    expect([response.status, await response.text()]).toEqual([500, ''])
  }
  expect(errors.map(String)).toEqual(['Error: intercept broke', 'Error: metrics broke'])
  await healthy()
})

test('survives a client that disconnects in the middle', async () => {
  for (let round = 0; round < 20; round += 1) {
    const socket = connect(listener.port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write(
      'POST /api/echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"te',
    )
    await new Promise((resolve) => setTimeout(resolve, 5))
    socket.resetAndDestroy()
  }
  await healthy()
  expect(errors).toEqual([])
  expect(log.text()).not.toContain('"level":50')
})

test('responds to any bytes with less than 500 or closes the connection, and stays up', async () => {
  const line = fc.oneof(
    fc.constantFrom(
      'GET / HTTP/1.1',
      'POST /api/echo HTTP/1.1',
      'PRI * HTTP/2.0',
      'CONNECT x:1 HTTP/1.1',
      'OPTIONS * HTTP/1.0',
    ),
    fc.string({ maxLength: 20 }),
  )
  const header = fc.oneof(
    fc.constantFrom(
      'Host: x',
      'Content-Length: 5',
      'Content-Length: -1',
      'Transfer-Encoding: chunked',
      'Expect: 100-continue',
      'Upgrade: websocket',
      'Connection: upgrade',
      'Content-Type: application/json',
    ),
    fc
      .tuple(fc.string({ maxLength: 10 }), fc.string({ unit: anyCharacter, maxLength: 20 }))
      .map(([name, value]) => `${name}: ${value}`),
  )
  const messages = fc.tuple(
    line,
    fc.array(header, { maxLength: 5 }),
    fc.uint8Array({ maxLength: 40 }),
  )
  await fc.assert(
    fc.asyncProperty(messages, async ([first, headers, body]) => {
      const answer = await send(
        `${[first, ...headers, 'Connection: close'].join('\r\n')}\r\n\r\n`,
        body,
        '\r\n\r\n0\r\n\r\n{}\r\n\r\n',
      )
      for (const match of answer.matchAll(/^HTTP\/1\.1 (\d{3})/gm))
        expect(Number(match[1])).toBeLessThan(500)
    }),
    { numRuns: 150 },
  )
  await healthy()
})
