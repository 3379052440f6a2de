import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { eventually } from '@atrium/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Listener, listen } from './http-listener.ts'

let listener: Listener
let ordinary: string[]
const open: Socket[] = []
// More than the buffers of a connection take.
const big = Buffer.alloc(24_000_000, 'b')
const headOf = (body: Buffer) => `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n`

beforeEach(async () => {
  ordinary = []
  listener = await listen({
    host: '127.0.0.1',
    port: 0,
    app: undefined,
    quick: ({ path }) => {
      if (path === '/broken') throw new Error('quick broke')
      if (path === '/big') return { head: headOf(big), body: big }
      const body = Buffer.from(`quick ${path}`)
      return path.startsWith('/quick') ? { head: headOf(body), body } : undefined
    },
    intercept: (request, response) => {
      let body = ''
      request.setEncoding('latin1').on('data', (chunk) => {
        body += chunk
      })
      request.on('end', () => {
        ordinary.push(`${request.method} ${request.url} ${body.length}`)
        response.end('ordinary')
      })
      return true
    },
    internal: async () => undefined,
    onError: () => undefined,
  })
})
afterEach(async () => {
  for (const socket of open.splice(0)) socket.destroy()
  await listener.close(100)
})

/** A connection and everything that it has received. */
async function connection() {
  const socket = connect(listener.port, '127.0.0.1')
  open.push(socket)
  let received = ''
  socket.setEncoding('latin1').on('data', (chunk) => {
    received += chunk
  })
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return {
    socket,
    send: (text: string) => socket.write(text, 'latin1'),
    received: () => received,
    saw: (text: string) => eventually(() => expect(received).toContain(text)),
  }
}
const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`

test('what is at hand is answered before there is a request, again and again', async () => {
  const { send, saw, received } = await connection()
  for (const path of ['/quick/1', '/quick/2', '/quick/3']) {
    send(get(path))
    await saw(`quick ${path}`)
  }
  expect(received()).toMatch(
    /^HTTP\/1.1 200 OK\r\nContent-Length: 14\r\nDate: .* GMT\r\nConnection: keep-alive\r\n/,
  )
  expect(received()).toContain('Keep-Alive: timeout=75\r\n\r\nquick /quick/1HTTP/1.1')
  expect(ordinary).toEqual([])
})

test('everything else on the same connection is the server’s, a body of many chunks included', async () => {
  const { send, saw } = await connection()
  send(get('/quick'))
  await saw('quick /quick')
  send('POST /upload HTTP/1.1\r\nHost: a\r\nContent-Length: 500000\r\n\r\n')
  for (let i = 0; i < 10; i++) {
    send('x'.repeat(50_000))
    await pause(2)
  }
  await saw('ordinary')
  expect(ordinary).toEqual(['POST /upload 500000'])
  send(get('/quick/later'))
  await eventually(() => expect(ordinary).toEqual(['POST /upload 500000', 'GET /quick/later 0']))
})

test('a request in pieces, two at once, and one that breaks the quick way are the server’s', async () => {
  const [pieces, two, broken] = [await connection(), await connection(), await connection()]
  pieces.send('GET /quick/pieces HTTP/1.1\r\nHo')
  await pause(20)
  pieces.send('st: a\r\n\r\n')
  await pieces.saw('ordinary')
  two.send(get('/quick/one') + get('/quick/two'))
  await eventually(() => expect(two.received().match(/ordinary/g)).toHaveLength(2))
  broken.send(get('/broken'))
  await broken.saw('ordinary')
  expect(ordinary.toSorted()).toEqual([
    'GET /broken 0',
    'GET /quick/one 0',
    'GET /quick/pieces 0',
    'GET /quick/two 0',
  ])
})

test('an answer that the other side takes slowly arrives whole before the next one', async () => {
  const { socket, send, received } = await connection()
  socket.pause()
  send(get('/big'))
  await pause(100)
  send(get('/quick/after'))
  await pause(100)
  socket.resume()
  await eventually(() => expect(received().endsWith('ordinary')).toBe(true))
  expect(received().includes('b'.repeat(big.length))).toBe(true)
  expect(received().match(/HTTP\/1.1 200 OK/g)).toHaveLength(2)
})

test('one that closes its side after asking still gets its answer', async () => {
  const { socket } = await connection()
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk
  })
  socket.end(get('/quick/last'))
  await once(socket, 'close')
  expect(received).toContain('quick /quick/last')
})

test('what is no HTTP is refused as ever', async () => {
  const { socket, send, saw } = await connection()
  const closed = once(socket, 'close')
  send('BOGUS\r\n\r\n')
  await saw('HTTP/1.1 400')
  await closed
})

test('closing the listener ends connections that wait, quick or not yet used', async () => {
  const [used, unused] = [await connection(), await connection()]
  used.send(get('/quick'))
  await used.saw('quick')
  const closed = Promise.all([once(used.socket, 'close'), once(unused.socket, 'close')])
  const started = performance.now()
  await listener.close(5_000)
  await closed
  expect(performance.now() - started).toBeLessThan(2_000)
})
