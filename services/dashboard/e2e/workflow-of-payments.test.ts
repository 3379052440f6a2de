import { expect } from 'vitest'
import { callApi } from './api.ts'
import { billACustomer, submit } from './bill-a-customer.ts'
import { addNode, drawn, inspector } from './drawing.ts'
import { expectFineInEveryLook, takeEveryLook } from './looks.ts'
import { signUp } from './person.ts'
import { test } from './story.ts'

test("adds a note to the customer's card and drafts a thank-you when an invoice is paid", async ({
  page,
}) => {
  await signUp(page)
  const { payPage, card } = await billACustomer(page)
  await page.goto('/workflows')
  await page.getByRole('button', { name: 'Create one yourself' }).click()
  await page.getByRole('button', { name: 'Event', exact: true }).click()
  const trigger = inspector(page, 'Event')
  await trigger.getByRole('combobox', { name: 'Event' }).fill('invoice was paid')
  await page.getByRole('option', { name: 'An invoice was paid' }).click()
  await addNode(page, 'log activity')
  const log = inspector(page, 'Log activity')
  await log.getByRole('textbox', { name: 'Card' }).fill(card)
  await log.getByRole('textbox', { name: 'Text' }).fill('Invoice {{ $json.nu')
  await page.getByRole('option', { name: 'Invoice number' }).first().click()
  await addNode(page, 'create post')
  const post = inspector(page, 'Create post')
  await post.getByRole('combobox', { name: 'Destination' }).fill('posted by you')
  await page
    .getByRole('option', { name: /^Posted by you on/ })
    .first()
    .click()
  await post
    .getByRole('textbox', { name: 'Text' })
    .fill('Thank you for your trust! ({{ $json.number }})')
  await page.getByRole('textbox', { name: 'Name of the workflow' }).fill('Thanks for a payment')

  await page.getByRole('button', { name: 'Try it' }).click()
  const attempt = page.getByRole('region', { name: 'Try it' })
  const items = attempt.getByRole('combobox', { name: 'With' })
  await expect.poll(() => items.inputValue()).toMatch(/^INV-\d{4}-000001, Harbour Bakery, /)
  // The search covers every payment, not only the latest.
  await items.fill('bakery')
  await page.getByRole('option', { name: /-000001, Harbour Bakery/ }).waitFor()
  await items.fill('nobody of this name')
  await page.getByText('Nothing found').waitFor()
  await items.fill('000001')
  await page.getByRole('option', { name: /-000001, Harbour Bakery/ }).click()
  await expect.poll(() => items.inputValue()).toMatch(/^INV-\d{4}-000001, Harbour Bakery, /)
  await attempt.getByRole('button', { name: 'Try it now' }).click()
  const effects = attempt.getByRole('list', { name: 'What it would do' })
  await effects.getByText(/^Thank you for your trust! \(INV-\d{4}-000001\)$/).waitFor()
  await effects.getByText(/^Invoice INV-\d{4}-000001$/).waitFor()
  await drawn(page, 'Create post').getByText('1 in, 1 out').waitFor()
  await expectFineInEveryLook(page, 'canvas-tried')
  expect((await callApi(page, 'GET', '/api/tasks?kind=post')).body['items']).toEqual([])
  await attempt.getByRole('button', { name: 'Change it' }).click()
  await attempt.getByRole('textbox', { name: 'Invoice number' }).waitFor()
  await attempt.getByRole('button', { name: 'Show as text' }).click()
  await attempt
    .getByRole('textbox', { name: 'Items' })
    .fill('{ "number": "2026-000041", "totalAmountCents": 29000 }')
  await attempt.getByRole('button', { name: 'Try it now' }).click()
  await effects.getByText('Thank you for your trust! (2026-000041)').waitFor()
  await page.getByRole('button', { name: 'Close the panel' }).click()

  await page.getByRole('switch', { name: 'Active' }).click()
  await page.getByText('The workflow is active').waitFor()
  await page.getByRole('button', { name: 'Runs', exact: true }).click()
  const runs = page.getByRole('region', { name: 'Runs' })
  await runs.getByText('No runs yet').waitFor()
  await submit(payPage)
  await runs.getByRole('button').filter({ hasText: 'By an event' }).click()
  const bar = page.getByRole('status').filter({ hasText: 'Back to editing' })
  await bar.getByText('Completed').waitFor()
  await drawn(page, 'Create post').getByText('1 in, 1 out').waitFor()
  await takeEveryLook(page, 'canvas-paid')
  const { body } = await callApi(page, 'GET', '/api/tasks?kind=post')
  expect(JSON.stringify(body)).toContain('Thank you for your trust!')
  const timeline = await callApi(page, 'GET', `/api/tasks/${card}/timeline`)
  expect(JSON.stringify(timeline.body)).toMatch(/Invoice \S+-000002/)
})
