import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { callApi } from './api.ts'
import { expectFineInEveryLook, takeEveryLook } from './looks.ts'
import { enter } from './person.ts'
import { test } from './story.ts'

const read = async (page: Page, path: string) => (await callApi(page, 'GET', path)).body
const readTotal = async (page: Page, path: string): Promise<unknown> =>
  (await read(page, path))['total']
const activeOrg = async (page: Page) =>
  (await read(page, '/api/me'))['org'] as { id: string; name: string }

/** Every page that lists records, and a text of the sample on it. */
const filled = [
  ['/board', 'The first rye of the season is out of the oven.'],
  ['/posts?view=upcoming', 'Croissants and coffee before the first ferry'],
  ['/files', 'rye-bread.jpg'],
  ['/channels', 'Harbour Bakery'],
  ['/sites', 'Bread of the day'],
  ['/events', 'Open bakery day'],
  ['/estimates', 'Winter Events'],
  ['/customers', 'Pier 9 Bistro'],
  ['/products', 'Bread delivery'],
  ['/subscriptions', 'Hotel Beaurivage'],
  ['/bank', 'Hotel Beaurivage'],
  ['/workflows', 'Sort orders'],
  ['/approvals', 'Bake 600 rolls for Hotel Beaurivage?'],
  ['/writing-guides', 'Voice of the bakery'],
  ['/agent-tasks', 'Add the opening hours of the winter market'],
  ['/notifications', 'Sailing club, canteen'],
] as const

// The test opens every page of the product, which takes minutes on a busy machine.
test('fills an empty organisation with sample data and removes all of it with one click', {
  timeout: 600_000,
}, async ({ page }) => {
  await enter(page, 'Own Studio')
  const own = await activeOrg(page)
  await page.getByRole('button', { name: 'Explore with sample data' }).click()
  await page.getByText('Welcome').waitFor()
  await page.getByRole('button', { name: 'Remove sample data' }).waitFor()
  await page.getByText('The sample data is ready').waitFor({ timeout: 180_000 })
  const sample = await activeOrg(page)
  expect(sample.id).not.toBe(own.id)
  await expectFineInEveryLook(page, 'sample-home')

  expect(await readTotal(page, '/api/customers')).toBe(6)
  const { counts } = await read(page, '/api/invoicing/summary')
  expect(counts).toMatchObject({
    draft: 2,
    open: 4,
    paid: 4,
    void: 1,
    uncollectible: 1,
    overdue: 1,
  })
  const { items: invoices } = await read(page, '/api/invoicing?q=lumi&status=open')
  expect(invoices).toMatchObject([
    { totalAmountCents: 27_430, creditedCents: 13_715, amountDueCents: 13_715 },
  ])

  expect(await readTotal(page, '/api/tasks?kind=task')).toBeGreaterThanOrEqual(8)
  const posts = { draft: 5, handed_off: 1, posted_by_hand: 2, posted: 1, reviewed: 3 }
  for (const [status, total] of Object.entries(posts))
    expect(await readTotal(page, `/api/tasks?kind=post&status=${status}`), status).toBe(total)
  const { items: workflows } = await read(page, '/api/workflows?view=summary')
  const byName = new Map(
    (
      workflows as { id: string; name: string; problems: []; lastRun: { status: string } | null }[]
    ).map((each) => [each.name, each]),
  )
  const ended = ['Sort orders', 'Thank for payments', 'Weekly review']
  expect([...byName.keys()]).toEqual(expect.arrayContaining(['Ask before a large order', ...ended]))
  for (const name of ended) {
    const { problems, lastRun } = byName.get(name) ?? {}
    expect({ problems, lastRun }).toMatchObject({ problems: [], lastRun: { status: 'completed' } })
  }
  const { items: runs } = await read(page, `/api/workflows/${byName.get('Weekly review')?.id}/runs`)
  expect((runs as { status: string }[]).map(({ status }) => status)).toEqual([
    'completed',
    'failed',
  ])

  for (const [path, shown] of filled) {
    await page.goto(path)
    await page.getByText(shown).first().waitFor()
    await takeEveryLook(page, `sample-${path.replaceAll(/\W+/g, '-').replace(/^-/, '')}`)
  }

  await page.goto('/invoices')
  await page.getByRole('link', { name: /^Pier 9 Bistro.*Written off/ }).waitFor()
  await page.getByRole('link', { name: /^Café Lumière.*€137.15 credited.*€137.15 due/ }).waitFor()
  await expectFineInEveryLook(page, 'sample-invoices')
  await page.goto('/invoices/summary')
  await page.getByRole('region', { name: 'Figures in EUR' }).getByText('€137.15').waitFor()
  await expectFineInEveryLook(page, 'sample-summary')
  await page.goto('/')

  await page.getByRole('button', { name: 'Remove sample data' }).click()
  await page.getByText('The sample data is removed').waitFor()
  await page.getByRole('button', { name: 'Explore with sample data' }).waitFor()
  expect(await activeOrg(page)).toEqual(own)
  for (const path of ['/api/customers', '/api/tasks', '/api/workflows', '/api/invoicing'])
    expect(await readTotal(page, path)).toBe(0)
  const back = await callApi(page, 'POST', '/api/auth/organization/set-active', {
    organizationId: sample.id,
  })
  expect(back.status).toBeGreaterThanOrEqual(400)
})
