import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { callApi } from './api.ts'
import { expectFineInEveryLook } from './looks.ts'
import { enter } from './person.ts'
import { test } from './story.ts'

const read = async (page: Page, path: string) => (await callApi(page, 'GET', path)).body
const readTotal = async (page: Page, path: string): Promise<unknown> =>
  (await read(page, path))['total']
const activeOrg = async (page: Page) =>
  (await read(page, '/api/me'))['org'] as { id: string; name: string }

test('fills an empty organisation with sample data and removes all of it with one click', async ({
  page,
}) => {
  await enter(page, 'Own Studio')
  const own = await activeOrg(page)
  await page.getByRole('button', { name: 'Explore with sample data' }).click()
  await page.getByText('Welcome').waitFor()
  await page.getByRole('button', { name: 'Remove sample data' }).waitFor()
  await page.getByText('The sample data is ready').waitFor()
  const sample = await activeOrg(page)
  expect(sample.id).not.toBe(own.id)
  await expectFineInEveryLook(page, 'sample-home')

  expect(await readTotal(page, '/api/customers')).toBe(6)
  const { counts } = await read(page, '/api/invoicing/summary')
  expect(counts).toMatchObject({
    draft: 2,
    open: 4,
    paid: 3,
    void: 1,
    uncollectible: 1,
    overdue: 1,
  })
  const { items: invoices } = await read(page, '/api/invoicing?q=lumi&status=open')
  expect(invoices).toMatchObject([
    { totalAmountCents: 27_430, creditedCents: 13_715, amountDueCents: 13_715 },
  ])

  expect(await readTotal(page, '/api/tasks?kind=task')).toBeGreaterThanOrEqual(8)
  for (const [status, total] of Object.entries({ draft: 5, handed_off: 1, posted_by_hand: 2 }))
    expect(await readTotal(page, `/api/tasks?kind=post&status=${status}`)).toBe(total)
  const { items: workflows } = await read(page, '/api/workflows?view=summary')
  const byName = new Map(
    (
      workflows as { id: string; name: string; problems: []; lastRun: { status: string } | null }[]
    ).map((each) => [each.name, each]),
  )
  expect([...byName.keys()].toSorted()).toEqual([
    'Sort orders',
    'Thank for payments',
    'Weekly review',
  ])
  for (const { problems, lastRun } of byName.values())
    expect({ problems, lastRun }).toMatchObject({ problems: [], lastRun: { status: 'completed' } })
  const { items: runs } = await read(page, `/api/workflows/${byName.get('Weekly review')?.id}/runs`)
  expect((runs as { status: string }[]).map(({ status }) => status)).toEqual([
    'completed',
    'failed',
  ])

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
