import {
  AvailableChains,
  type Card,
  commonErrors,
  GetCards,
  LinkCaptured,
  UpdateCard,
} from '@atrium/contracts'
import { emit, inTransaction } from '@atrium/database'
import { type Bus, callRpc, rpcHandler } from '@atrium/messaging'
import { eventually } from '@atrium/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Harness, startHarness } from './harness.ts'
import { aPost } from './publishing-world.ts'
import { startStandIn } from './stand-in.ts'
import { articlePage, sentence, startWeb } from './web.ts'

const web = await startWeb()
const cards = new Map<string, Card>()
let harness: Harness
let bus: Bus
let stopBoard: () => Promise<void>

beforeAll(async () => {
  harness = await startHarness([], { FETCH_PRIVATE_ADDRESSES: 'loopback' })
  const board = await startStandIn(harness.env, 'board', [
    rpcHandler(GetCards, async ({ ids }) => ({ items: ids.flatMap((id) => cards.get(id) ?? []) })),
    rpcHandler(UpdateCard, async ({ taskId, patch, failure, ifStatus }) => {
      const card = cards.get(taskId)
      if (card === undefined) throw commonErrors.not_found()
      if (ifStatus !== undefined && !ifStatus.includes(card.status))
        throw commonErrors.precondition_failed()
      const { title = card.title, body = card.body, status = card.status } = patch
      const fields = {
        ...card.fields,
        ...patch.fields,
        ...(failure === undefined ? {} : { failure }),
      }
      const next = { ...card, title, body, status, fields }
      cards.set(taskId, next)
      return { card: next }
    }),
  ])
  ;({ bus, stop: stopBoard } = board)
  await eventually(async () => {
    expect((await callRpc(bus, AvailableChains, {})).kinds).toContain('link-enrichment')
  })
})
afterAll(async () => {
  web.stop()
  await stopBoard()
  await harness.stop()
})

async function captured(
  taskId: string,
  url: string,
  status: Card['status'] = 'enriching',
): Promise<string> {
  const { post: _, ...card } = aPost(taskId)
  const { orgId } = harness.caller().principal
  const title = new URL(url).host
  cards.set(taskId, {
    ...card,
    kind: 'link',
    status,
    title,
    body: '',
    fields: { url },
    orgId: orgId ?? '',
  })
  await inTransaction(harness.db, undefined, (tx) =>
    emit(tx, LinkCaptured, orgId, { taskId, url, canonicalUrl: url, ownerId: 'usr_ada' }),
  )
  return taskId
}
const settled = (taskId: string) =>
  eventually(() => {
    const card = cards.get(taskId)
    expect(['enriched', 'failed']).toContain(card?.status)
    return card
  }, 20_000)
const toRuns = (taskId: string) =>
  harness.db
    .selectFrom('runs')
    .select(['owner_id', 'queue', 'status', 'error'])
    .where('workflow_id', '=', `internal:link-enrichment:${taskId}`)
    .execute()

it('enriches a captured link with the title, description, picture and text of its page', async () => {
  const head =
    '<meta name="description" content="About bread"><meta property="og:image" content="/bread.jpg">'
  const url = web.page('/bread', articlePage('Bread', 8, head))
  expect(await settled(await captured('task_bread', url))).toMatchObject({
    status: 'enriched',
    title: 'Bread',
    body: expect.stringContaining(sentence),
    fields: { url, summary: 'About bread', image: `${web.url}/bread.jpg` },
  })
  await eventually(async () =>
    expect(await toRuns('task_bread')).toEqual([
      { owner_id: 'usr_ada', queue: 'workflow-run-adhoc', status: 'completed', error: null },
    ]),
  )
})

it('enriches a card from the page head if the page has little text', async () => {
  const url = web.page(
    '/video',
    '<title>A video</title><meta name="description" content="Two minutes">',
  )
  expect(await settled(await captured('task_video', url))).toMatchObject({
    status: 'enriched',
    title: 'A video',
    fields: { summary: 'Two minutes' },
  })
})

it('fails a link with the real reason if its page cannot be read', async () => {
  expect(await settled(await captured('task_gone', `${web.url}/gone`))).toMatchObject({
    status: 'failed',
    fields: { failure: 'Read page: The page responded with status 404' },
  })
  const inside = web.page('/inside', (_, response) =>
    response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end(),
  )
  const refused = 'Read page: We could not reach this website. Check the address.'
  expect((await settled(await captured('task_inside', inside)))?.fields['failure']).toBe(refused)
  await eventually(async () =>
    expect(await toRuns('task_inside')).toMatchObject([{ status: 'failed' }]),
  )
})

it('enriches a link that was captured as todo when its event arrives', async () => {
  const head = '<meta name="description" content="Of the page">'
  const url = web.page('/later', articlePage('Later', 8, head))
  expect(await settled(await captured('task_later', url, 'todo'))).toMatchObject({
    status: 'enriched',
    title: 'Later',
  })
})

it('hides the next action while no model is available', async () => {
  const { kinds } = await callRpc(bus, AvailableChains, {})
  expect(kinds).not.toContain('next-action')
})
