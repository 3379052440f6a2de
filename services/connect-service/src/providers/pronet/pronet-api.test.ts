import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createNetworkClient } from '../../network/call-network.ts'
import { streamedBytes } from '../../network/streamed-body.ts'
import { createPronetApi } from './pronet-api.ts'

const seen: (string | undefined)[] = []
const listener = createServer((request, response) => {
  seen.push(request.headers.authorization)
  response.writeHead(201).end()
})
const elsewhere = createServer((request, response) => {
  seen.push(request.headers.authorization)
  response.writeHead(201).end()
})
let port = 0
let foreign = 0
beforeAll(async () => {
  for (const server of [listener, elsewhere]) await once(server.listen(0, '127.0.0.1'), 'listening')
  port = (listener.address() as AddressInfo).port
  foreign = (elsewhere.address() as AddressInfo).port
})
afterAll(() => {
  for (const server of [listener, elsewhere]) {
    server.closeAllConnections()
    server.close()
  }
})
const file = {
  name: 'a.mp4',
  contentType: 'video/mp4',
  size: 1,
  read: async () => new Uint8Array(1),
}
const put = (apiUrl: string, address: string) =>
  createPronetApi(apiUrl, [], {
    client: createNetworkClient(1_000),
    noteUsage: async () => {},
    now: () => new Date(),
  }).answer({
    method: 'PUT',
    path: address,
    by: { accessToken: 'the-token' },
    body: streamedBytes(file, 'video/mp4'),
  })

test("uploads a file to the URL that the network names and sends the token only to the network's own hosts", async () => {
  seen.length = 0
  for (const address of [
    `http://127.0.0.1:${port}/up`,
    `http://localhost:${port}/up`,
    `http://127.0.0.1:${foreign}/up`,
  ]) {
    await put(`http://127.0.0.1:${port}`, address)
  }
  expect(seen).toEqual(['Bearer the-token', 'Bearer the-token', undefined])
})

test('refuses an unencrypted upload URL if the API uses HTTPS', async () => {
  seen.length = 0
  await expect(
    put('https://api.network.example', `http://127.0.0.1:${foreign}/up`),
  ).rejects.toMatchObject({
    message: 'The network returned an unknown upload address',
  })
  expect(seen).toEqual([])
})
