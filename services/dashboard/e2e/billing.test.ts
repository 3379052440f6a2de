import { expect } from 'vitest'
import { callApi } from './api.ts'
import { expectFineInEveryLook } from './looks.ts'
import { signUp } from './person.ts'
import { test } from './story.ts'

test('shows where credits were spent: by workflow and node, by model and by day', async ({
  page,
}) => {
  await signUp(page)
  const { body } = await callApi(page, 'POST', '/api/workflows', {
    name: 'Thank for a payment',
    graph: {
      nodes: [{ id: 'n1', type: 'analyze', name: 'Write the thanks', params: {} }],
      edges: [],
    },
  })
  const id = String(body['id'])
  // The test platform charges nothing, so the test fulfils the ledger's response.
  await page.route('**/api/credits/spend?**', (route) => {
    const by = new URL(route.request().url()).searchParams.get('by')
    const keys: Record<string, Array<[string | null, number, number]>> = {
      workflow: [
        [id, 320, 12],
        [null, 40, 3],
      ],
      node: [['n1', 320, 12]],
      model: [['gpt-5-mini', 360, 15]],
      day: [[new Date().toISOString().slice(0, 10), 360, 15]],
    }
    const items = (keys[by ?? ''] ?? []).map(([key, credits, calls]) => ({ key, credits, calls }))
    const credits = items.reduce((sum, item) => sum + item.credits, 0)
    return route.fulfill({ json: { credits, items, total: items.length, limit: 100, offset: 0 } })
  })
  await page.goto('/settings/billing')
  const used = page.getByRole('region', { name: 'Used this month' })
  await used.getByText('Outside of workflows').waitFor()
  await used.getByRole('button', { name: 'Steps of Thank for a payment' }).click()
  await used.getByText('Write the thanks').waitFor()
  await expectFineInEveryLook(page, 'billing')
  await used.getByText('Model', { exact: true }).click()
  await used.getByText('gpt-5-mini').waitFor()
  await used.getByText('Day', { exact: true }).click()
  await used.getByText('15 calls').waitFor()
})

test('tells how a payment ended when the user returns from it, and saves a spending limit with Enter', async ({
  page,
}) => {
  await signUp(page)
  await page.goto('/settings/billing?result=paid')
  await page.getByText('Thank you, the payment is done.').waitFor()
  await page.goto('/settings/billing?result=cancelled')
  await page.getByText('The payment was cancelled.').waitFor()
  const limit = page.getByRole('textbox', { name: 'All workflows' })
  await limit.fill('many')
  await limit.press('Enter')
  await page.getByText('A whole number, such as 5000').waitFor()
  await limit.press('Escape')
  await expect.poll(() => limit.inputValue()).toBe('')
  await limit.fill('5 000')
  await limit.press('Enter')
  const limits = async () => (await callApi(page, 'GET', '/api/credits/limits')).body
  await expect.poll(limits).toMatchObject({ monthlyCredits: 5_000, workflowMonthlyCredits: null })
  await expect.poll(() => limit.inputValue()).toBe('5000')
  await expectFineInEveryLook(page, 'billing-limits')
})
