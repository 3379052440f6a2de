import { expect } from 'vitest'
import { callApi } from './api.ts'
import { make } from './billing-steps.ts'
import { takeEveryLook } from './looks.ts'
import { signUp } from './person.ts'
import { test } from './story.ts'

test('keeps the filter of a list when the user goes back, even after a reload', async ({
  page,
}) => {
  await signUp(page)
  await make(page, '/api/customers', { name: 'Harbour Bakery', email: 'bakery@example.com' })
  await make(page, '/api/customers', { name: 'Night Market', email: 'market@example.com' })
  await page.goto('/customers')
  await page.getByRole('searchbox').fill('bakery')
  // The list may still be loading, so the missing name alone does not say that the filter applies.
  await expect.poll(() => new URL(page.url()).search).toBe('?q=bakery')
  await page.getByText('Night Market').waitFor({ state: 'detached' })
  await page.getByRole('link', { name: /Harbour Bakery/ }).click()
  await page.getByRole('heading', { name: 'Harbour Bakery' }).waitFor()
  await page.reload()
  // Until the record is shown, only the link in the navigation has this name.
  await page.getByRole('heading', { name: 'Harbour Bakery' }).waitFor()
  await page.getByRole('link', { name: 'Customers', exact: true }).last().click()
  await expect.poll(() => new URL(page.url()).search).toBe('?q=bakery')
  await page.getByRole('link', { name: /Harbour Bakery/ }).waitFor()
  expect(await page.getByRole('searchbox').inputValue()).toBe('bakery')
})

test('does not open a card again with Back when Escape has closed it', async ({ page }) => {
  await signUp(page)
  await callApi(page, 'POST', '/api/tasks', { title: 'Order the sail cloth' })
  await page.goto('/customers')
  await page.getByRole('link', { name: 'Board', exact: true }).click()
  await page.getByRole('button', { name: 'Order the sail cloth' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Title').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.goBack()
  await page.goBack()
  await page.getByRole('heading', { name: 'Customers', exact: true }).waitFor()
  expect(await dialog.count()).toBe(0)
})

test('creates what the page is about when c is pressed, and finds records and actions in the palette', async ({
  page,
}) => {
  await signUp(page)
  await make(page, '/api/customers', { name: 'Zoe', email: 'zoe@example.com' })
  await callApi(page, 'POST', '/api/tasks', {
    kind: 'post',
    body: 'We thank Zoe for the cake',
    post: { platform: 'shortpost' },
  })
  await page.goto('/posts')
  await page.getByRole('heading', { name: 'Posts' }).waitFor()
  await page.keyboard.press('c')
  await page.getByRole('dialog').getByText('New post').first().waitFor()
  await page.goto('/customers')
  await page.getByRole('link', { name: /Zoe/ }).waitFor()
  await page.keyboard.press('c')
  await page.getByRole('dialog', { name: 'New customer' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('ControlOrMeta+k')
  const find = page.getByPlaceholder('Find pages, cards and actions')
  await find.fill('zoe')
  const rows = page.locator('#palette-rows [data-row]')
  await rows.filter({ hasText: 'We thank Zoe' }).waitFor()
  expect(await rows.first().textContent()).toContain('Customer')
  await takeEveryLook(page, 'palette-ranked')
  await find.fill('new inv')
  await rows.filter({ hasText: 'New invoice' }).waitFor()
  await find.press('Enter')
  await expect.poll(() => new URL(page.url()).pathname).toBe('/invoices/new')
  const customer = page.getByRole('combobox', { name: 'Customer' })
  await customer.fill('Lena')
  await page.keyboard.press('Tab')
  await page.getByRole('button', { name: 'Create customer “Lena” …' }).waitFor()
  expect(await customer.inputValue()).toBe('Lena')
  await takeEveryLook(page, 'invoice-new-customer')
  await page.getByRole('button', { name: 'Create customer “Lena” …' }).click()
  const name = page
    .getByRole('dialog', { name: 'New customer' })
    .getByLabel('Name', { exact: true })
  await expect.poll(() => name.inputValue()).toBe('Lena')
})

test('says who can set up accounting if it is not set up', async ({ page }) => {
  await signUp(page)
  const problem = { type: 'about:blank', title: 'Bad Request', status: 400, code: 'not_configured' }
  const body = JSON.stringify({
    ...problem,
    detail: 'Accounting is not configured',
    requestId: 'req_1',
  })
  await page.route('**/api/accounting/**', (route) =>
    route.fulfill({ status: 400, contentType: 'application/problem+json', body }),
  )
  await page.goto('/accounting')
  await page.getByText('An administrator of Atrium can set it up').waitFor()
  expect(await page.getByText('That did not work').count()).toBe(0)
  await takeEveryLook(page, 'accounting-off')
})

test('keeps the focus when a sign-in is rejected, and shows the password by keyboard', async ({
  page,
  open,
}) => {
  const person = await signUp(page)
  const fresh = await open()
  await fresh.goto('/sign-in')
  await fresh.getByLabel('Email').fill(person.email)
  const password = fresh.getByLabel('Password', { exact: true })
  await password.fill('not-the-password')
  await password.press('Tab')
  const eye = fresh.getByRole('button', { name: 'Show the password' })
  await expect.poll(() => eye.evaluate((element) => element === document.activeElement)).toBe(true)
  await fresh.keyboard.press('Enter')
  await expect.poll(() => password.getAttribute('type')).toBe('text')
  const button = fresh.getByRole('button', { name: 'Sign in', exact: true })
  await button.focus()
  await fresh.keyboard.press('Enter')
  await fresh.getByRole('alert').waitFor()
  await expect
    .poll(() => button.evaluate((element) => element === document.activeElement))
    .toBe(true)
})

test('opens the page and keeps its query when a link has an old address', async ({ page }) => {
  await signUp(page)
  const { org } = (await callApi(page, 'GET', '/api/me')).body as { org: { slug: string } }
  const offer = await make(page, '/api/offers', {
    name: 'New sails',
    slug: 'new-sails',
    billingModel: 'custom_quote',
  })
  for (const [old, address] of [
    ['/happenings?q=market', '/events?q=market'],
    ['/offers?q=sails', '/products?q=sails'],
    [`/offers/${offer}`, `/products/${offer}`],
    ['/schedules?create=true', '/subscriptions?create=true'],
    ['/skills?q=tone', '/writing-guides?q=tone'],
    ['/skills/new', '/writing-guides/new'],
    ['/agent-runs', '/agent-tasks'],
    ['/assets?q=logo', '/files?q=logo'],
    [
      `/offer/${org.slug}/new-sails?result=cancelled`,
      `/p/${org.slug}/products/new-sails?result=cancelled`,
    ],
  ] as const) {
    await page.goto(old)
    await expect.poll(() => page.url().slice(new URL(page.url()).origin.length)).toBe(address)
    await page.getByRole('heading').first().waitFor()
  }
})
