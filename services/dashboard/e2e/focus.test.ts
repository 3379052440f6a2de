import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { createTask, enter } from './person.ts'
import { test } from './story.ts'

const focused = (page: Page) =>
  page.evaluate(
    () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
  )

test('returns the focus to the control that opened a dialog when Escape closes it', async ({
  page,
}) => {
  await enter(page)
  await page.getByRole('link', { name: 'Board', exact: true }).click()
  await page.getByRole('button', { name: 'Add the first one' }).waitFor()
  await createTask(page, 'Splice the halyard')
  await page.getByText('Live', { exact: true }).waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  const newCard = page.getByRole('button', { name: 'New card', exact: true })
  const card = page.locator('[data-card]')
  const opened: [place: string, key: string][] = [
    ['Splice the halyard', 'Enter'],
    ['Splice the halyard', '?'],
    ['New card', 'Enter'],
    ['Splice the halyard', 'ControlOrMeta+k'],
  ]
  for (const [place, key] of opened) {
    await (place === 'New card' ? newCard : card).focus()
    await page.keyboard.press(key)
    await page.getByRole('dialog').waitFor()
    await expect.poll(() => focused(page)).not.toBe(place)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toBe(place)
  }

  await page.getByRole('link', { name: 'Posts', exact: true }).click()
  await page.getByRole('button', { name: 'New post', exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('textbox', { name: 'Text' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(() => focused(page)).toBe('New post')
})

test('keeps the focus on the button when the platform rejects the request', async ({
  page,
  url,
}) => {
  await page.goto(`${url}/sign-in`)
  await page.getByLabel('Email').fill('nobody@example.com')
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  const eye = page.getByRole('button', { name: 'Show the password' })
  await page.keyboard.press('Tab')
  await expect.poll(() => eye.evaluate((button) => button === document.activeElement)).toBe(true)
  const send = page.getByRole('button', { name: 'Sign in', exact: true })
  await send.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('alert').waitFor()
  await expect.poll(() => focused(page)).toBe('Sign in')
})
