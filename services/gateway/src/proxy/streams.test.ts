import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { eventually } from '@atrium/testkit'
import { afterAll, afterEach, expect, test } from 'vitest'
import { startTestGateway } from '../../test/harness.ts'
import { send } from '../../test/send.ts'

const gateway = await startTestGateway()
afterAll(() => gateway?.stop())
afterEach(() => {
  gateway.board.reset()
  gateway.assets.reset()
})

const mebibyte = 1_048_576
const block = Buffer.alloc(65_536, 'x')

/** Starts a request and returns its response with the body unread. */
function begin(path: string, method = 'GET', headers: Record<string, string> = {}) {
  const outgoing = httpRequest({
    host: '127.0.0.1',
    port: gateway.port,
    path,
    method,
    headers,
    agent: false,
  })
  outgoing.on('error', () => {})
  const answered = once(outgoing, 'response').then(([response]) => response as IncomingMessage)
  answered.catch(() => {})
  return { outgoing, answered }
}

test('slows a download down when the reader is slow, and completes it', async () => {
  const total = 64 * mebibyte
  let written = 0
  gateway.board.handle((_request, response) => {
    response.writeHead(200, { 'content-length': total })
    const more = (): void => {
      while (written < total) {
        written += block.length
        if (!response.write(block)) return void response.once('drain', more)
      }
      response.end()
    }
    more()
  })
  const { outgoing, answered } = begin('/api/tasks')
  outgoing.end()
  const response = await answered
  await sleep(500)
  expect(written).toBeLessThan(total / 2)
  let read = 0
  for await (const chunk of response) read += (chunk as Buffer).length
  expect(read).toBe(total)
})

test('slows an upload down when the service is slow, and completes it', async () => {
  const total = 64 * mebibyte
  let read = 0
  const { promise: opened, resolve: open } = Promise.withResolvers<void>()
  gateway.assets.handle((request, response) => {
    void opened.then(() => {
      request.on('data', (chunk: Buffer) => {
        read += chunk.length
      })
      request.on('end', () => response.writeHead(201).end(String(read)))
    })
  })
  const { outgoing, answered } = begin('/api/assets', 'POST', { 'content-length': String(total) })
  let written = 0
  const writing = (async () => {
    while (written < total) {
      written += block.length
      if (!outgoing.write(block)) await once(outgoing, 'drain')
    }
    outgoing.end()
  })()
  await sleep(500)
  expect(written).toBeLessThan(total / 2)
  open()
  const response = await answered
  await writing
  expect(response.statusCode).toBe(201)
  response.resume()
  expect(read).toBe(total)
})

test('delivers events one by one, and the head before the first event', async () => {
  const { promise: asked, resolve: ask } = Promise.withResolvers<(text: string) => void>()
  gateway.board.handle((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.flushHeaders()
    ask((text) => response.write(text))
  })
  const { outgoing, answered } = begin('/api/tasks')
  outgoing.end()
  const response = await answered
  expect(response.headers['content-type']).toBe('text/event-stream')
  const say = await asked
  for (const text of ['data: 1\n\n', 'data: 2\n\n']) {
    const received = once(response, 'data')
    say(text)
    expect(String((await received)[0])).toBe(text)
  }
  outgoing.destroy()
})

test("ends the service's request when the client disconnects during a download", async () => {
  const { promise: closed, resolve } = Promise.withResolvers<void>()
  gateway.board.handle((_request, response) => {
    response.writeHead(200)
    const timer = setInterval(() => response.write(block), 5)
    response.on('close', () => {
      clearInterval(timer)
      resolve()
    })
  })
  const { outgoing, answered } = begin('/api/tasks')
  outgoing.end()
  await answered
  outgoing.destroy()
  await closed
})

test("ends the service's request when the client disconnects before the response", async () => {
  const { promise: closed, resolve } = Promise.withResolvers<void>()
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
  gateway.board.handle((_request, response) => {
    response.on('close', resolve)
    arrive()
  })
  const { outgoing } = begin('/api/tasks')
  outgoing.end()
  await arrived
  outgoing.destroy()
  await closed
})

test.each([
  ['of known length', { 'content-length': '10000000' }],
  ['in chunks', { 'transfer-encoding': 'chunked' }],
])(
  'ends an incomplete upload %s at the service when the client disconnects',
  async (_name, headers) => {
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
    const { promise: ended, resolve } = Promise.withResolvers<boolean>()
    gateway.assets.handle((request) => {
      request.on('error', () => {})
      request.on('data', () => arrive())
      request.on('close', () => resolve(request.complete))
    })
    const { outgoing } = begin('/api/assets', 'POST', { ...headers })
    outgoing.write(block)
    await arrived
    outgoing.destroy()
    expect(await ended).toBe(false)
  },
)

test('responds with 503 if a service dies during an upload', async () => {
  gateway.assets.handle((request) => {
    request.once('data', () => request.socket.resetAndDestroy())
  })
  const answer = await send(gateway.port, {
    method: 'POST',
    path: '/api/assets',
    body: Buffer.alloc(3 * mebibyte),
  })
  expect(answer.status).toBe(503)
})

test.each(['length', 'chunked'])(
  'delivers a rejection (%s) to the client before the upload ends',
  async (kind) => {
    gateway.assets.handle((request, response) => {
      request.once('data', () => {
        response.writeHead(413, {
          'content-type': 'application/problem+json',
          'content-length': 2,
          connection: 'close',
        })
        response.write('{}')
        request.resume()
        setTimeout(() => response.end(), 300)
      })
    })
    const total = 40 * mebibyte
    const headers: Record<string, string> =
      kind === 'length' ? { 'content-length': String(total) } : { 'transfer-encoding': 'chunked' }
    const { outgoing, answered } = begin('/api/assets', 'POST', headers)
    void pump(outgoing, total)
    const response = await answered
    expect(response.statusCode).toBe(413)
    let body = ''
    for await (const chunk of response) body += String(chunk)
    expect(body).toBe('{}')
    outgoing.destroy()
  },
)

/** Writes as fast as the other side reads, until the end or until the connection closes. */
const pump = (outgoing: ReturnType<typeof httpRequest>, total: number): Promise<void> =>
  pipeline(
    Readable.from(Array.from({ length: total / block.length }, () => block)),
    outgoing,
  ).catch(() => {})

test("delivers the gateway's own rejection while the client is still sending", async () => {
  const { outgoing, answered } = begin('/api/assets', 'POST', {
    'content-length': String(40 * mebibyte),
    'x-api-key': 'wrong',
  })
  void pump(outgoing, 40 * mebibyte)
  const response = await answered
  expect(response.statusCode).toBe(401)
  let body = ''
  for await (const chunk of response) body += String(chunk)
  expect(JSON.parse(body)).toMatchObject({ code: 'invalid_credentials' })
  outgoing.destroy()
})

test('does not limit the size of an upload', async () => {
  const answer = await send(gateway.port, {
    method: 'POST',
    path: '/api/assets',
    body: Buffer.alloc(5 * mebibyte),
  })
  expect(answer.status).toBe(200)
  expect(gateway.assets.last().body.length).toBe(5 * mebibyte)
})

test('accepts a JSON body of 1 MiB and rejects one more byte with 413, with or without a length', async () => {
  const fits = await send(gateway.port, {
    method: 'POST',
    path: '/api/tasks',
    body: Buffer.alloc(mebibyte, 'x'),
  })
  expect(fits.status).toBe(200)
  expect(gateway.board.last().body.length).toBe(mebibyte)
  const announced = await send(gateway.port, {
    method: 'POST',
    path: '/api/tasks',
    body: Buffer.alloc(mebibyte + 1, 'x'),
  })
  expect(announced.status).toBe(413)
  expect(announced.json()).toMatchObject({ code: 'payload_too_large' })
  const chunkedFits = await chunked(mebibyte)
  expect(chunkedFits.statusCode).toBe(200)
  const chunkedOver = await chunked(mebibyte + 1)
  expect(chunkedOver.statusCode).toBe(413)
})

async function chunked(total: number): Promise<IncomingMessage> {
  const { outgoing, answered } = begin('/api/tasks', 'POST', { 'transfer-encoding': 'chunked' })
  for (let left = total; left > 0; left -= block.length)
    outgoing.write(block.subarray(0, Math.min(left, block.length)))
  outgoing.end()
  const response = await answered
  response.resume()
  return response
}

test('reuses the connection after bodies, rejections and empty responses', async () => {
  const socket = connect(gateway.port, '127.0.0.1')
  let received = ''
  socket.on('data', (chunk) => {
    received += String(chunk)
  })
  const host = 'host: x\r\n'
  socket.write(
    `GET /api/tasks HTTP/1.1\r\n${host}\r\nHEAD /api/tasks HTTP/1.1\r\n${host}\r\n` +
      `POST /api/tasks HTTP/1.1\r\n${host}content-length: 2\r\n\r\n{}` +
      `GET /api/nothing HTTP/1.1\r\n${host}\r\nGET /api/config HTTP/1.1\r\n${host}connection: close\r\n\r\n`,
  )
  await once(socket, 'close')
  expect([...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map((match) => match[1])).toEqual([
    '200',
    '200',
    '200',
    '404',
    '200',
  ])
})

test('leaves no request open in the services when the clients are done', async () => {
  const running = () =>
    new Promise<number>((resolve) =>
      gateway.board.server.getConnections((_error, count) => resolve(count)),
    )
  await Promise.all(Array.from({ length: 20 }, () => send(gateway.port, { path: '/api/tasks' })))
  await eventually(async () => expect(await running()).toBeLessThanOrEqual(25))
})
