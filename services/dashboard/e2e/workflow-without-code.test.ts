import type { Locator, Page, Route } from 'playwright-core'
import { expect } from 'vitest'
import { callApi } from './api.ts'
import { billACustomer, submit } from './bill-a-customer.ts'
import { expectAccessible } from './browser.ts'
import { drawn, inspector } from './drawing.ts'
import { countInteractions } from './interactions.ts'
import { takeEveryLook } from './looks.ts'
import { signUp } from './person.ts'
import { test } from './story.ts'

/** Waits for a workflow's run that an event has started, and returns its status. */
async function waitForRun(page: Page): Promise<unknown> {
  const runs = page.getByRole('region', { name: 'Runs' })
  await runs.getByRole('button').filter({ hasText: 'By an event' }).waitFor()
  const id = /\/workflows\/([^/?]+)/.exec(page.url())?.[1] ?? ''
  const read = async () =>
    (await callApi(page, 'GET', `/api/workflows/${id}/runs`)).body['items'] as { status: string }[]
  await expect.poll(async () => (await read())[0]?.status).toMatch(/completed|failed|halted/)
  return (await read())[0]?.status
}

test("notes a payment on the customer's card and drafts a thank-you post, built without code in at most twelve interactions", async ({
  page,
}) => {
  await signUp(page)
  const { payPage, card } = await billACustomer(page)
  const { click, type, done } = countInteractions(page)
  const addStep = async (words: string, name: string) => {
    await click(page.getByRole('button', { name: 'Add a step', exact: true }))
    const search = page.getByRole('textbox', { name: 'Search the steps' })
    await type(search, words)
    await search.press('Enter')
    await drawn(page, name).waitFor()
    return inspector(page, name)
  }

  const event = inspector(page, 'Event').getByRole('combobox', { name: 'Event' })
  const destination = inspector(page, 'Create post').getByRole('combobox', { name: 'Destination' })
  // Both lists arrive after the typed text, and Enter must take their first match.
  const until = (field: Locator, text: string) => async (route: Route) => {
    await field.waitFor()
    await expect.poll(() => field.inputValue()).toBe(text)
    await route.continue()
  }
  await page.route('**/api/workflows/event-types', until(event, 'invoice was paid'), { times: 1 })
  await page.route('**/api/connectors*', until(destination, 'posted by you on'), { times: 1 })
  await page.goto('/workflows')
  await page.getByRole('button', { name: 'Create one yourself' }).click()
  await page.getByText('What starts it?').waitFor()

  await click(page.getByRole('button', { name: 'Event', exact: true }))
  await type(event, 'invoice was paid', 'Enter')
  const note = await addStep('note', 'Log activity')
  const noteText = note.getByRole('textbox', { name: 'Text' })
  await type(noteText, 'Paid /amount', 'Enter', ' for /number', 'Enter')
  await note.getByText('For example: Paid €1,586.28 for INV-2026-000001').waitFor()
  const post = await addStep('create post', 'Create post')
  await type(destination, 'posted by you on', 'Enter')
  const postText = post.getByRole('textbox', { name: 'Text' })
  await type(postText, 'Thank you, /customer', 'Enter', ', for /amount', 'Enter', '!')
  await post.getByText('For example: Thank you, Kunsthalle, for €1,586.28!').waitFor()
  // The tip of the button under the mouse is not part of the page.
  await page.mouse.move(0, 0)
  await page.getByRole('tooltip').waitFor({ state: 'detached' })
  await expectAccessible(page)
  await takeEveryLook(page, 'workflow-without-code')
  await click(page.getByRole('switch', { name: 'Active' }))
  await page.getByText('The workflow is active').waitFor()
  expect(done.length, done.join('\n')).toBeLessThanOrEqual(12)

  await page.getByRole('button', { name: 'Runs', exact: true }).click()
  const sentence = 'When an invoice is paid, add a note to the card and draft a post.'
  await page.getByText(sentence).waitFor()
  await submit(payPage)
  expect(await waitForRun(page)).toBe('completed')
  const timeline = await callApi(page, 'GET', `/api/tasks/${card}/timeline`)
  expect(JSON.stringify(timeline.body)).toMatch(/Paid €290\.00 for INV-\d{4}-000002/)
  const posts = await callApi(page, 'GET', '/api/tasks?kind=post')
  expect(posts.body['items']).toMatchObject([
    { body: 'Thank you, Harbour Bakery, for €290.00!', status: 'draft' },
  ])
  await page.goto('/workflows')
  await page.getByText(sentence).waitFor()
})
