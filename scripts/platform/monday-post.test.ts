import { type Channel, toSettledChannels } from '@atrium/contracts'
import type { Client } from '@atrium/sdk'
import { eventually } from '@atrium/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Publisher, startPublisher } from './publisher.ts'

let publisher: Publisher
let client: Client
let channel: Channel
beforeAll(async () => {
  publisher = await startPublisher('monday-post')
  client = publisher.client
  const params = {
    network: 'pagenet',
    id: (await publisher.consent('pagenet')).get('picker') ?? '',
  } as const
  const settled = await client.connect.settlePicker({ params, body: { pageId: '1001' } })
  channel = toSettledChannels(settled)[0] as Channel
})
afterAll(() => publisher?.stop())

const posts = () => publisher.sandbox.pagenet.pages.find(({ id }) => id === '1001')?.posts ?? []

async function buildTemplate(id: string) {
  return eventually(async () => {
    const found = (await client.workflows.listTemplates()).items.find((each) => each.id === id)
    if (found === undefined) throw new Error('not registered yet')
    return found
  })
}

/** Creates a workflow and runs it manually to its end. */
async function run(
  name: string,
  graph: Awaited<ReturnType<typeof buildTemplate>>['graph'],
  input?: object,
) {
  const { id } = await client.workflows.create({ body: { name, graph } })
  await client.workflows.update({ params: { id }, body: { active: true } })
  const body = input === undefined ? {} : { input: { ...input } }
  const { runId } = await client.workflows.run({ params: { id }, body })
  for await (const _ of client.workflows.watch(id, runId));
  const ended = await client.workflows.getRun({ params: { id, runId } })
  expect(ended, JSON.stringify(ended.nodes)).toMatchObject({ status: 'completed' })
  return ended
}

test('creates a post every Monday from its template, activates, schedules and publishes it', async () => {
  const { name, graph } = await buildTemplate('post-every-monday')
  const mine = { destination: channel.uri, text: 'Happy Monday', publishTimes: ['12am', '12pm'] }
  const nodes = graph.nodes.map((node) =>
    node.type === 'create_post' ? { ...node, params: { ...node.params, ...mine } } : node,
  )
  await run(name, { ...graph, nodes })
  const [card, ...others] = (await client.cards.list({ query: { kind: 'post' } })).items
  expect(others).toEqual([])
  expect(card).toMatchObject({
    status: 'reviewed',
    body: 'Happy Monday',
    post: { platform: 'pagenet', channelId: channel.id },
  })
  expect(Date.parse(card?.dueDate ?? '')).toBeGreaterThan(Date.now())
  expect(card?.dueDate).toMatch(/T(?:00|12):00:00\.000Z$/)
  const watched = await client.posts.publishAndWatch(card?.id ?? '')
  expect(watched.card.status).toBe('posted')
  expect(posts()).toMatchObject([{ message: 'Happy Monday' }])
})

test('dispatches one item to a card, a manual draft, a mail and a delivery', async () => {
  const endpoint = await client.webhookEndpoints.create({
    body: { url: 'https://hooks.example.com/in', events: ['task.created'] },
  })
  const to = [
    'board://contact',
    'manual://linkedin.com',
    'mailto:ada@example.com',
    `webhook://${endpoint.id}`,
  ]
  const position = { x: 0, y: 0 }
  const nodes = [
    { id: 'start', type: 'trigger.manual', name: 'start', params: {}, position },
    ...to.map((destination, at) => ({
      id: `to${at}`,
      type: 'dispatch',
      name: `to${at}`,
      params: { destination },
      position,
    })),
  ]
  const edges = to.map((_, at) => ({
    from: { node: at === 0 ? 'start' : `to${at - 1}`, output: 'main' },
    to: { node: `to${at}`, input: 'main' },
  }))
  const input = { title: 'Ada', summary: 'Wants a quote', email: 'ada@example.com' }
  const ended = await run('Dispatch', { nodes, edges }, input)
  expect(ended.nodes.at(-1)).toMatchObject({ itemsIn: 1, itemsOut: 1 })
  const contacts = (await client.cards.list({ query: { kind: 'contact' } })).items
  expect(contacts).toMatchObject([{ title: 'Ada', fields: { email: 'ada@example.com' } }])
  const drafts = (await client.cards.list({ query: { kind: 'post', status: 'draft' } })).items
  expect(drafts).toMatchObject([{ body: 'Wants a quote', destination: { scheme: 'manual' } }])
  const deliveries = await client.webhookEndpoints.deliveries({
    params: { id: endpoint.id },
    query: {},
  })
  expect(deliveries.items.map(({ eventType }) => eventType)).toContain('workflow.dispatched')
})
