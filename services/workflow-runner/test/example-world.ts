import { type AgentRun, AgentRunStatus, type Card, SocialPlatform } from '@atrium/contracts'
import { z } from 'zod'
import type { NodePorts } from '../src/nodes/ports.ts'
import { ExampleAccounts, exampleAccounts } from './example-accounts.ts'
import { exampleInvoicing } from './example-invoicing.ts'
import { ExampleBoards, ExampleModels, exampleModels } from './example-models.ts'
import { ExampleWeb, exampleWeb } from './example-web.ts'
import { postingBoard } from './posting-board.ts'
import { aPost, publishingWorld } from './publishing-world.ts'

const Named = z.looseObject({ id: z.string() })

/** See `examples/README.md`. */
const World = z.strictObject({
  cards: z.array(Named).default([]),
  channels: z.record(z.string(), z.object({ id: z.string(), network: SocialPlatform })).default({}),
  /** Approved and due. */
  duePosts: z
    .array(Named.extend({ body: z.string(), firstComment: z.string().nullable().default(null) }))
    .default([]),
  postedPosts: z.array(Named.extend({ externalId: z.string() })).default([]),
  customers: z.array(Named).default([]),
  invoices: z.array(Named).default([]),
  dueSchedules: z.number().int().default(0),
  /** The current time. Defaults to the real clock. */
  now: z.iso.datetime().optional(),
  accounts: ExampleAccounts.default(ExampleAccounts.parse({})),
  models: ExampleModels,
  boards: ExampleBoards,
  web: ExampleWeb.default(ExampleWeb.parse({})),
  /** How the agent runs ended, in item order. */
  agentRuns: z.array(z.looseObject({ id: z.string(), status: AgentRunStatus })).default([]),
  /** What became of the question. */
  approval: z
    .object({
      outcome: z.enum(['approved', 'declined', 'expired']),
      approval: z.object({
        decision: z.enum(['approve', 'decline']).nullable(),
        note: z.string().nullable(),
        by: z.object({ id: z.string(), name: z.string() }).nullable(),
        at: z.iso.datetime(),
      }),
    })
    .optional(),
  /** How the called runs ended, in call order. */
  calledRuns: z
    .array(
      z.object({
        status: z.enum(['completed', 'failed']).default('completed'),
        error: z.string().nullable().default(null),
        items: z.array(z.object({ json: z.record(z.string(), z.unknown()) })).default([]),
      }),
    )
    .default([]),
})

const Items = z.array(z.looseObject({ json: z.record(z.string(), z.unknown()).optional() }))

const SeedItems = z.array(
  z.object({
    externalId: z.string().optional(),
    source: z.object({ scheme: z.string(), host: z.string().optional() }).optional(),
    json: z.record(z.string(), z.unknown()),
  }),
)

/** Read from `examples/<type>.json`. */
export const NodeExample = z.strictObject({
  about: z.string().min(10),
  params: z.record(z.string(), z.unknown()),
  items: SeedItems,
  /** Items from further branches into the node. */
  others: z.array(SeedItems).default([]),
  world: World.default(World.parse({})),
  outputs: z.record(z.string(), Items).default({}),
  message: z.string().optional(),
  error: z.string().optional(),
  effects: z
    .array(z.object({ does: z.string(), with: z.record(z.string(), z.unknown()) }))
    .default([]),
})

const blank: Omit<Card, 'id'> = {
  kind: 'task',
  title: '',
  body: '',
  status: 'todo',
  tags: [],
  dueDate: null,
  dueAllDay: false,
  dueOn: null,
  destination: null,
  fields: {},
  ownerId: 'usr_1',
  assigneeId: null,
  customerId: null,
  columnId: null,
  orgId: 'org_1',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
}

/** Creates ports over an example's state. The ports record their effects in order. */
export function exampleWorld(given: z.output<typeof World>) {
  const effects: { does: string; with: unknown }[] = []
  const record = <I, O>(does: string, call: (input: I) => Promise<O>) => {
    return (input: I): Promise<O> => {
      effects.push({ does, with: input })
      return call(input)
    }
  }
  const posts = [
    ...given.duePosts.map(({ id, body, firstComment }) =>
      withPost(aPost(id, { body }), { firstComment }),
    ),
    ...given.postedPosts.map(({ id, externalId }) =>
      withPost(aPost(id, { status: 'posted' }), { externalId }),
    ),
  ]
  const network = publishingWorld(posts)
  const { ports } = postingBoard(given.channels)
  const { board } = ports
  if (board === null) throw new Error('The board of an example is open')
  const cards = [...posts, ...given.cards.map((card): Card => ({ ...blank, ...card }))]
  const find = (id: string) => network.state.get(id) ?? cards.find((card) => card.id === id)
  const buildCard = (id: string): Card => find(id) ?? { ...blank, id }
  const open: NodePorts = {
    ...ports,
    roleOf: async () => ({ role: 'owner' }),
    board: {
      ...board,
      searchCards: async ({ limit, status }) => {
        const items = cards.filter((card) => status === undefined || card.status === status)
        return { items: items.slice(0, limit), total: items.length }
      },
      findCards: async ({ field, value }) => ({
        items: cards.filter((card) => field === 'title' && card.title === value),
      }),
      getCards: async ({ ids }) => ({ items: ids.flatMap((id) => find(id) ?? []) }),
      createCard: record('board.create-card', (input) => board.createCard(input, never)),
      createPost: record('board.create-post', (input) => board.createPost(input, never)),
      captureLink: record('board.capture-link', (input) => board.captureLink(input, never)),
      updateCard: record('board.update-card', async ({ taskId }) => ({ card: buildCard(taskId) })),
      appendTimeline: record('board.append-timeline', async ({ entry, author }) => ({
        entry: {
          id: 'tle_1',
          kind: entry.kind ?? 'note',
          body: entry.body,
          author,
          createdAt: blank.createdAt,
        },
      })),
    },
    invoicing: exampleInvoicing(given, record),
    generateInvoices: record('invoicing.generate-invoices', async () => ({
      claimed: given.dueSchedules,
      finalized: given.dueSchedules,
      failed: 0,
      failures: [],
      remaining: false,
    })),
    publishing: {
      ...network.ports.publishing,
      settlePost: record('board.settle-post', network.ports.publishing.settlePost),
      publish: record('connect.publish', network.ports.publishing.publish),
      comment: record('connect.comment', network.ports.publishing.comment),
    },
    accounts: exampleAccounts(given.accounts, record),
    ...exampleModels(given.models, given.boards),
    ...exampleWeb(given.web, record),
    agentRuns: {
      queue: async (_owner, run) => {
        effects.push({ does: 'agent-run', with: run })
      },
      ends: async () =>
        new Map(
          given.agentRuns.map((run, place) => [
            place,
            { agent: null, result: null, error: null, taskId: null, ...run } as AgentRun,
          ]),
        ),
    },
    findMember: async ({ email }) => ({ member: { userId: 'usr_ada', name: 'Ada', email } }),
    approvals: {
      async ask(_node, { member, message }) {
        effects.push({ does: 'ask-approval', with: { to: member.email, message } })
      },
      settle: async () => given.approval,
    },
    sendMail: record('mail', ports.sendMail),
    files: {
      store: record('assets.store-file', async ({ orgId, size, bytes }) => {
        if (!Buffer.from(bytes, 'base64').includes('%PDF-')) {
          const message = 'This file type cannot be stored. Choose a PDF, picture, sound or video.'
          return { outcome: 'refused' as const, message }
        }
        const key = `${orgId}/priv/file_1.pdf`
        const file = {
          key,
          url: `http://api/api/assets/${key}`,
          contentType: 'application/pdf',
          bytes: size,
        }
        return { outcome: 'stored' as const, file }
      }),
    },
    deliver: record('webhook', ports.deliver),
  }
  const now = () => (given.now === undefined ? Date.now() : Date.parse(given.now))
  return { ports: open, effects, now }
}

const never = new AbortController().signal

const withPost = (card: Card, more: Partial<NonNullable<Card['post']>>): Card =>
  card.post === undefined ? card : { ...card, post: { ...card.post, ...more } }
