import {
  type Card,
  CompleteModel,
  ConnectStatus,
  commonErrors,
  GetCards,
  LinkCaptured,
  ModelStatus,
  UpdateCard,
} from '@atrium/contracts'
import { emit, inTransaction } from '@atrium/database'
import { rpcHandler } from '@atrium/messaging'
import { eventually } from '@atrium/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FakeRules, fakeAnswers } from './fake-model.ts'
import { type Harness, startHarness } from './harness.ts'
import { aPost } from './publishing-world.ts'
import { startStandIn } from './stand-in.ts'
import { articlePage, startWeb } from './web.ts'

const web = await startWeb()
const cards = new Map<string, Card>()
const rules: FakeRules = { reply: () => ({ fail: 'no_model' }) }
const answers = fakeAnswers(rules)
let harness: Harness
const stops: (() => Promise<void>)[] = []

beforeAll(async () => {
  harness = await startHarness([], { FETCH_PRIVATE_ADDRESSES: 'loopback' })
  const status = { platform: 'none' as const, managed: true, speech: false, channels: true }
  const connect = await startStandIn(harness.env, 'connect', [
    rpcHandler(ConnectStatus, async () => ({ publishing: false, networks: [] })),
    rpcHandler(ModelStatus, async () => ({ ...status, chosen: null, failure: null })),
    rpcHandler(CompleteModel, async (call) => answers.complete(call)),
  ])
  const board = await startStandIn(harness.env, 'board', [
    rpcHandler(GetCards, async ({ ids }) => ({ items: ids.flatMap((id) => cards.get(id) ?? []) })),
    rpcHandler(UpdateCard, async ({ taskId, patch, addTags, failure }) => {
      const card = cards.get(taskId)
      if (card === undefined) throw commonErrors.not_found()
      const { status: next = card.status } = patch
      const fields = {
        ...card.fields,
        ...patch.fields,
        ...(failure === undefined ? {} : { failure }),
      }
      const changed = { ...card, status: next, fields, tags: [...card.tags, ...(addTags ?? [])] }
      cards.set(taskId, changed)
      return { card: changed }
    }),
  ])
  stops.push(connect.stop, board.stop)
  await eventually(async () => {
    const { body } = await harness
      .caller()
      .call<{ items: { type: string }[] }>('GET', '/api/workflows/nodes')
    const types = body.items.map(({ type }) => type)
    expect(types).toEqual(expect.arrayContaining(['enrich', 'update_link']))
  })
})
afterAll(async () => {
  web.stop()
  for (const stop of stops) await stop()
  await harness.stop()
})

async function enriched(taskId: string, url: string): Promise<Card | undefined> {
  const { post: _, ...card } = aPost(taskId)
  const { orgId } = harness.caller().principal
  cards.set(taskId, {
    ...card,
    kind: 'link',
    status: 'enriching',
    title: '',
    body: '',
    fields: { url },
    orgId: orgId ?? '',
  })
  await inTransaction(harness.db, undefined, (tx) =>
    emit(tx, LinkCaptured, orgId, { taskId, url, canonicalUrl: url, ownerId: 'usr_ada' }),
  )
  return eventually(() => {
    const found = cards.get(taskId)
    expect(['enriched', 'failed']).toContain(found?.status)
    return found
  }, 20_000)
}
const page = (path: string) =>
  web.page(path, articlePage('Bread', 8, '<meta name="description" content="Of the page">'))

it('writes the model’s summary and tags to a captured link', async () => {
  rules.reply = () => ({
    object: { usable: true, reason: '', summary: 'Of the model', tags: ['bread'] },
  })
  expect(await enriched('task_1', page('/a'))).toMatchObject({
    status: 'enriched',
    tags: ['bread'],
    fields: { summary: 'Of the model', pageTitle: 'Bread' },
  })
  expect(answers.calls[0]).toMatchObject({ userId: 'usr_ada', task: 'analyze_content' })
})

it('files the link as failed with the reason when the model declines the page', async () => {
  rules.reply = () => ({ object: { usable: false, reason: 'A wall', summary: '', tags: [] } })
  const card = await enriched('task_2', page('/b'))
  expect(card).toMatchObject({
    status: 'failed',
    fields: { failure: expect.stringContaining('A wall') },
  })
})

it('uses the page’s own title and description if there is no model, and fails the card if the page has none', async () => {
  rules.reply = () => ({ fail: 'no_model', message: 'None' })
  expect(await enriched('task_3', page('/c'))).toMatchObject({
    status: 'enriched',
    fields: { summary: 'Of the page' },
  })
  const bare = await enriched('task_5', web.page('/e', articlePage('Bread', 8)))
  expect(bare).toMatchObject({
    status: 'failed',
    fields: { failure: 'None. The page has no description of its own.' },
  })
})

it('files the link with the real reason when a model call fails', async () => {
  rules.reply = () => ({ fail: 'provider_refused', message: 'Not this page' })
  const card = await enriched('task_4', page('/d'))
  expect(card?.status).toBe('failed')
  expect(card?.fields['failure']).toContain('Not this page')
})
