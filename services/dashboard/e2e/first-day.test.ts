import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { fillMoment } from './dates.ts'
import { expectFineInEveryLook } from './looks.ts'
import { signUpByHand } from './person.ts'
import { paintPictures } from './pictures.ts'
import { daysToPair } from './posts.ts'
import { test } from './story.ts'

const dateIn = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** Returns how often a text appears on a page. */
const count = async (page: Page, text: string): Promise<number> =>
  ((await page.locator('body').textContent()) ?? '').split(text).length - 1

// Follows a user who has read no guide: each step starts where the previous one ended.
test('lets a new organisation connect a Page, schedule and drag a post, and publish it once', async ({
  page,
}) => {
  const tag = randomUUID().slice(0, 8)
  const [text, comment] = [`Fresh bread from seven ${tag}`, `Find us at the harbour ${tag}`]
  await signUpByHand(page, 'Harbour Bakery')

  await page.getByRole('link', { name: /Connect an account/ }).click()
  await page.getByRole('heading', { name: 'Accounts' }).waitFor()
  await page.locator('a[href*="/api/connect/pagenet/start"]').first().click()
  await page.getByRole('button', { name: 'Approve' }).waitFor()
  const sandbox = new URL(page.url()).origin
  await page.getByRole('button', { name: 'Approve' }).click()
  const choice = page.getByRole('dialog')
  await choice.getByRole('checkbox', { name: 'Night Market' }).uncheck()
  await choice.getByRole('button', { name: 'Connect', exact: true }).click()
  await page.getByRole('listitem').filter({ hasText: 'Harbour Bakery' }).waitFor()
  await expectFineInEveryLook(page, 'first-day-channels')

  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await page.getByRole('link', { name: /Write a first post/ }).click()
  const composer = page.getByRole('dialog')
  await composer.getByRole('textbox', { name: 'Text', exact: true }).fill(text)
  await composer
    .locator('input[type=file]')
    .setInputFiles(await paintPictures(page, [{ name: 'bread.png', width: 900, height: 600 }]))
  await composer.getByRole('img', { name: 'File 1' }).first().waitFor()
  await composer.getByLabel('First comment').fill(comment)
  await composer.getByText('At a time').click()
  const first = daysToPair()
  await fillMoment(composer, 'Day and time', `${dateIn(first)}T09:30`)
  await expectFineInEveryLook(page, 'first-day-composer')
  await composer.getByRole('button', { name: 'Schedule' }).click()
  await composer.waitFor({ state: 'detached' })

  await page.goto(`/posts?date=${dateIn(first)}`)
  const chip = page.locator('[data-post]').filter({ hasText: text })
  await chip.getByText('09:30').waitFor()
  const day = page.locator(`[data-date="${dateIn(first + 1)}"]`)
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH')
  await chip.scrollIntoViewIfNeeded()
  await chip.dragTo(day, { targetPosition: { x: 20, y: 60 } })
  expect(await (await saved).json()).toMatchObject({
    dueDate: `${dateIn(first + 1)}T09:30:00.000Z`,
  })
  // While a message fades, its contrast is too low.
  await page.getByText('Moved to').waitFor({ state: 'detached' })
  await expectFineInEveryLook(page, 'first-day-calendar')

  await chip.click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('button', { name: 'Publish now' }).click()
  await drawer.getByText('Published on Facebook Pages').waitFor()
  await expectFineInEveryLook(page, 'first-day-published')
  const network = await page.context().newPage()
  await network.goto(`${sandbox}/pagenet/pages/1001`)
  const post = network.locator('article').filter({ hasText: text })
  await expect
    .poll(async () => {
      await network.reload()
      return [await post.count(), await count(network, comment)]
    })
    .toEqual([1, 1])
  expect(await count(network, text)).toBe(1)
  const media = post.locator('div', { hasText: /^media/ })
  expect(await media.locator('li').count()).toBe(1)
})
