import type { Card } from '@atrium/contracts'
import { createGuardedFetch } from '@atrium/outbound-guard'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startBoards } from '../../../test/board-world.ts'
import { startFakeModel, toData } from '../../../test/fake-model.ts'
import { edge, graph, node } from '../../../test/graphs.ts'
import { postingBoard } from '../../../test/posting-board.ts'
import { aPost } from '../../../test/publishing-world.ts'
import { recordedRun } from '../../../test/recorded-run.ts'
import { createBoardReader } from '../../boards/board-reader.ts'
import { readQuotas } from '../../boards/pick-stories.ts'
import type { ModelPort } from '../../models/model-port.ts'
import { PageError } from '../../pages/page-error.ts'
import type { PageReader } from '../../pages/page-reader.ts'
import type { BoardPort } from '../ports.ts'

const web = await startBoards()
const model = await startFakeModel()
const guard = createGuardedFetch('loopback')
const boards = (launchesToken: string | undefined = 'token') =>
  createBoardReader(guard, {
    forumUrl: `${web.url}/forum`,
    reposUrl: `${web.url}/repos`,
    launchesUrl: `${web.url}/launches`,
    launchesToken,
    reposToken: undefined,
  })
afterAll(async () => {
  web.stop()
  model.stop()
  await guard.close()
})
beforeAll(() => {
  web.on('/launches', ({ headers, method }) =>
    headers.authorization === 'Bearer token' && method === 'POST'
      ? {
          body: {
            data: {
              posts: {
                edges: ['Alpha tool for teams', 'Beta tool for teams'].map((name, at) => ({
                  node: {
                    id: `l${at}`,
                    name,
                    tagline: 'A tool',
                    url: `https://launch.example/${at}`,
                    website: null,
                    votesCount: 50 - at,
                    createdAt: '2026-05-01T00:00:00Z',
                  },
                })),
              },
            },
          },
        }
      : { status: 401, body: {} },
  )
})
beforeEach(() => {
  model.calls.length = 0
  const story = (id: number, title: string, url: string, score: number) =>
    web.on(`/forum/item/${id}.json`, () => ({
      body: { id, type: 'story', title, url, score, time: 1_777_000_000 },
    }))
  web.on('/forum/topstories.json', () => ({ body: [1, 2, 3, 4] }))
  story(1, 'A fast database in one file', 'https://db.example/fast?utm_source=forum', 300)
  story(2, 'Show HN: A parser of everything', 'https://parser.example/', 200)
  story(3, 'Bread and computers', 'https://bread.example/post', 100)
  web.on('/forum/item/4.json', () => ({ body: null }))
  const repo = (id: number, name: string, html_url: string, stars: number) => ({
    id,
    full_name: name,
    html_url,
    description: 'A repository',
    stargazers_count: stars,
    created_at: '2026-05-01T00:00:00Z',
  })
  web.on('/repos/search/repositories', () => ({
    body: {
      items: [
        repo(1, 'ada/parser', 'https://parser.example', 900),
        repo(2, 'ada/oven', 'https://repo.example/oven', 500),
      ],
    },
  }))
})

const pages: PageReader = {
  async read(url) {
    if (url.includes('oven')) throw new PageError('The page responded with status 404')
    return {
      title: 'Page',
      text: `The page of ${url}`,
      summary: '',
      image: '',
      siteName: '',
      author: '',
      publishedAt: '',
      canonical: url,
      truncated: false,
      verdict: null,
      needsScripts: false,
      url,
      contentType: 'text/html',
    }
  },
}

async function run(
  params: Record<string, unknown>,
  {
    posts = [],
    token = 'token',
    models = model.port,
  }: { posts?: Card[]; token?: string | null; models?: ModelPort | null } = {},
) {
  const world = postingBoard()
  const searches: Parameters<BoardPort['searchCards']>[0][] = []
  const board = world.ports.board
  if (board === null) throw new Error('the board is open')
  const searchCards: BoardPort['searchCards'] = async (input) => {
    searches.push(input)
    return { items: posts, total: posts.length }
  }
  const flow = graph(
    [node('start', 'trigger.manual'), node('act', 'best_of_tech', params), node('next', 'pass')],
    [edge('start', 'act'), edge('act:picks', 'next')],
  )
  const reader =
    token === null
      ? createBoardReader(guard, {
          forumUrl: `${web.url}/forum`,
          reposUrl: `${web.url}/repos`,
          launchesUrl: `${web.url}/launches`,
          launchesToken: undefined,
          reposToken: undefined,
        })
      : boards(token)
  const { outcome, nodes } = await recordedRun(flow, {
    ports: { board: { ...board, searchCards }, boards: reader, models, pages },
    now: () => Date.parse('2026-05-04T09:00:00Z'),
  })
  const record = nodes['act']
  const [main] = record?.sample?.items ?? []
  const picks = nodes['next']?.sample?.items ?? []
  return { outcome, record, main, picks, searches, asked: world.asked, counts: record?.outputs }
}

describe('best_of_tech', () => {
  it('files one digest card a day and groups its entries by board', async () => {
    const { outcome, main, asked, counts, record } = await run({})
    expect(outcome.status).toBe('completed')
    expect(asked).toMatchObject([
      {
        what: 'card',
        input: {
          key: 'digest:wf_1:act:2026-05-04',
          onExisting: 'update',
          card: { kind: 'digest' },
        },
      },
    ])
    expect(main?.json).toMatchObject({ taskId: 'task_1', entries: 7, picks: 0, alreadyPosted: 0 })
    expect(String(main?.json['rawContent'])).toMatch(
      /## forum\n- \[A fast database[\s\S]*## repos[\s\S]*## launches/,
    )
    expect(counts).toEqual({ main: 1, picks: 0 })
    expect(record?.message).toBe('7 entries, 0 picks, 0 posted already')
    expect(model.calls).toEqual([])
  })

  it('picks by quota in the order of the quotas, and no story twice if two boards list it', async () => {
    const { picks } = await run({ picks: 'repos:1, forum:2' })
    expect(picks.map(({ json }) => [json['board'], json['url']])).toEqual([
      ['repos', 'https://parser.example'],
      // The forum's second entry has the same page as the repository.
      ['forum', 'https://db.example/fast?utm_source=forum'],
      ['forum', 'https://bread.example/post'],
    ])
  })

  it('drops a story if one of the owner’s 500 latest posts has its link, text or title', async () => {
    const post = (id: string, more: Partial<Card>): Card => ({ ...aPost(id), ...more })
    const linked = post('a', {})
    const posts = [
      {
        ...linked,
        ...(linked.post ? { post: { ...linked.post, link: 'http://www.db.example/fast' } } : {}),
      },
      post('b', { body: 'We like this: https://repo.example/oven.' }),
      post('c', { title: 'Bread and computers!' }),
    ]
    const { main, searches, record } = await run(
      { boards: 'forum,repos', picks: 'forum:5' },
      { posts },
    )
    expect(searches).toEqual([
      {
        orgId: 'org_1',
        ownerId: 'usr_1',
        kind: 'post',
        sortBy: 'updatedAt',
        sortDir: 'desc',
        limit: 500,
      },
    ])
    expect(main?.json).toMatchObject({ alreadyPosted: 3, entries: 2, picks: 1 })
    expect(record?.message).toContain('3 posted already')
  })

  it('reports a board as not configured if it has no token, and gives the reason if a board fails', async () => {
    web.on('/repos/search/repositories', () => ({ status: 503, body: {} }))
    web.on('/forum/topstories.json', () => ({ body: '<html>' }))
    const { outcome, main, record } = await run({}, { token: null })
    expect(outcome.status).toBe('completed')
    expect(String(main?.json['rawContent'])).toContain('## launches\nnot configured')
    expect(record?.message).toContain(
      'forum: its response cannot be read; repos: it responded with status 503; launches: not configured',
    )
  })

  it('writes briefs from pages, and keeps a pick without a brief if its page cannot be read', async () => {
    model.rule((call) => ({
      object: { brief: toData(call).includes('bread') ? 'About bread' : 'About a page' },
    }))
    const { picks, record, main } = await run({
      picks: 'forum:1,repos:2',
      brief: true,
      boards: 'forum',
    })
    expect(picks.map(({ json }) => json['brief'])).toEqual([
      'About a page',
      'About a page',
      undefined,
    ])
    expect(record?.message).toContain('left out: “ada/oven”: The page responded with status 404')
    expect(record?.usage).toMatchObject({ calls: 2 })
    expect(String(main?.json['rawContent'])).toContain('About a page')
  })

  it('files the digest, halts and links to the channels page if briefs need a model and there is none', async () => {
    const { record, asked } = await run(
      { picks: 'forum:1', brief: true, boards: 'forum' },
      { models: null },
    )
    expect(record).toMatchObject({
      error: 'No language model is connected',
      fix: { href: '/channels' },
    })
    expect(asked.filter(({ what }) => what === 'card')).toHaveLength(1)
  })

  it.each([
    ['forum:3,repos:2', true],
    ['', true],
    ['forum:11', false],
    ['forum:6,repos:5', false],
    ['papers:1', false],
    ['forum', false],
  ])('validates the quotas "%s"', (text, valid) => {
    expect(typeof readQuotas(text) !== 'string').toBe(valid)
  })
})
