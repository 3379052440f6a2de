import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { otherClient } from './api.ts'
import { createTask, enter, goByKeys, signUp, signUpByHand } from './person.ts'
import { test } from './story.ts'

/** Creates a card that can be moved: the code of drag and drop comes after the board, and the boxes of cards with it. */
async function createMovable(page: Page, title: string): Promise<void> {
  await createTask(page, title)
  await page.getByRole('checkbox', { name: `Select ${title}` }).waitFor({ state: 'attached' })
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

/** Moves a card one column to the right with the keyboard. */
async function moveRight(page: Page, card: Locator): Promise<void> {
  const announced = (text: string) => page.getByRole('status').filter({ hasText: text }).waitFor()
  await card.focus()
  await page.keyboard.press('Space')
  await announced('Over To do')
  // The sensor listens for the arrow keys from a timer on, and a browser may hand out a key before a due timer.
  await page.evaluate(() => new Promise((done) => setTimeout(done)))
  await page.keyboard.press('ArrowRight')
  await announced('Over In progress')
  await page.keyboard.press('Space')
}

test('a person signs up, creates an organisation and a card, drags it, and finds it there after a reload', async ({
  page,
}) => {
  await signUpByHand(page)
  await page.getByRole('link', { name: 'Board', exact: true }).click()
  await createMovable(page, 'Order the sail cloth')
  const card = page.getByRole('button', { name: 'Order the sail cloth' })
  const done = page.getByRole('region', { name: 'Done' })

  const [from, to] = [await card.boundingBox(), await done.boundingBox()]
  if (from === null || to === null) throw new Error('the board has no place')
  await page.mouse.move(from.x + 40, from.y + 16)
  await page.mouse.down()
  await page.mouse.move(to.x + 60, to.y + 120, { steps: 12 })
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH')
  await page.mouse.up()
  await done.getByRole('button', { name: 'Order the sail cloth' }).waitFor()
  expect((await saved).status()).toBe(200)

  await page.reload()
  await done.getByRole('button', { name: 'Order the sail cloth' }).waitFor()
})

test('a card moves with the keyboard, and its drawer edits, archives and takes back', async ({
  page,
}) => {
  await enter(page)
  await goByKeys(page, 'b')
  await page.getByRole('heading', { name: 'Board' }).waitFor()
  await createMovable(page, 'Call the rigger')
  const card = page.getByRole('button', { name: 'Call the rigger' })
  await moveRight(page, card)
  await page
    .getByRole('region', { name: 'In progress' })
    .getByRole('button', { name: 'Call the rigger' })
    .waitFor()
  await expect.poll(() => card.evaluate((element) => element === document.activeElement)).toBe(true)

  await card.click()
  const drawer = page.getByRole('dialog')
  await drawer.getByLabel('Title').fill('Call the rigger on Monday')
  await drawer.getByRole('textbox', { name: 'Notes' }).click()
  await drawer.getByLabel('Note', { exact: true }).fill('He is away until then')
  await drawer.getByRole('button', { name: 'Add the note' }).click()
  // Its field holds the text, too, until the note is there.
  await drawer.getByRole('listitem').filter({ hasText: 'He is away until then' }).waitFor()
  await drawer.getByRole('button', { name: 'Archive the card' }).click()
  await card.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Call the rigger on Monday' }).waitFor()
})

test('a refused move goes back to its column with the reason', async ({ page }) => {
  await signUp(page)
  await page.goto('/board')
  await createMovable(page, 'Varnish the mast')
  await page.route('**/api/tasks/*', (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({
          status: 409,
          contentType: 'application/problem+json',
          body: JSON.stringify({
            type: 'about:blank',
            title: 'Conflict',
            status: 409,
            code: 'invalid_transition',
            detail: 'The varnish is not dry',
            requestId: 'r1',
          }),
        })
      : route.continue(),
  )
  await moveRight(page, page.getByRole('button', { name: 'Varnish the mast' }))
  await page.getByText('The varnish is not dry').waitFor()
  await page
    .getByRole('region', { name: 'To do' })
    .getByRole('button', { name: 'Varnish the mast' })
    .waitFor()
})

test('a session that ends is asked for again in a dialog, and what was begun goes on', async ({
  page,
}) => {
  const person = await signUp(page)
  await page.goto('/board')
  await page.getByRole('button', { name: 'New card', exact: true }).click()
  await page.getByLabel('Title').fill('Sealed orders')
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Create card' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
  await dialog.getByRole('textbox', { name: 'Password' }).fill(person.password)
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('button', { name: 'Sealed orders' }).waitFor()
})

test('a card of another client appears without a reload', async ({ page }) => {
  await signUp(page)
  await page.goto('/board')
  await page.getByText('No cards').first().waitFor()
  await page.getByRole('status').filter({ hasText: 'Live' }).waitFor()
  const call = await otherClient(page)
  const created = await call('/api/tasks', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'Splice the halyard' }),
  })
  expect(created.status).toBe(201)
  await page.getByRole('button', { name: 'Splice the halyard' }).waitFor()
})
