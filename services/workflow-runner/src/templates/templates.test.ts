import type { WorkflowGraph } from '@atrium/contracts'
import { describe, expect, it } from 'vitest'
import { exampleWorld, NodeExample } from '../../test/example-world.ts'
import { recordedRun } from '../../test/recorded-run.ts'
import { skillsIn, validateGraph } from '../engine/index.ts'
import { createTurns } from '../lanes/turns.ts'
import { allNodes } from '../nodes/index.ts'
import { allTemplates } from './registered-templates.ts'

const types = new Map(allNodes.map((node) => [node.type, node]))
const world = (given: object = {}) => {
  const { world } = NodeExample.parse({ about: 'a template', params: {}, items: [], world: given })
  return exampleWorld(world)
}

interface Play {
  /** What the trigger hands on. */
  json: Record<string, unknown>
  world?: object
  /** Parameters that a person sets first, by node. */
  set?: Record<string, object>
  effects: object[]
}

const card = (more: object) => ({ does: 'board.create-card', with: { card: more } })
const tick = { firedAt: '2026-05-04T08:00:00.100Z', scheduledAt: '2026-05-04T08:00:00.000Z' }
const contact = { taskId: 'task_9', name: 'Ada', email: 'ada@example.com', ownerId: 'usr_1' }
const page = 'social://1001@facebook.com'
const invoice = { invoiceId: 'inv_1', number: 'INV-2026-000001', customerId: 'cus_1' }

const mail = {
  id: 'm1',
  receivedAt: '2026-05-04T07:00:00.000Z',
  lines: ['From: Mill <mill@example.com>', 'Subject: Invoice 2026-17', '', 'Total 120.00 EUR'],
}
const at = (hour: number) => ({ at: `2026-05-06T${hour}:00:00Z`, allDay: false })

const plays: Record<string, Play> = {
  'publish-scheduled-posts': {
    json: tick,
    world: { duePosts: [{ id: 'task_1', body: 'Good morning', firstComment: 'More' }] },
    effects: [
      { does: 'connect.publish', with: { body: 'Good morning' } },
      { does: 'board.settle-post' },
      { does: 'connect.comment', with: { message: 'More' } },
    ],
  },
  'post-every-monday': {
    json: tick,
    world: { channels: { [page]: { id: 'chn_1', network: 'pagenet' } } },
    set: { post: { destination: page, text: 'Happy Monday' } },
    effects: [
      {
        does: 'board.create-post',
        with: {
          armAt: expect.stringMatching(/T09:00:00\.000Z$/),
          post: { body: 'Happy Monday', post: { channelId: 'chn_1' } },
        },
      },
    ],
  },
  'post-captured-links': {
    json: { taskId: 'task_1', url: 'https://example.com/a' },
    effects: [
      {
        does: 'board.create-post',
        with: {
          post: { body: 'Worth reading: https://example.com/a', post: { link: 'https://example.com/a' } },
        },
      },
    ],
  },
  'announce-sites': {
    json: { siteId: 'site_1', slug: 'spring', name: 'Spring offer' },
    effects: [{ does: 'board.create-post', with: { post: { body: 'New on our site: Spring offer' } } }],
  },
  'card-for-failed-posts': {
    json: {
      taskId: 'task_1',
      platform: 'pagenet',
      failure: { class: 'x', message: 'Too long', fix: 'Cut it' },
    },
    effects: [card({ title: 'A post on pagenet was refused', body: 'Too long\nCut it' })],
  },
  'answer-quote-requests': {
    json: { ...contact, message: 'How much?' },
    effects: [
      { does: 'mail', with: { recipient: 'ada@example.com', text: expect.stringContaining('Dear Ada') } },
      { does: 'board.append-timeline', with: { taskId: 'task_9' } },
    ],
  },
  'greet-new-contacts': {
    json: contact,
    effects: [{ does: 'board.append-timeline', with: { entry: { body: 'Contact Ada was created' } } }],
  },
  'follow-up-contacts': {
    json: contact,
    effects: [card({ title: 'Call Ada', fields: { contactId: 'task_9' } })],
  },
  'welcome-customers': {
    json: { customerId: 'cus_1', name: 'Ada', email: 'ada@example.com' },
    effects: [{ does: 'mail', with: { recipient: 'ada@example.com', subject: 'Welcome' } }],
  },
  'thank-for-payments': {
    json: invoice,
    effects: [card({ title: 'Say thanks for INV-2026-000001', fields: { invoiceId: 'inv_1' } })],
  },
  'card-for-lost-invoices': {
    json: invoice,
    effects: [card({ title: 'INV-2026-000001 was written off' })],
  },
  'mail-to-cards': {
    json: tick,
    world: { accounts: { mails: [mail] } },
    set: { read: { connector: 'chn_1' }, tag: { connector: 'chn_1' } },
    effects: [
      card({ kind: 'task', title: 'Invoice 2026-17', body: 'Total 120.00 EUR' }),
      { does: 'connect.label', with: { channelId: 'chn_1', label: 'atrium', ids: ['m1'] } },
    ],
  },
  'bills-by-mail': {
    json: tick,
    world: { accounts: { mails: [mail] } },
    set: { read: { connector: 'chn_1' }, tag: { connector: 'chn_1' } },
    effects: [
      card({ title: 'Pay: Invoice 2026-17', tags: ['bill'] }),
      { does: 'connect.label', with: { label: 'atrium-bill', ids: ['m1'] } },
    ],
  },
  'calendar-to-cards': {
    json: tick,
    world: {
      now: '2026-05-04T08:00:00.000Z',
      accounts: { events: [{ id: 'event_1', title: 'Tasting', start: at(14), end: at(15) }] },
    },
    set: { events: { connector: 'chn_1' } },
    effects: [card({ kind: 'calendar', title: 'Tasting', dueDate: '2026-05-06T14:00:00.000Z' })],
  },
  'prepare-meetings': {
    json: { taskId: 'task_1', kind: 'calendar', title: 'Board meeting' },
    effects: [card({ title: 'Prepare: Board meeting', fields: { eventCardId: 'task_1' } })],
  },
  'note-finished-cards': {
    json: { taskId: 'task_1', title: 'Call Ada', status: 'done' },
    effects: [
      { does: 'board.append-timeline', with: { taskId: 'task_1', entry: { body: 'Finished: Call Ada' } } },
    ],
  },
  'archive-finished-cards': {
    json: tick,
    world: { cards: [{ id: 'task_1', status: 'done' }] },
    effects: [{ does: 'board.update-card', with: { taskId: 'task_1', patch: { status: 'archived' } } }],
  },
  'weekly-review': { json: tick, effects: [card({ title: 'Review the week', tags: ['review'] })] },
  'monthly-close': { json: tick, effects: [card({ title: 'Close the books of last month' })] },
  'reconnect-channels': {
    json: { channelId: 'chn_1', name: 'Our page', reason: 'The password was changed' },
    effects: [card({ title: 'Connect Our page again', body: 'The password was changed' })],
  },
  'sort-by-hand': { json: tick, effects: [] },
}

/** Templates over accounts: the person chooses one before the activation. */
const overAccounts = ['mail-to-cards', 'bills-by-mail', 'calendar-to-cards']
const isOverAccount = (id: string): boolean => overAccounts.includes(id)

const withParams = (graph: WorkflowGraph, set: Play['set'] = {}): WorkflowGraph => ({
  ...graph,
  nodes: graph.nodes.map((node) => ({ ...node, params: { ...node.params, ...set[node.id] } })),
})

it('there are at least fifteen templates in four groups, each with an id of its own', () => {
  const ids = allTemplates.map(({ id }) => id)
  expect(ids.length).toBeGreaterThanOrEqual(15)
  expect(new Set(ids).size).toBe(ids.length)
  expect(new Set(allTemplates.map(({ group }) => group))).toEqual(
    new Set(['posts', 'clients', 'inbox', 'housekeeping']),
  )
  expect([...ids].sort()).toEqual(Object.keys(plays).sort())
})

it('no template names a skill', () => {
  for (const { id, graph } of allTemplates) {
    expect([...skillsIn(graph)], id).toEqual([])
    expect(JSON.stringify(graph), id).not.toContain('skill')
  }
})

describe.each(Object.entries(plays))('%s', (id, { json, world: given, set, effects }) => {
  const template = allTemplates.find((each) => each.id === id)
  const graph = template?.graph ?? { nodes: [], edges: [] }

  it(
    isOverAccount(id) ? 'can be activated with a chosen account alone' : 'can be activated as it is',
    async () => {
      const problems = (flow: WorkflowGraph) =>
        validateGraph(flow, (type) => types.get(type), createTurns()('org_1'))
      expect(await problems(isOverAccount(id) ? withParams(graph, set) : graph)).toEqual([])
      if (!isOverAccount(id)) return
      const paths = (await problems(graph)).map(({ path }) => path.split('.').at(-1))
      expect(new Set(paths)).toEqual(new Set(['connector']))
    },
  )

  it('has its effect', async () => {
    const { ports, effects: seen, now } = world(given)
    const flow = withParams(graph, set)
    const seeds = { [flow.nodes[0]?.id ?? '']: [{ json }] }
    const { outcome } = await recordedRun(flow, { ports, seeds, now })
    expect(outcome).toMatchObject({ status: 'completed', error: null })
    expect(seen).toMatchObject(effects)
    expect(seen).toHaveLength(effects.length)
  })
})
