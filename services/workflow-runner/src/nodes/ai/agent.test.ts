import type { Card, WorkflowItem } from '@atrium/contracts'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { type FakeReply, startFakeModel, toData, toWords } from '../../../test/fake-model.ts'
import { edge, graph, node } from '../../../test/graphs.ts'
import { postingBoard } from '../../../test/posting-board.ts'
import { aPost } from '../../../test/publishing-world.ts'
import { recordedRun } from '../../../test/recorded-run.ts'
import { PageError } from '../../pages/page-error.ts'
import type { PageReader } from '../../pages/page-reader.ts'
import { withoutChainParams } from '../../workflows/chain-params.ts'
import type { BoardPort } from '../ports.ts'

const model = await startFakeModel()
afterAll(() => model.stop())
beforeEach(() => {
  model.calls.length = 0
  model.refunded.length = 0
})

const read: string[] = []
const pages: PageReader = {
  async read(url) {
    read.push(url)
    return {
      title: 'A page',
      text: 'The page says 42 EUR',
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
  items: readonly WorkflowItem[] = [{ json: { title: 'x' } }],
  board: Partial<BoardPort> = {},
  reader: PageReader | null = pages,
) {
  read.length = 0
  const world = postingBoard()
  if (world.ports.board === null) throw new Error('the board is open')
  const flow = graph(
    [node('start', 'trigger.manual'), node('act', 'agent', params)],
    [edge('start', 'act')],
  )
  const { outcome, nodes } = await recordedRun(flow, {
    seeds: { start: [...items] },
    ports: {
      models: model.port,
      pages: reader,
      board: { ...world.ports.board, ...board },
      searchInvoicing: async () => ({
        items: [
          {
            type: 'customer',
            id: 'cus_1',
            title: 'Harbour',
            subtitle: 'harbour@example.com',
            href: '/customers/cus_1',
          },
          { type: 'invoice', id: 'inv_1', title: 'INV-1', subtitle: '', href: '/invoices/inv_1' },
        ],
      }),
    },
  })
  return {
    outcome,
    record: nodes['act'],
    items: nodes['act']?.sample?.items ?? [],
    asked: world.asked,
  }
}
const use = (name: string, input: Record<string, unknown>): FakeReply => ({
  tools: [{ name, input }],
})
const inTurn = (...replies: FakeReply[]) =>
  model.rule((_call, count) => replies[Math.min(count, replies.length) - 1] ?? { text: 'done' })

describe('agent', () => {
  it('reads pages, finds cards and customers, creates a card and responds', async () => {
    inTurn(
      use('scrape', { url: 'https://example.com/a' }),
      use('search_cards', { q: 'bread' }),
      use('search_customers', { q: 'harbour' }),
      use('create_task', { title: 'Pay 42 EUR', body: 'As the page says' }),
      { text: 'A card was made for 42 EUR' },
    )
    const { outcome, items, asked, record } = await run({
      prompt: 'Read https://example.com/a and make a card',
    })
    expect(outcome.status).toBe('completed')
    expect(read).toEqual(['https://example.com/a'])
    expect(asked).toMatchObject([
      { what: 'card', input: { card: { title: 'Pay 42 EUR' }, key: 'run_1:act:0:card:0' } },
    ])
    expect(items).toMatchObject([
      { json: { text: 'A card was made for 42 EUR', cards: ['task_1'] } },
    ])
    const results = model.calls
      .at(-1)
      ?.messages.flatMap((each) => (each.role === 'tool' ? [each.result] : []))
    expect(results?.[2]).toBe('[{"id":"cus_1","name":"Harbour","about":"harbour@example.com"}]')
    expect(record?.usage).toMatchObject({ calls: 5, credits: 5 })
    expect(model.calls.map(({ idempotencyKey }) => idempotencyKey)).toEqual(
      [1, 2, 3, 4, 5].map((n) => `run_1:act:0:${n}`),
    )
  })

  it('creates a card from a title alone, even if the model adds other fields', async () => {
    inTurn(use('create_task', { title: 'Call the mill', priority: 'high' }), { text: 'Made' })
    const { asked } = await run({ prompt: 'Make a card' })
    expect(asked).toMatchObject([
      { what: 'card', input: { card: { title: 'Call the mill', body: '' } } },
    ])
  })

  it('offers no tools if the graph lists none', async () => {
    model.rule(() => ({ text: 'An answer' }))
    await run({ prompt: 'Think', tools: [] })
    expect(model.calls[0]?.tools).toEqual([])
  })

  it('offers create_task by default only if the item belongs to the organisation', async () => {
    model.rule(() => ({ text: 'An answer' }))
    await run({ prompt: 'Think' }, [
      { json: {} },
      { json: {}, externalId: 'm', source: { scheme: 'mailbox' } },
      { json: {}, externalId: 'c', source: { scheme: 'board' } },
    ])
    const offered = model.calls.map(({ tools }) =>
      tools.map(({ name }) => name).includes('create_task'),
    )
    expect(offered.toSorted()).toEqual([false, true, true])
  })

  it('removes the tools at the last step and fails if the agent never responds', async () => {
    model.rule((call) => (call.tools.length > 0 ? use('search_cards', { q: 'x' }) : { text: '' }))
    const { record } = await run({ prompt: 'Loop', maxSteps: 3 })
    expect(model.calls).toHaveLength(3)
    expect(model.calls.at(-1)?.tools).toEqual([])
    expect(record?.message).toContain('no result in 3 steps')
    // The tools did their work, so the calls are not refunded.
    expect([model.refunded, record?.usage]).toMatchObject([[], { credits: 3 }])
  })

  it('stops at its cost limit', async () => {
    model.rule(() => use('search_cards', { q: 'x' }))
    const { record } = await run({ prompt: 'Loop', maxSteps: 20, maxCostUsd: 0.01 })
    expect(model.calls).toHaveLength(10)
    expect(record?.message).toContain('limit of 0.01 USD')
  })

  it('reads a card with its newest entries in chronological order', async () => {
    const card: Card = { ...aPost('task_9'), kind: 'contact', title: 'Ada', body: 'Likes rye' }
    const entry = (body: string) => ({
      id: body,
      kind: 'note',
      body,
      createdAt: '2026-01-01T00:00:00.000Z',
      author: { type: 'user' as const, id: 'usr_1' },
    })
    const limits: (number | undefined)[] = []
    model.rule(() => ({ text: 'Call Ada' }))
    const { items } = await run({ prompt: 'What next?', tools: [], taskId: 'task_9' }, undefined, {
      getCards: async () => ({ items: [card] }),
      readTimeline: async ({ limit }) => {
        limits.push(limit)
        return { items: [entry('second'), entry('first')] }
      },
    })
    expect(limits).toEqual([10])
    const [call] = model.calls
    if (call === undefined) throw new Error('no call')
    expect(toData(call)).toMatch(/Likes rye[\s\S]*first[\s\S]*second/)
    expect(toWords(call)).not.toContain('Likes rye')
    expect(items).toMatchObject([{ json: { text: 'Call Ada' } }])
  })

  it('keeps a long response whole if a chain asks for it, and ignores the request on a canvas', async () => {
    const long = 'word '.repeat(3_900).trim()
    model.rule(() => ({ text: long }))
    const cut = await run({ prompt: 'Write' })
    expect(String(cut.items[0]?.json['text']).length).toBeLessThan(2_000)
    const params = { prompt: 'Write', tools: [], sampleBytes: 65_536 }
    expect((await run(params)).items[0]?.json['text']).toBe(long)
    const saved = withoutChainParams(graph([node('act', 'agent', params)]))
    expect(saved.nodes[0]?.params).toEqual({ prompt: 'Write', tools: [] })
  })

  it('refuses a response if its address appears nowhere in the material', async () => {
    model.rule(() => ({ text: 'See https://evil.example/?d=cus_1' }))
    const { items, record } = await run({ prompt: 'Think' })
    expect(items).toEqual([])
    expect(record?.message).toContain('https://evil.example/?d=cus_1')
    expect(model.calls).toHaveLength(2)
    expect(model.refunded).toEqual(model.calls.map(({ idempotencyKey }) => idempotencyKey))
    expect(record?.usage).toMatchObject({ calls: 2, credits: 0 })
  })

  it.each<[string, string, PageReader | null, string]>([
    [
      'the task does not name the address',
      'https://other.example/',
      pages,
      'Refused: The task and its item do not name this address',
    ],
    [
      'the installation reads no pages',
      'https://example.com/a',
      null,
      'Refused: Reading pages is not set up on this installation',
    ],
    [
      'the page cannot be read',
      'https://example.com/a',
      {
        read: async () => {
          throw new PageError('The page is too large')
        },
      },
      'Refused: The page is too large',
    ],
  ])(
    'tells the model and the run why scrape is refused if %s',
    async (_when, url, reader, note) => {
      inTurn(use('scrape', { url }), { text: 'Nothing was read' })
      const { items } = await run({ prompt: 'Read https://example.com/a' }, undefined, {}, reader)
      expect(read).toEqual([])
      expect(items).toMatchObject([
        { json: { steps: [{ tool: 'scrape', input: { url }, outcome: 'refused', note }] } },
      ])
      expect(model.calls.at(-1)?.messages.at(-1)).toMatchObject({ role: 'tool', result: note })
    },
  )
})
