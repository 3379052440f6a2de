import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { signUp } from './person.ts'
import { test } from './story.ts'

async function signInAgain(page: Page, password: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
  await dialog.getByRole('textbox', { name: 'Password' }).fill(password)
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
}

test('returns the focus to the button of an open form when the user signs in again over it', async ({
  page,
}) => {
  const person = await signUp(page)
  await page.goto('/board')
  await page.getByRole('button', { name: 'New card', exact: true }).click()
  await page.getByLabel('Title').fill('Sealed orders')
  // A read in the background could meet the ended session first and cover the button.
  const isAsked = Promise.withResolvers<void>()
  const isSeen = Promise.withResolvers<void>()
  let posts = 0
  await page.route('**/api/**', async (route) => {
    const request = route.request()
    const isCreation = request.method() === 'POST' && request.url().endsWith('/api/tasks')
    if (isCreation) posts += 1
    if (request.method() === 'GET') await isAsked.promise
    // The dialog closes when the repeated request succeeds, so it waits until the focus was seen.
    if (isCreation && posts > 1) await isSeen.promise
    await route.continue()
  })
  await page.context().clearCookies()
  const create = page.getByRole('button', { name: 'Create card' })
  await create.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor()
  isAsked.resolve()
  await signInAgain(page, person.password)
  await expect.poll(() => create.evaluate((one) => one === document.activeElement)).toBe(true)
  isSeen.resolve()
  await page.getByRole('button', { name: 'Sealed orders' }).waitFor()
})

test('keeps a typed customer name when the session ends while the name is being searched', async ({
  page,
}) => {
  const person = await signUp(page)
  await page.goto('/invoices/new')
  const customer = page.getByRole('combobox', { name: 'Customer' })
  await customer.click()
  // Another read could meet the ended session before the whole name is typed.
  const isAsked = Promise.withResolvers<void>()
  await page.route('**/api/**', async (route) => {
    if (!route.request().url().includes('Lena')) await isAsked.promise
    await route.continue()
  })
  await page.context().clearCookies()
  await customer.pressSequentially('Lena')
  await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor()
  isAsked.resolve()
  await signInAgain(page, person.password)
  expect(await customer.inputValue()).toBe('Lena')
  await customer.focus()
  await page.getByRole('option', { name: 'Create customer “Lena” …' }).click()
  const name = page
    .getByRole('dialog', { name: 'New customer' })
    .getByLabel('Name', { exact: true })
  await expect.poll(() => name.inputValue()).toBe('Lena')
})

test('still asks to sign in when a late response says that the session is valid', async ({
  page,
}) => {
  const person = await signUp(page)
  const isAsked = Promise.withResolvers<void>()
  const isHeld = Promise.withResolvers<void>()
  let reads = 0
  // The page reads the user when it loads, and again when it starts to follow other tabs.
  await page.route('**/api/me', async (route) => {
    reads += 1
    if (reads !== 2) return route.continue()
    const response = await route.fetch()
    isHeld.resolve()
    await isAsked.promise
    await route.fulfill({ response })
  })
  await page.goto('/board')
  await isHeld.promise
  await page.getByRole('button', { name: 'New card', exact: true }).click()
  await page.getByLabel('Title').fill('Sealed orders')
  // A read in the background could meet the ended session first and cover the button.
  await page.route('**/api/**', async (route) => {
    if (route.request().method() !== 'GET') return route.fallback()
    await isAsked.promise
    await route.fallback()
  })
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Create card' }).click()
  await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor()
  const isRead = page.waitForResponse('**/api/me')
  isAsked.resolve()
  await isRead
  await signInAgain(page, person.password)
  await page.getByRole('button', { name: 'Sealed orders' }).waitFor()
})
