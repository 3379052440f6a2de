import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { otherClient } from './api.ts'
import { createTask, enter, goByKeys, signUp, signUpByHand } from './person.ts'
import { test } from './story.ts'

/**
 * Creates a card and waits until it can be moved. The checkbox shows that the drag-and-drop code is
 * loaded.
 */
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
  // The drag sensor starts to listen in a timer, and the browser can deliver a key before that
  // timer fires.
  await page.evaluate(() => new Promise((done) => setTimeout(done)))
  await page.keyboard.press('ArrowRight')
  await announced('Over In progress')
  await page.keyboard.press('Space')
}

test('lets a new user create an organisation and a card, drag the card, and see it there after a reload', async ({
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

test('moves a card with the keyboard, edits and archives it in its drawer, and undoes that', async ({
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
  // Find the list item, because the text is also in the field until the note is stored.
  await drawer.getByRole('listitem').filter({ hasText: 'He is away until then' }).waitFor()
  await drawer.getByRole('button', { name: 'Archive the card' }).click()
  await card.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Call the rigger on Monday' }).waitFor()
})

test('moves a card back with the reason when the move is rejected', async ({ page }) => {
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

test('asks for the password in a dialog when the session ends, then continues what was started', async ({
  page,
}) => {
  const person = await signUp(page)
  await page.goto('/board')
  await page.getByRole('button', { name: 'New card', exact: true }).click()
  await page.getByLabel('Title').fill('Sealed orders')
  // A read in the background could meet the ended session first and cover the button.
  const isAsked = Promise.withResolvers<void>()
  await page.route('**/api/**', async (route) => {
    if (route.request().method() === 'GET') await isAsked.promise
    await route.continue()
  })
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Create card' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
  await dialog.waitFor()
  isAsked.resolve()
  await dialog.getByRole('textbox', { name: 'Password' }).fill(person.password)
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('button', { name: 'Sealed orders' }).waitFor()
})

test('shows a card of another client without a reload', async ({ page }) => {
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
