import type { WorkflowItem } from '@atrium/contracts'
import { expect, it } from 'vitest'
import { edge, graph, node } from '../../../test/graphs.ts'
import { aMail, mailWorld } from '../../../test/mail-world.ts'
import { postingBoard } from '../../../test/posting-board.ts'
import { reader, record } from '../../../test/reading-node.ts'
import { memoryReads, recordedRun, testNode } from '../../../test/recorded-run.ts'

/** Builds a step that leaves the items with these titles. */
function leaving(refused: ReadonlySet<string>) {
  return testNode('leaving', (items, _params, context) => {
    const isLeft = (item: WorkflowItem) => refused.has(String(item.json['title']))
    const left = [...items.keys()].filter((at) => isLeft(items[at] ?? { json: {} }))
    const main = items
      .filter((item) => !isLeft(item))
      .map((item) => context.derive(item, { json: { ...item.json, seen: true } }))
    return {
      outputs: { main },
      incomplete: left.length > 0,
      left: left.map((at) => ({ at, reason: 'No' })),
    }
  })
}

function mailFlow(
  world: ReturnType<typeof mailWorld>,
  between: string,
  params: Record<string, unknown> = {},
) {
  const refused = new Set<string>()
  const reads = memoryReads()
  let watermarks: Record<string, unknown> = {}
  const flow = graph(
    [
      node('start', 'trigger.manual'),
      node('mail', 'read_mailbox', { connector: 'chn_1', ...params }),
      node('between', between),
      node('act', 'leaving'),
    ],
    [edge('start', 'mail'), edge('mail', 'between'), edge('between', 'act')],
  )
  const rewrap = testNode('rewrap', (items, _params, context) => ({
    outputs: {
      main: items.map((item) => context.derive(item, { json: { ...item.json, wrapped: true } })),
    },
  }))
  const lose = testNode('lose', (items) => ({
    outputs: { main: items.slice(0, 2).map(({ json }) => ({ json })) },
  }))
  const run = async () => {
    const given: string[] = []
    const watch = testNode('watch', (items) => {
      given.push(...items.flatMap(({ externalId }) => externalId ?? []))
      return { outputs: { main: items } }
    })
    const nodes = [leaving(refused), rewrap, lose, watch]
    const result = await recordedRun(flow, { ports: world.ports, nodes, reads, watermarks })
    if (result.outcome.status === 'completed') watermarks = result.outcome.watermarks
    const { outcome, nodes: records } = result
    return { given, mail: records['mail'], act: records['act'], outcome }
  }
  return { refused, reads, run }
}

const mails = (count: number) =>
  Array.from({ length: count }, (_, at) => aMail(`m${at}`, (at + 1) * 10_000_000))

it('offers an item again in the next run when a later node left it', async () => {
  const world = mailWorld(mails(3))
  const { refused, run } = mailFlow(world, 'watch')
  refused.add('Mail m1')
  const first = await run()
  expect(first.given).toEqual(['m0', 'm1', 'm2'])
  expect(first.mail?.incomplete).toBe(false)
  const second = await run()
  expect(second.given).toEqual(['m1'])
  expect(second.mail).toMatchObject({
    incomplete: true,
    message: expect.stringContaining('1 offered again'),
  })
  refused.clear()
  expect((await run()).given).toEqual(['m1'])
  const last = await run()
  expect([last.given, last.mail?.incomplete]).toEqual([[], false])
})

it('finds the original message when a node in between derives new items', async () => {
  const world = mailWorld(mails(2))
  const { refused, reads, run } = mailFlow(world, 'rewrap')
  refused.add('Mail m0')
  await run()
  expect((await reads.waiting('mail:chn_1', 10)).due).toEqual(['m0'])
})

it('offers every message again when a node in between loses the origin of its items', async () => {
  const world = mailWorld(mails(3))
  const { refused, reads, run } = mailFlow(world, 'lose')
  refused.add('Mail m0')
  await run()
  expect((await reads.waiting('mail:chn_1', 10)).due).toEqual(['m0', 'm1', 'm2'])
})

it('reads new messages even if as many old ones wait as a run may read', async () => {
  const world = mailWorld(mails(4))
  const { refused, run } = mailFlow(world, 'watch', { limit: 4 })
  for (const { id } of world.messages) refused.add(`Mail ${id}`)
  await run()
  world.messages.push(aMail('new', 90_000_000), aMail('newer', 91_000_000))
  const second = await run()
  expect(second.given).toEqual(['m0', 'm1', 'new', 'newer'])
})

it('forgets a waiting message when it is deleted', async () => {
  const world = mailWorld(mails(2))
  const { refused, reads, run } = mailFlow(world, 'watch')
  refused.add('Mail m1')
  await run()
  world.messages.splice(1, 1)
  expect((await run()).given).toEqual([])
  expect((await reads.waiting('mail:chn_1', 10)).due).toEqual([])
})

it('keeps the item of a failed run waiting if the item’s parameters are invalid', async () => {
  const world = mailWorld(mails(1))
  const reads = memoryReads()
  const flow = graph(
    [
      node('start', 'trigger.manual'),
      node('mail', 'read_mailbox', { connector: 'chn_1' }),
      node('fields', 'set_fields', { fields: [{ name: 'a', value: '{{ $json.none }}' }] }),
    ],
    [edge('start', 'mail'), edge('mail', 'fields')],
  )
  const { outcome } = await recordedRun(flow, { ports: world.ports, reads })
  expect(outcome).toMatchObject({
    status: 'failed',
    reads: [
      {
        items: [
          { id: 'm0', waiting: true, title: 'Mail m0', reason: 'Missing field "$json.none"' },
        ],
      },
    ],
  })
})

it('counts an attempt for each text that log_activity refuses in a failed run', async () => {
  const world = mailWorld(mails(2))
  const flow = graph(
    [
      node('start', 'trigger.manual'),
      node('mail', 'read_mailbox', { connector: 'chn_1' }),
      node('log', 'log_activity', { taskId: 'task_1', text: ' ' }),
    ],
    [edge('start', 'mail'), edge('mail', 'log')],
  )
  const { outcome } = await recordedRun(flow, {
    ports: { ...postingBoard().ports, ...world.ports },
  })
  const reason = 'The text is empty, so there is nothing to write'
  expect(outcome).toMatchObject({
    status: 'failed',
    reads: [{ items: ['m0', 'm1'].map((id) => ({ id, waiting: true, reason })) }],
  })
})

it.each<[string, string, Record<string, unknown>]>([
  ['by key', 'merge', { mode: 'by_key', key: 'k' }],
  ['by position', 'merge', { mode: 'by_position' }],
  [
    'with all rows of a key in one item',
    'merge',
    { mode: 'by_key', key: 'k', duplicates: 'combined' },
  ],
  [
    'into a group',
    'aggregate',
    { groupBy: ['k'], compute: [{ operation: 'first', field: 'title', as: 'title' }] },
  ],
])(
  'leads a refusal back to every reading step when items are joined %s',
  async (_, type, params) => {
    const left = reader('left', 'left', [
      record('l1', { k: 1, title: 'no' }),
      record('l2', { k: 2, title: 'fine' }),
    ])
    const right = reader('right', 'right', [
      record('r1', { k: 1, b: 1 }),
      record('r2', { k: 2, b: 2 }),
    ])
    const drawn = graph(
      [
        node('start', 'trigger.manual'),
        node('l', 'left'),
        node('r', 'right'),
        node('join', type, params),
        node('act', 'leaving'),
      ],
      [
        edge('start', 'l'),
        edge('start', 'r'),
        edge('l', 'join'),
        edge('r', 'join'),
        edge('join', 'act'),
      ],
    )
    const reads = memoryReads()
    const nodes = [left, right, leaving(new Set(['no']))]
    const { outcome } = await recordedRun(drawn, { nodes, reads })
    expect(outcome.status).toBe('completed')
    expect((await reads.waiting('left', 10)).due).toEqual(['l1'])
    expect((await reads.waiting('right', 10)).due).toEqual(['r1'])
  },
)

it('takes linear time when many items share one key', async () => {
  const side = (name: string, count: number) =>
    Array.from({ length: count }, (_, at) =>
      record(`${name}${at}`, { k: 1, title: at === 0 ? 'no' : 'fine' }),
    )
  const drawn = graph(
    [
      node('start', 'trigger.manual'),
      node('l', 'left'),
      node('r', 'right'),
      node('join', 'merge', { mode: 'by_key', key: 'k', duplicates: 'combined' }),
      node('act', 'leaving'),
    ],
    [
      edge('start', 'l'),
      edge('start', 'r'),
      edge('l', 'join'),
      edge('r', 'join'),
      edge('join', 'act'),
    ],
  )
  const reads = memoryReads()
  const nodes = [
    reader('left', 'left', side('l', 5_000)),
    reader('right', 'right', side('r', 5_000)),
    leaving(new Set(['fine'])),
  ]
  await recordedRun(drawn, { nodes, reads })
  expect((await reads.waiting('right', 6_000)).due).toHaveLength(5_000)
})
