import type { Card } from '@atrium/contracts'
import { describe, expect, it } from 'vitest'
import { edge, graph, node } from '../../../test/graphs.ts'
import { noNewCards } from '../../../test/publishing-world.ts'
import { closedPorts, recordedRun } from '../../../test/recorded-run.ts'
import { allNodes } from '../index.ts'
import type { BoardPort } from '../ports.ts'
import { createRegistry } from '../registry.ts'

const card = (id: string, more: Partial<Card> = {}): Card => ({
  id,
  kind: 'task',
  title: `Card ${id}`,
  body: 'text',
  status: 'todo',
  tags: [],
  dueDate: null,
  dueAllDay: false,
  dueOn: null,
  destination: null,
  fields: { title: 'shadow', own: 1 },
  ownerId: 'usr_1',
  assigneeId: null,
  customerId: null,
  columnId: null,
  orgId: 'org_1',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  ...more,
})

function boardWith(cards: Card[]) {
  const asked: { what: string; input: unknown }[] = []
  const board: BoardPort = {
    ...noNewCards,
    findCards: async ({ field, value }) => ({
      items: cards.filter(({ fields }) => fields[field] === value),
    }),
    async searchCards(input) {
      asked.push({ what: 'search', input })
      const found = cards.filter((each) => !each.tags.includes(input.withoutTag ?? ''))
      return { items: found.slice(0, input.limit), total: found.length }
    },
    async getCards({ ids }) {
      return { items: cards.filter((each) => ids.includes(each.id)) }
    },
    async updateCard(input) {
      asked.push({ what: 'update', input })
      return { card: card(input.taskId) }
    },
    getKeyedCards: async () => ({ items: [] }),
    deleteCard: async () => ({ deleted: false }),
    readTimeline: async () => ({ items: [] }),
    async appendTimeline(input) {
      asked.push({ what: 'append', input })
      return {
        entry: { id: 'tle_1', kind: 'system', body: '', author: input.author, createdAt: '' },
      }
    },
  }
  return { asked, ports: { board } }
}

const start = node('start', 'trigger.manual')
const run = (
  type: string,
  params: Record<string, unknown>,
  cards: Card[],
  seeds: Record<string, unknown>[] = [{}],
) => {
  const { asked, ports } = boardWith(cards)
  const flow = graph([start, node('act', type, params)], [edge('start', 'act')])
  return recordedRun(flow, { ports, seeds: { start: seeds.map((json) => ({ json })) } }).then(
    (result) => ({
      ...result,
      asked,
    }),
  )
}

describe('read_tasks', () => {
  it('searches without the tagged cards, and is incomplete when there are more', async () => {
    const cards = [card('task_1'), card('task_2', { tags: ['writing:deslopped'] }), card('task_3')]
    const { nodes, asked } = await run('read_tasks', { limit: 1, status: 'todo' }, cards)
    expect(nodes['act']).toMatchObject({ status: 'completed', itemsOut: 1, incomplete: true })
    expect(nodes['act']?.sample?.items[0]).toMatchObject({
      externalId: 'task_1',
      json: { title: 'Card task_1', rawContent: 'text', own: 1 },
    })
    expect(asked[0]?.input).toMatchObject({
      orgId: 'org_1',
      status: 'todo',
      withoutTag: 'writing:deslopped',
    })
  })

  it('loads the cards that an event lists, unless a card is deleted or tagged', async () => {
    const cards = [card('task_1'), card('task_2', { tags: ['writing:deslopped'] })]
    const { nodes, asked } = await run('read_tasks', {}, cards, [
      { taskId: 'task_1' },
      { taskId: 'task_2' },
      { taskId: 'gone' },
    ])
    expect(nodes['act']).toMatchObject({
      itemsOut: 1,
      message: 'Left out: 1 gone, 1 with writing:deslopped',
    })
    expect(asked).toEqual([])
  })
})

describe('update_task', () => {
  it('writes the rewritten text back and tags the card', async () => {
    const { asked } = await run(
      'update_task',
      {},
      [card('task_1')],
      [{ taskId: 'task_1', rewritten: 'better' }],
    )
    expect(asked).toMatchObject([
      {
        what: 'update',
        input: {
          actorId: 'usr_1',
          taskId: 'task_1',
          patch: { body: 'better' },
          addTags: ['writing:deslopped'],
        },
      },
    ])
  })

  it('tags the card and keeps its text if the rewrite was declined', async () => {
    const item = {
      taskId: 'task_1',
      slop: [{ rule: 'delve' }],
      declineReason: 'It is longer than before',
    }
    const { asked } = await run('update_task', {}, [card('task_1')], [item])
    expect(asked).toMatchObject([{ input: { patch: {}, addTags: ['writing:deslop-declined'] } }])
    const other = await run(
      'update_task',
      {},
      [],
      [{ taskId: 'task_1', declineReason: 'It has no text' }],
    )
    expect(other.nodes['act']?.error).toBe('Missing field "rewritten"')
  })

  it('refuses a text over the destination’s limit, and reports a missing field', async () => {
    const post = card('task_1', { destination: { scheme: 'automated', host: 'x.com' } })
    const long = await run(
      'update_task',
      {},
      [post],
      [{ taskId: 'task_1', rewritten: 'x'.repeat(281) }],
    )
    expect(long.nodes['act']?.error).toBe(
      'The text has 281 characters, but the network accepts at most 280',
    )
    expect(long.asked).toEqual([])
    const missing = await run('update_task', { status: 'done' }, [], [{}])
    expect(missing.nodes['act']?.error).toBe('Missing field "taskId"')
  })

  it('counts the characters of a text as its network does', async () => {
    const write = async (host: string, rewritten: string) => {
      const post = card('task_1', { destination: { scheme: 'automated', host } })
      return (await run('update_task', {}, [post], [{ taskId: 'task_1', rewritten }])).nodes['act']
        ?.error
    }
    expect(await write('x.com', `see https://example.com/${'x'.repeat(400)}`)).toBeNull()
    expect(await write('x.com', '日'.repeat(141))).toBe(
      'The text has 282 characters, but the network accepts at most 280',
    )
    expect(await write('instagram.com', '👋'.repeat(2_200))).toBeNull()
    expect(await write('instagram.com', 'x'.repeat(2_201))).toContain('2201 characters')
  })
})

describe('log_activity', () => {
  it('writes one entry per item as the agent, under an idempotency key', async () => {
    const { asked } = await run(
      'log_activity',
      { text: 'Hello {{ $json.name }}' },
      [],
      [
        { taskId: 'a', name: 'A' },
        { taskId: 'b', name: 'B' },
      ],
    )
    expect(asked.map((each) => each.input)).toMatchObject([
      {
        taskId: 'a',
        entry: { kind: 'system', body: 'Hello A' },
        author: { type: 'agent' },
        key: 'run_1:act:0',
      },
      { taskId: 'b', entry: { body: 'Hello B' }, key: 'run_1:act:1' },
    ])
  })

  it('writes on the contact card of the customer if the item names no card', async () => {
    const cards = [
      card('task_1', { kind: 'contact', title: 'Kunsthalle Basel', fields: {} }),
      card('task_2', { kind: 'contact', title: 'KUNSTHALLE', fields: {} }),
      card('task_3', {
        kind: 'contact',
        title: 'Zoe',
        fields: { email: 'Zoe@Kunsthalle.example' },
      }),
    ]
    const customer = { customerId: 'cus_1', customerName: 'Kunsthalle' }
    const { asked, outcome } = await run('log_activity', { text: 'Paid' }, cards, [
      { ...customer, customerEmail: 'zoe@kunsthalle.example' },
      { ...customer, customerEmail: 'other@kunsthalle.example' },
      { ...customer, taskId: 'own' },
    ])
    expect(outcome.status).toBe('completed')
    expect(
      asked
        .filter(({ what }) => what === 'append')
        .map(({ input }) => (input as { taskId: string }).taskId),
    ).toEqual(['task_3', 'task_2', 'own'])
    for (const { what, input } of asked)
      if (what === 'search') expect(input).toMatchObject({ orgId: 'org_1', kind: 'contact' })
  })

  it('writes on no card of another customer when two customers have the same name', async () => {
    const contact = (id: string, fields: Card['fields']) =>
      card(id, { kind: 'contact', title: 'Kunsthalle', fields })
    const cards = [
      contact('task_1', { customerId: 'cus_1' }),
      contact('task_2', { email: 'first@kunsthalle.example' }),
      contact('task_3', { customerId: 'cus_2', email: 'old@kunsthalle.example' }),
      contact('task_4', {}),
    ]
    const write = async (json: Record<string, unknown>) => {
      const { asked } = await run('log_activity', { text: 'Paid' }, cards, [
        { customerName: 'Kunsthalle', ...json },
      ])
      return asked.findLast(({ what }) => what === 'append')?.input
    }
    const customerEmail = 'second@kunsthalle.example'
    expect(await write({ customerId: 'cus_2', customerEmail })).toMatchObject({ taskId: 'task_3' })
    expect(await write({ customerId: 'cus_3', customerEmail })).toMatchObject({ taskId: 'task_4' })
    expect(await write({ customerId: 'cus_3' })).toMatchObject({ taskId: 'task_4' })
    const shared = { customerId: 'cus_3', customerEmail: 'old@kunsthalle.example' }
    expect(await write(shared)).toMatchObject({ taskId: 'task_4' })
  })

  it('creates the contact card of a customer who has none, and fails without a customer', async () => {
    const { asked, ports } = boardWith([])
    const made: unknown[] = []
    const board: BoardPort = {
      ...ports.board,
      async createCard(input) {
        made.push(input)
        return { card: card('new'), created: true }
      },
    }
    const flow = graph(
      [start, node('act', 'log_activity', { text: 'Paid' })],
      [edge('start', 'act')],
    )
    const json = { customerId: 'cus_1', customerName: ' Kunsthalle ', customerEmail: '' }
    await recordedRun(flow, { ports: { board }, seeds: { start: [{ json }] } })
    expect(made).toMatchObject([
      {
        orgId: 'org_1',
        card: { kind: 'contact', title: 'Kunsthalle', fields: { customerId: 'cus_1' } },
        key: 'customer:cus_1',
      },
    ])
    expect(asked.at(-1)).toMatchObject({ what: 'append', input: { taskId: 'new' } })
    const none = await run('log_activity', { text: 'Paid' }, [], [{ customerName: 'Kunsthalle' }])
    expect(none.outcome.error).toBe('act: Missing field "taskId"')
  })

  it('writes the text form if an expression finds a number or an object', async () => {
    for (const [value, body] of [
      [3, '3'],
      [{ a: [1] }, '{"a":[1]}'],
    ]) {
      const { asked } = await run(
        'log_activity',
        { text: '{{ $json.v }}' },
        [],
        [{ taskId: 'a', v: value }],
      )
      expect(asked).toMatchObject([{ input: { entry: { body } } }])
    }
  })

  it('reports the expression when it finds no value for a parameter', async () => {
    const text = await run('log_activity', { text: '{{ $json.note }}' }, [], [{ taskId: 'a' }])
    expect(text.outcome.error).toBe('act: Missing field "$json.note"')
    const target = await run('log_activity', { taskId: '{{ $json.card.id }}', text: 'x' }, [])
    expect(target.outcome.error).toBe('act: Missing field "$json.card.id"')
  })

  it('fails the node when the expression of an optional parameter finds nothing', async () => {
    const items = [{ taskId: 'own', rewritten: 'New text' }]
    for (const [type, field] of [
      ['update_task', 'taskId'],
      ['log_activity', 'taskId'],
      ['read_tasks', 'tag'],
    ] as const) {
      const given = { text: 'x', [field]: '{{ $json.other.id }}' }
      const { outcome, asked } = await run(type, given, [], items)
      expect(outcome).toMatchObject({
        status: 'failed',
        error: 'act: Missing field "$json.other.id"',
      })
      expect(asked, type).toEqual([])
    }
    const inside = await run('log_activity', { text: 'About {{ $json.other.id }}.' }, [], items)
    expect(inside.asked).toMatchObject([{ input: { taskId: 'own', entry: { body: 'About .' } } }])
  })

  it('halts if a text is empty or too long', async () => {
    const empty = await run('log_activity', { text: ' ' }, [], [{ taskId: 'a' }])
    expect(empty).toMatchObject({
      outcome: { status: 'failed' },
      nodes: { act: { status: 'failed' } },
      asked: [],
    })
    const long = await run(
      'log_activity',
      { bodyKey: 'text' },
      [],
      [{ taskId: 'a', text: 'x'.repeat(20_001) }],
    )
    expect(long.nodes['act']?.error).toContain('20001 characters')
    const missing = await run('log_activity', { bodyKey: 'text' }, [], [{ taskId: 'a' }])
    expect(missing.nodes['act']?.error).toBe('Missing field "text"')
  })

  it('writes the reason when it closes a failed run', async () => {
    const { asked, ports } = boardWith([])
    const flow = graph(
      [
        start,
        node('b', 'boom'),
        node('log', 'log_activity', { taskId: 'a', bodyKey: 'text' }, { runOnFailure: true }),
      ],
      [edge('start', 'b'), edge('b', 'log')],
    )
    await recordedRun(flow, { ports })
    expect(asked).toMatchObject([{ input: { taskId: 'a', entry: { body: 'b: it broke' } } }])
  })

  it('writes its own text before the reason, unless the text has missing references', async () => {
    for (const [text, body] of [
      ['The night run ended', 'The night run ended: b: it broke'],
      ['Done: {{ $json.title }}', 'b: it broke'],
    ]) {
      const { asked, ports } = boardWith([])
      const log = node('log', 'log_activity', { taskId: 'a', text }, { runOnFailure: true })
      const flow = graph([start, node('b', 'boom'), log], [edge('start', 'b'), edge('b', 'log')])
      await recordedRun(flow, { ports })
      expect(asked).toMatchObject([{ input: { entry: { body } } }])
    }
  })
})

it('registers no board nodes until the board responds', () => {
  const without = createRegistry(closedPorts, allNodes)
  expect(without.lookup('read_tasks')).toBeUndefined()
  expect(without.descriptors().map((each) => each.type)).not.toContain('log_activity')
  const { ports } = boardWith([])
  const withBoard = createRegistry({ ...closedPorts, ...ports }, allNodes)
  expect(withBoard.lookup('read_tasks')?.type).toBe('read_tasks')
})
