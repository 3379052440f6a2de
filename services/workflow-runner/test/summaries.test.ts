import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { edge, graph, node } from './graphs.ts'
import { startHarness } from './harness.ts'

const harness = await startHarness()
afterAll(() => harness.stop())

interface Summary {
  id: string
  name: string
  nextRunAt: string | null
  lastRun: { id: string; status: string } | null
  problems: { code: string; path: string; message: string }[]
  sentence: string
}
interface Page {
  items: Summary[]
  total: number
  limit: number
  offset: number
}

it('describes each workflow in words, and again when its graph changes', async () => {
  const caller = harness.caller()
  const paid = node('paid', 'trigger.event', { eventType: 'invoice.paid' })
  const steps = [paid, node('note', 'log_activity', { taskId: 'tsk_1', text: 'Paid' })]
  const id = await caller.create(graph(steps, [edge('paid', 'note')]), 'Paid')
  const readSentence = async () =>
    (await caller.call<Page>('GET', '/api/workflows?view=summary')).body.items[0]?.sentence
  expect(await readSentence()).toBe('When an invoice is paid, add a note to the card.')
  await caller.call('PATCH', `/api/workflows/${id}`, { graph: graph([paid]) })
  expect(await readSentence()).toBe('When an invoice is paid, nothing happens yet.')
})

it('returns the next firing, last run and problems of a workflow without its graph', async () => {
  const caller = harness.caller()
  const summaries = async (more = '') =>
    (await caller.call<Page>('GET', `/api/workflows?view=summary${more}`)).body
  const yearly = { cron: '0 0 1 1 *', tz: 'UTC' }
  const good = await caller.create(
    graph([node('tick', 'trigger.schedule', yearly), node('start', 'trigger.manual')]),
    'Good',
  )
  const broken = await caller.create(
    graph([node('x', 'no_such_node'), node('y', 'if', {})], [edge('x', 'gone')]),
    'Broken',
  )
  const page = await summaries()
  expect(page).toMatchObject({ total: 2, limit: 25, offset: 0 })
  expect(page).not.toHaveProperty('view')
  expect(page.items.map(({ id }) => id)).toEqual([broken, good])
  for (const item of page.items) expect(item).not.toHaveProperty('graph')
  expect(page.items[1]).toMatchObject({ nextRunAt: null, lastRun: null, problems: [] })
  expect(new Set(page.items[0]?.problems.map(({ code }) => code))).toEqual(
    new Set(['no_trigger', 'unregistered_node', 'dangling_edge', 'invalid_params']),
  )

  await caller.call('PATCH', `/api/workflows/${good}`, { active: true })
  const { id: runId } = await caller.runToEnd(good)
  const active = (await summaries()).items[1]
  expect(active).toMatchObject({ active: true, lastRun: { id: runId, status: 'completed' } })
  expect(active?.lastRun).not.toHaveProperty('nodes')
  expect(active?.nextRunAt).toMatch(/-01-01T00:00:00\.000Z$/)
  await caller.call('PATCH', `/api/workflows/${broken}`, {
    graph: graph([node('a', 'trigger.manual')]),
  })
  expect((await summaries()).items[0]).toMatchObject({ problems: [] })
  expect((await summaries('&limit=1&offset=1')).items.map(({ id }) => id)).toEqual([good])
})

it('hides another org’s workflows, and lists the others even if a row has no graph', async () => {
  const caller = harness.caller()
  const id = await caller.create(graph([node('start', 'trigger.manual')]))
  await sql`update workflows set graph = '"poison"' where id = ${id}`.execute(harness.db)
  const answer = await caller.call<Page>('GET', '/api/workflows?view=summary')
  expect(answer.body.items).toMatchObject([{ id, problems: [] }])
  const stranger = await harness.caller().call<Page>('GET', '/api/workflows?view=summary')
  expect(stranger.body).toMatchObject({ items: [], total: 0 })
  expect((await caller.call('GET', '/api/workflows?view=other')).status).toBe(400)
})

it('finds workflows by the words of their names and descriptions', async () => {
  const caller = harness.caller()
  const start = graph([node('start', 'trigger.manual')])
  const thanks = await caller.create(start, 'Thank clients')
  await caller.call('PATCH', `/api/workflows/${thanks}`, {
    description: 'When an invoice is paid, 100%',
  })
  const posts = await caller.create(start, 'Publish_posts')
  const found = async (q: string, by = caller) =>
    (
      await by.call<Page>('GET', `/api/workflows?view=summary&q=${encodeURIComponent(q)}`)
    ).body.items.map(({ id }) => id)
  expect(await found(' INVOICE thank')).toEqual([thanks])
  expect(await found('invoice posts')).toEqual([])
  expect(await found('100%')).toEqual([thanks])
  expect(await found('h_p')).toEqual([posts])
  expect(await found(' ')).toEqual([posts, thanks])
  expect(await found('thank', harness.caller())).toEqual([])
  expect((await caller.call('GET', `/api/workflows?q=${'x'.repeat(201)}`)).status).toBe(400)
  expect((await caller.call<Page>('GET', '/api/workflows?q=clients')).body.total).toBe(1)
})

it('finds workflows by folded words when names have accents or no blanks', async () => {
  const caller = harness.caller()
  const start = graph([node('start', 'trigger.manual')])
  const danish = await caller.create(start, 'Thank Søren')
  const japanese = await caller.create(start, 'Report')
  await caller.call('PATCH', `/api/workflows/${japanese}`, {
    description: '今月の売上 in Müllheim',
  })
  const found = async (q: string, by = caller) =>
    (await by.call<Page>('GET', `/api/workflows?q=${encodeURIComponent(q)}`)).body.items.map(
      ({ id }) => id,
    )
  expect(await found('SOREN')).toEqual([danish])
  expect(await found('Søren thank')).toEqual([danish])
  expect(await found('売上')).toEqual([japanese])
  expect(await found('mullheim 今月')).toEqual([japanese])
  // A combining mark alone folds to an empty text.
  expect(await found('\u0301')).toEqual([])
  expect(await found('soren', harness.caller())).toEqual([])
  await caller.call('PATCH', `/api/workflows/${danish}`, { name: 'Thank Zoë' })
  expect([await found('soren'), await found('zoe')]).toEqual([[], [danish]])
})
