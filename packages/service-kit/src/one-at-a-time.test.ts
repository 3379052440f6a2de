import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { oneAtATime } from './one-at-a-time.ts'

let answer: (request: IncomingMessage, response: ServerResponse) => void
let taken: string[] = []
let busy = 0
let overlaps = 0
let previous: ServerResponse | undefined
let reader: Socket | undefined
const server = createServer(
  oneAtATime((request, response) => {
    taken.push(request.url ?? '')
    reader = request.socket
    busy += 1
    if (previous?.writableFinished === false) overlaps += 1
    previous = response
    response.on('close', () => {
      busy -= 1
    })
    answer(request, response)
  }),
)
beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'))
beforeEach(() => {
  taken = []
  overlaps = 0
  previous = undefined
  reader = undefined
})
afterAll(() => {
  server.close()
  server.closeAllConnections()
})

const dial = async (): Promise<Socket> => {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  await once(socket, 'connect')
  return socket
}
const get = (path: string) => `GET /${path} HTTP/1.1\r\nHost: a\r\n\r\n`

test('handles pipelined requests one after the other and responds in order', async () => {
  answer = async (request, response) => {
    await pause(request.url === '/0' ? 30 : 0)
    response.end(`${request.url};`)
  }
  const socket = await dial()
  const paths = Array.from({ length: 100 }, (_, i) => `/${i}`)
  socket.write(paths.map((path) => get(path.slice(1))).join(''))
  let text = ''
  while (!text.includes('/99;')) text += String((await once(socket, 'data'))[0])
  socket.destroy()
  expect(text.match(/\/\d+(?=;)/g)).toEqual(paths)
  expect(taken).toEqual(paths)
  expect(overlaps).toBe(0)
})

test('makes a pipelined body wait with its request', async () => {
  answer = async (request, response) => {
    const chunks = await request.toArray()
    await pause(5)
    response.end(`${request.url} ${Buffer.concat(chunks).length};`)
  }
  const socket = await dial()
  const body = 'x'.repeat(300_000)
  const post = `POST /b HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  socket.write(Array.from({ length: 20 }, (_, i) => get(String(i))).join('') + post + get('end'))
  let text = ''
  while (!text.includes('/end 0;')) text += String((await once(socket, 'data'))[0])
  socket.destroy()
  expect(text).toContain('/b 300000;')
})

test("drops a client's waiting requests when it disconnects, before any of them begins", async () => {
  answer = (_, response) => void response.write('a beginning')
  const socket = await dial()
  socket.write(Array.from({ length: 50 }, (_, i) => get(String(i))).join(''))
  await once(socket, 'data')
  socket.resetAndDestroy()
  await expect.poll(() => busy).toBe(0)
  expect(taken).toEqual(['/0'])
})

test('stops reading a flood of requests while the first one has no response', async () => {
  answer = () => undefined
  const socket = await dial()
  const flood = Buffer.from(get('flood').repeat(10_000))
  for (let i = 0; i < 40; i++) socket.write(flood)
  await expect.poll(() => reader?.bytesRead).toBeGreaterThan(0)
  await pause(100)
  const before = reader?.bytesRead
  await pause(300)
  expect(reader?.bytesRead).toBe(before)
  expect(before).toBeLessThan(1_000_000)
  socket.destroy()
})
