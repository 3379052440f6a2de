import type { Hono } from 'hono'
import { html } from 'hono/html'
import { faultSwitches, mountFaultSwitches } from '../../pages/fault-switches.ts'
import { createFaults } from '../../pages/faults.ts'
import { showRecord } from '../../pages/inspect.ts'
import { networkPage } from '../../pages/network-page.ts'
import type { SandboxEnv } from '../../payments/mount-api.ts'
import type { NetworkEndpoints } from '../network-endpoints.ts'
import { type Watch, type Watched, watching } from '../with-faults.ts'

/** A board with its entries and the recorded calls. */
export interface BoardSandbox extends Watched {
  entries: BoardEntry[]
}

const launchesToken = 'sandbox-launches-token'

const createBoard = (name: string, base: number): BoardSandbox => ({
  entries: firstEntries(name, base),
  faults: createFaults(),
  calls: [],
})

const seconds = ({ at }: BoardEntry): number => Math.floor(Date.parse(at) / 1_000)

function mountPage(app: Hono<SandboxEnv>, network: string, board: BoardSandbox): Watch {
  app.get(`/${network}`, (c) =>
    c.html(
      networkPage(
        `Board ${network}`,
        html`${board.entries.map((entry) => showRecord(entry))}
${faultSwitches(network, board.faults)}`,
      ),
    ),
  )
  mountFaultSwitches(app, network, board.faults)
  return watching(network, board, ({ status }) => ({ message: `Status ${status}` }))
}

/** Mounts the forum: id lists and items below `/forum/v0`. */
function mountForum(app: Hono<SandboxEnv>): BoardSandbox {
  const board = createBoard('forum', 41_000_000)
  const watch = mountPage(app, 'forum', board)
  for (const list of ['topstories', 'beststories', 'newstories']) {
    app.get(`/forum/v0/${list}.json`, (c) =>
      watch(c, () => c.json(board.entries.map(({ id }) => id))),
    )
  }
  app.get('/forum/v0/item/:file', (c) =>
    watch(c, () => {
      const id = Number(/^(\d{1,12})\.json$/.exec(c.req.param('file'))?.[1])
      const entry = board.entries.find((each) => each.id === id)
      if (entry === undefined) return c.json(null)
      const { title, url, author, score, comments, text } = entry
      const more = { type: 'story', by: author, descendants: comments, time: seconds(entry), text }
      return c.json({ id, title, url, score, ...more })
    }),
  )
  return board
}

/** Mounts the code host: a repository search at `/repos/search/repositories`. */
function mountRepos(app: Hono<SandboxEnv>): BoardSandbox & { anonymousLeft: number } {
  const board = { ...createBoard('repos', 52_000_000), anonymousLeft: Number.POSITIVE_INFINITY }
  const watch = mountPage(app, 'repos', board)
  app.get('/repos/search/repositories', (c) =>
    watch(c, () => {
      if ((c.req.query('q') ?? '').trim() === '') {
        return c.json(
          { message: 'Validation Failed', errors: [{ field: 'q', code: 'missing' }] },
          422,
        )
      }
      const anonymous = c.req.header('authorization') === undefined
      if (anonymous && board.anonymousLeft <= 0) {
        const headers = { 'x-ratelimit-remaining': '0', 'retry-after': '60' }
        return c.json({ message: 'API rate limit exceeded' }, 403, headers)
      }
      if (anonymous) board.anonymousLeft -= 1
      const most = Math.min(100, Number(c.req.query('per_page') ?? 30) || 30)
      const items = board.entries.slice(0, most).map((entry) => ({
        id: entry.id,
        name: entry.title,
        full_name: `${entry.author}/${entry.title.toLowerCase().replaceAll(/[^a-z]+/g, '-')}`,
        html_url: entry.url,
        description: entry.text,
        stargazers_count: entry.score,
        language: 'TypeScript',
        topics: ['tools'],
        created_at: entry.at,
        pushed_at: entry.at,
      }))
      return c.json({ total_count: board.entries.length, incomplete_results: false, items })
    }),
  )
  return board
}

/** Mounts the launch board: GraphQL at `/launches/v2/api/graphql`, with a bearer token. */
function mountLaunches(app: Hono<SandboxEnv>): BoardSandbox & { tokens: Set<string> } {
  const board = { ...createBoard('launches', 63_000_000), tokens: new Set([launchesToken]) }
  const watch = mountPage(app, 'launches', board)
  app.post('/launches/v2/api/graphql', (c) =>
    watch(c, async () => {
      const token = /^Bearer (.+)$/.exec(c.req.header('authorization') ?? '')?.[1] ?? ''
      if (!board.tokens.has(token)) {
        const error = 'invalid_oauth_token'
        return c.json(
          { data: null, errors: [{ error, error_description: 'Please supply a valid token' }] },
          401,
        )
      }
      const body: unknown = await c.req.json().catch(() => undefined)
      const query =
        typeof body === 'object' && body !== null && 'query' in body ? String(body.query) : ''
      if (!/\bposts\b/.test(query))
        return c.json({ errors: [{ message: 'The stand-in knows posts alone' }] })
      const edges = board.entries.map((entry) => ({
        node: {
          id: String(entry.id),
          name: entry.title,
          tagline: entry.text,
          description: entry.text,
          url: entry.url,
          website: entry.url,
          votesCount: entry.score,
          commentsCount: entry.comments,
          createdAt: entry.at,
        },
      }))
      return c.json({
        data: { posts: { edges, pageInfo: { hasNextPage: false, endCursor: null } } },
      })
    }),
  )
  return board
}

const toEndpoints = (
  network: string,
  variables: NetworkEndpoints['variables'],
): NetworkEndpoints => ({
  network,
  prefix: `${network.toUpperCase()}_`,
  variables,
})

export const forum = {
  endpoints: toEndpoints('forum', (sandbox) => ({ FORUM_API_URL: `${sandbox}/forum/v0` })),
  mount: mountForum,
}

export const repos = {
  endpoints: toEndpoints('repos', (sandbox) => ({ REPOS_API_URL: `${sandbox}/repos` })),
  mount: mountRepos,
}

export const launches = {
  endpoints: toEndpoints('launches', (sandbox) => ({
    LAUNCHES_API_URL: `${sandbox}/launches/v2/api`,
    LAUNCHES_TOKEN: launchesToken,
  })),
  mount: mountLaunches,
}

/** A board entry in neutral terms. */
interface BoardEntry {
  id: number
  title: string
  url: string
  text: string
  author: string
  /** Points, stars or votes. */
  score: number
  comments: number
  /** ISO 8601. */
  at: string
}

const topics = [
  ['A database that fits in one file', 'Durable, small, and read by everybody at once.'],
  ['Typed queues without a broker', 'Rows are jobs, and a sweep finds the lost ones.'],
  ['Show: a calendar for two bakeries', 'They share one oven and one set of invoices.'],
  ['The long tail of time zones', 'Three surprises of a year, and a table of rules.'],
  ['Rewriting a parser in an afternoon', 'The grammar was small, the errors were not.'],
  ['Why our builds are slow', 'Two caches, one lock, and a folder of pictures.'],
  ['A terminal that reads mail aloud', 'Speech in the shell, with the voice of a harbour.'],
  ['Post-mortem of a quiet outage', 'Nothing failed, and nothing was written.'],
  ['Small models for small offices', 'Sorting mails on a machine below a desk.'],
  ['Ledgers that add up', 'Reserve, settle, release; and a test that counts.'],
] as const

/** Returns a board's initial entries. Two boards share their first story. */
const firstEntries = (board: string, base: number): BoardEntry[] =>
  topics.map(([title, text], at) => ({
    id: base + at,
    title,
    url: `https://${at === 0 ? 'shared' : board}.example.test/${title.toLowerCase().replaceAll(/[^a-z]+/g, '-')}`,
    text,
    author: `author${at}`,
    score: 900 - at * 83,
    comments: 120 - at * 11,
    at: new Date(Date.now() - at * 3_600_000).toISOString(),
  }))
