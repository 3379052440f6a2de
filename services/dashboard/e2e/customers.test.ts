import { expect } from 'vitest'
import { callApi } from './api.ts'
import { addCustomer, make } from './billing-steps.ts'
import { expectFineInEveryLook } from './looks.ts'
import { signUp } from './person.ts'
import { test } from './story.ts'

test('imports customers after a preview, merges two of them and changes a subscription', async ({
  page,
}) => {
  await signUp(page)
  const customerId = await addCustomer(page, 'Harbour Bakery', 'accounts@bakery.example')
  await page.goto('/customers')
  await page.getByRole('button', { name: 'Import' }).click()
  const dialog = page.getByRole('dialog')
  await page.locator('input[type=file]').setInputFiles({
    name: 'customers.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      'Firma;E-Mail;Telefon\nHarbour bakery;accounts@bakery.example;030 1234567\nPort Café;hello@port.example;\nBad;x;\n',
    ),
  })
  await dialog.getByText('1 new, 1 updated, 0 unchanged, 1 problem').waitFor()
  await expectFineInEveryLook(page, 'customer-import')
  await dialog.getByRole('button', { name: 'Import 2 customers' }).click()
  await dialog.waitFor({ state: 'detached' })
  const search = page.getByLabel('Name or address')
  await search.fill('nobody')
  await page.getByText('No customer found').waitFor()
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/customers?*', async (route) => {
    await held
    await route.continue()
  })
  await search.fill('Café')
  // The last result says nothing about the new search.
  await page.getByText('No customer found').waitFor({ state: 'detached' })
  release()
  await page.getByRole('link', { name: /Port Café/ }).click()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: /Merge/ }).click()
  await dialog.getByLabel('Merge into').fill('Harbour')
  await page.getByRole('option', { name: /Harbour/ }).click()
  await dialog.getByRole('button', { name: 'Merge' }).click()
  await page.getByRole('heading', { name: /harbour bakery/i }).waitFor()
  await page.getByText('030 1234567').waitFor()
  expect((await callApi(page, 'GET', '/api/customers')).body['total']).toBe(1)

  const offerId = await make(page, '/api/offers', {
    name: 'Care plan',
    priceCents: 9_900,
    billingModel: 'recurring',
    interval: 'month',
  })
  const id = await make(page, '/api/invoicing/schedules', {
    customerId,
    offerId,
    nextInvoiceDate: '2100-01-31',
  })
  await page.goto('/subscriptions')
  await page.getByText(/Active subscriptions bill .*99\.00.* a month/).waitFor()
  await page.goto(`/subscriptions/${id}`)
  await page.getByRole('heading', { name: 'Next invoice' }).waitFor()
  await page.getByRole('button', { name: 'Change price, VAT, product or date' }).click()
  await dialog.getByLabel('Price without VAT').fill('120')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page
    .getByText(/120\.00/)
    .first()
    .waitFor()
  await expectFineInEveryLook(page, 'subscription-change')
})
