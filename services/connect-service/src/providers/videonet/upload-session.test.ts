import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createNetworkClient } from '../../network/call-network.ts'
import { videoUploads } from './upload-session.ts'
import { createVideonetApi } from './videonet-api.ts'

let location = ''
let port = 0
const asked: string[] = []
const server = createServer((request, response) => {
  asked.push(`${request.method} ${request.url}`)
  if (request.method === 'POST') response.writeHead(200, { location }).end()
  else response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":"video-1"}')
})
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const path = '/upload/youtube/v3/videos?upload_id=1'
const connection = { accountId: 'UC1', accessToken: 'the-token' }
const begin = async () => {
  const api = createVideonetApi(`http://127.0.0.1:${port}/youtube/v3`, {
    client: createNetworkClient(1_000),
    noteUsage: async () => {},
    now: () => new Date(),
  })
  const uploads = videoUploads(api, 'relay')
  const details = { title: 'T', description: '', privacy: 'public' } as const
  const session = await uploads.start(connection, details, { size: 3, contentType: 'video/mp4' })
  return uploads.send(connection, session, { start: 0, bytes: new Uint8Array(3), size: 3 })
}

test.each([
  ['in full', () => `http://127.0.0.1:${port}${path}`],
  ['without its origin', () => path],
  ['by another name of the same machine', () => `http://localhost:${port}${path}`],
])('uploads to the session that the platform names %s', async (_, named) => {
  location = named()
  asked.length = 0
  expect(await begin()).toEqual({ state: 'complete', videoId: 'video-1' })
  expect(asked.at(-1)).toBe(`PUT ${path}`)
})

test.each(['https://uploads.example', 'http://127.0.0.1:9', '//uploads.example'])(
  'sends no token if the session is at %s',
  async (origin) => {
    location = origin + path
    asked.length = 0
    await expect(begin()).rejects.toMatchObject({
      message: 'The network returned an unknown upload address',
    })
    expect(asked).toHaveLength(1)
  },
)
