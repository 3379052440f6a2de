import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createGuardedFetch } from '@atrium/outbound-guard'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBoardReader } from './board-reader.ts'

const guard = createGuardedFetch('loopback')
const asked: string[] = []
const launch = {
  id: '1',
  name: 'Bread',
  tagline: null,
  url: 'https://launches.test/1',
  votesCount: 3,
}
const longId = '7615917337495251231'
const served: Readonly<Record<string, unknown>> = {
  '/long/v0/topstories.json': `[${longId}]`,
  [`/long/v0/item/${longId}.json`]: `{"id":${longId},"type":"story","title":"A mill","time":1}`,
  '/forum/v0/topstories.json': [7],
  '/forum/v0/item/7.json': { id: 7, type: 'story', title: 'A mill', time: 1_700_000_000 },
  '/launches/v2/api/graphql': {
    data: { posts: { edges: [{ node: { ...launch, createdAt: '2026-01-01T00:00:00Z' } }] } },
  },
}
const server = createServer((request, response) => {
  asked.push(request.url ?? '')
  const path = request.url ?? ''
  const body = path.startsWith('/repos/')
    ? `{"items":[{"id":${longId},"full_name":"a/mill","html_url":"https://repos.test/mill","description":null,"stargazers_count":1,"created_at":"2026-01-01T00:00:00Z"}]}`
    : served[path]
  response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' })
  response.end(typeof body === 'string' ? body : JSON.stringify(body ?? {}))
})
let url = ''

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.close()
  await guard.close()
})

const reader = (forum: string, launches: string) =>
  createBoardReader(guard, {
    forumUrl: url + forum,
    reposUrl: `${url}/repos`,
    launchesUrl: url + launches,
    launchesToken: 'token',
    reposToken: undefined,
  })
const call = { now: 0, signal: new AbortController().signal }

test.each([
  ['', ''],
  ['/v0', '/v2/api'],
])(
  'reads boards at a base with the version "%s", and if the base omits it',
  async (forum, launches) => {
    const boards = reader(`/forum${forum}`, `/launches${launches}`)
    expect(await boards.read('forum', call)).toMatchObject({
      entries: [{ id: '7', title: 'A mill' }],
    })
    expect(await boards.read('launches', call)).toMatchObject({
      entries: [{ id: '1', title: 'Bread' }],
    })
  },
)

test('keeps every digit of an id when it is beyond 2^53', async () => {
  const boards = reader('/long/v0', '')
  expect(await boards.read('forum', call)).toMatchObject({
    entries: [{ id: longId, url: `https://news.ycombinator.com/item?id=${longId}` }],
  })
  expect(await boards.read('repos', call)).toMatchObject({ entries: [{ id: longId }] })
})

test('requests a missing board at most twice and returns the reason', async () => {
  asked.splice(0)
  expect(await reader('/away', '').read('forum', call)).toEqual({
    unavailable: 'it responded with status 404',
  })
  expect(asked).toEqual(['/away/topstories.json', '/away/v0/topstories.json'])
  asked.splice(0)
  expect(await reader('/away/v0', '').read('forum', call)).toEqual({
    unavailable: 'it responded with status 404',
  })
  expect(asked).toEqual(['/away/v0/topstories.json'])
})
