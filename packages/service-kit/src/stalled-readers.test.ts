import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Listener, listen } from './http-listener.ts'

// Longer than a loaded machine leaves a reader unscheduled.
const stallTimeoutMs = 1_000
const body = Buffer.alloc(24_000_000, 'atrium')
let listener: Listener
let unanswered = 0
beforeAll(async () => {
  listener = await listen({
    host: '127.0.0.1',
    port: 0,
    app: undefined,
    stallTimeoutMs,
    intercept: (request, response) => {
      unanswered += 1
      response.on('close', () => {
        unanswered -= 1
      })
      const answer = () => response.writeHead(200, { 'content-length': body.length }).end(body)
      if (request.url === '/late') setTimeout(answer, 3 * stallTimeoutMs)
      else answer()
      return true
    },
    internal: undefined,
    onError: () => undefined,
  })
})
afterAll(() => listener.close(100))

async function ask(path: string): Promise<Socket> {
  const socket = connect(listener.port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`)
  return socket
}

test('disconnects a client that reads nothing of its response', async () => {
  const socket = await ask('/')
  socket.pause()
  await expect.poll(() => unanswered).toBe(1)
  await expect.poll(() => unanswered, { timeout: 15 * stallTimeoutMs }).toBe(0)
  socket.destroy()
})

/**
 * Reads 3 MB at a time and pauses after each, until it has the given number of bytes. Fails if the
 * server hangs up.
 */
function readSlowly(socket: Socket, bytes: number): Promise<void> {
  return new Promise((resolve, reject) => {
    let received = 0
    const hungUp = () => reject(new Error(`Cut after ${received} bytes`))
    const take = async (chunk: Buffer) => {
      const steps = Math.floor(received / 3_000_000)
      received += chunk.length
      if (received >= bytes) {
        socket.off('data', take).off('close', hungUp)
        resolve()
      } else if (Math.floor(received / 3_000_000) > steps) {
        socket.pause()
        await pause(stallTimeoutMs / 3)
        socket.resume()
      }
    }
    socket.on('data', take).on('close', hungUp)
  })
}

test.each(['/', '/late'])(
  'delivers all of %s to a slow client, which may send another request after a pause',
  async (path) => {
    const socket = await ask(path)
    const head = 100
    await readSlowly(socket, body.length + head)
    await pause(2 * stallTimeoutMs)
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    await readSlowly(socket, body.length + head)
    socket.destroy()
  },
)
