import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { createNetworkClient } from '../../network/call-network.ts'
import { createGraph } from './graph-client.ts'
import { managedPages } from './managed-pages.ts'

const asked: string[] = []
let next: (origin: string) => string
let origin = ''
const server = createServer((request, response) => {
  asked.push(`${request.method} ${request.url}`)
  const url = new URL(request.url ?? '/', origin)
  const first = !url.searchParams.has('after')
  const body = { data: [{ id: first ? '1' : '2' }], paging: first ? { next: next(origin) } : {} }
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
})
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

test.each([
  ['the API itself', (at: string) => `${at}/proxy/v25.0/me/accounts?after=z&access_token=theirs`],
  [
    'the network, of which the API is a proxy',
    () => 'https://graph.network.example/v25.0/me/accounts?after=z',
  ],
  [
    'another name of the API’s own address',
    (at: string) => `${at.replace('127.0.0.1', 'localhost')}/proxy/v25.0/me/accounts?after=z`,
  ],
  ['another version of it', () => 'https://graph.network.example/v26.1/me/accounts?after=z'],
])('requests the next page at the API with our token if the network names %s', async (_, named) => {
  next = named
  asked.length = 0
  const graph = createGraph(`${origin}/proxy/v25.0`, [], {
    client: createNetworkClient(1_000),
    noteUsage: async () => {},
    now: () => new Date(),
  })
  const pages = await managedPages(
    graph,
    { accessToken: 'our-token' },
    'id',
    z.looseObject({ id: z.string() }),
  )
  expect(pages).toEqual([{ id: '1' }, { id: '2' }])
  expect(asked).toEqual([
    'GET /proxy/v25.0/me/accounts?fields=id&limit=100&access_token=our-token',
    'GET /proxy/v25.0/me/accounts?after=z&access_token=our-token',
  ])
})
