import { afterAll, expect, test } from 'vitest'
import { startSandbox } from '../../start-sandbox.ts'

const sandbox = await startSandbox()
afterAll(() => sandbox.stop())

test('lists ids in the forum, and each id is an item', async () => {
  const ids = (await (await fetch(`${sandbox.url}/forum/v0/topstories.json`)).json()) as number[]
  expect(ids).toHaveLength(10)
  const item = await (await fetch(`${sandbox.url}/forum/v0/item/${ids[0]}.json`)).json()
  expect(item).toMatchObject({
    id: ids[0],
    type: 'story',
    title: 'A database that fits in one file',
  })
  expect(await (await fetch(`${sandbox.url}/forum/v0/item/1.json`)).json()).toBeNull()
})

test('searches the code host, rejects an empty search and counts calls without a token', async () => {
  const search = (query: string, headers: Record<string, string> = {}) =>
    fetch(`${sandbox.url}/repos/search/repositories?${query}`, { headers })
  expect(await (await search('q=stars:>10&per_page=3')).json()).toMatchObject({
    total_count: 10,
    items: [{ stargazers_count: 900 }, {}, {}],
  })
  expect((await search('q=')).status).toBe(422)
  sandbox.repos.anonymousLeft = 1
  expect((await search('q=a')).status).toBe(200)
  expect((await search('q=a')).status).toBe(403)
  expect((await search('q=a', { authorization: 'Bearer any' })).status).toBe(200)
})

test('accepts a query on the launch board only if it has a token', async () => {
  const ask = (token: string) =>
    fetch(`${sandbox.url}/launches/v2/api/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query: '{ posts(first: 10) { edges { node { id name } } } }' }),
    })
  expect((await ask('guessed')).status).toBe(401)
  const { data } = (await (await ask('sandbox-launches-token')).json()) as {
    data: { posts: { edges: { node: { name: string; votesCount: number } }[] } }
  }
  expect(data.posts.edges).toHaveLength(10)
  expect(data.posts.edges[0]?.node).toMatchObject({ votesCount: 900 })
})

test('shares the first story between two boards', () => {
  const [forum, repos] = [sandbox.forum.entries[0]?.url, sandbox.repos.entries[0]?.url]
  expect(forum).toBe(repos)
  expect(sandbox.forum.entries[1]?.url).not.toBe(sandbox.repos.entries[1]?.url)
})
