import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createClient } from '../create-client.ts'

const size = 25
const chunkBytes = 10
const film = new Blob([Uint8Array.from({ length: size }, (_, index) => index)], {
  type: 'video/mp4',
})

let server: Server
let origin: string
let transport: 'direct' | 'relay'
let received: Buffer
/** Faults for the next chunks: a connection cut after so many bytes, or a status. */
let failures: ({ cutAfter: number } | { status: number })[]
let gone: boolean
let ranges: string[]

const view = () => ({
  id: 'upl_1',
  network: 'videonet',
  channelId: 'chn_1',
  transport,
  uploadUrl:
    transport === 'direct' ? `${origin}/session` : `${origin}/api/connect/videonet/uploads/upl_1`,
  chunkBytes,
  sizeBytes: size,
  receivedBytes: received.length,
  state: gone ? 'gone' : received.length === size ? 'complete' : 'uploading',
  videoId: received.length === size ? 'video-1' : null,
  expiresAt: '2026-01-01T00:00:00.000Z',
})

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    if (request.method === 'PUT') {
      ranges.push(String(request.headers['content-range']))
      const failing = failures.shift()
      if (failing !== undefined && 'cutAfter' in failing) {
        received = Buffer.concat([received, body.subarray(0, failing.cutAfter)])
        return void request.socket.destroy()
      }
      if (failing !== undefined) return void response.writeHead(failing.status).end('{}')
      received = Buffer.concat([received, body])
      if (request.url === '/session') return void response.writeHead(308).end()
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(view()))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close())
beforeEach(() => {
  received = Buffer.alloc(0)
  failures = []
  gone = false
  ranges = []
})

const upload = (options: { onProgress?: (progress: { sent: number }) => void } = {}) =>
  createClient({ baseUrl: origin, apiKey: 'atr_x' }).connect.uploadVideo(
    film,
    { channelId: 'chn_1', title: 'Bread' },
    { pauseMs: 1, ...options },
  )

test.each(['direct', 'relay'] as const)(
  'uploads a video in chunks over %s and resumes after a cut',
  async (way) => {
    transport = way
    failures = [{ cutAfter: 4 }, { cutAfter: 0 }]
    const sent: number[] = []
    const done = await upload({ onProgress: (progress) => void sent.push(progress.sent) })
    expect([done.videoId, done.state]).toEqual(['video-1', 'complete'])
    expect(received).toEqual(Buffer.from(await film.arrayBuffer()))
    expect(ranges).toEqual([
      'bytes 0-9/25',
      'bytes 4-13/25',
      'bytes 4-13/25',
      'bytes 14-23/25',
      'bytes 24-24/25',
    ])
    expect(sent).toEqual([4, 4, 14, 24, 25])
  },
)

test('throws different errors if an upload makes no progress, is unknown or is refused', async () => {
  transport = 'relay'
  failures = Array.from({ length: 9 }, () => ({ status: 503 }))
  await expect(upload()).rejects.toMatchObject({ code: 'upload_interrupted' })
  failures = [{ status: 403 }]
  await expect(upload()).rejects.toMatchObject({ status: 403 })
  gone = true
  await expect(upload()).rejects.toMatchObject({ code: 'upload_gone' })
})
