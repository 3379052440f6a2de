import { expect } from 'vitest'
import { callApi } from './api.ts'
import { untilSettled } from './browser.ts'
import { countInteractions } from './interactions.ts'
import { expectFineInEveryLook } from './looks.ts'
import { enter } from './person.ts'
import { test } from './story.ts'

test('lets a new German company set itself up from the checklist and issue its first invoice', async ({
  page,
}) => {
  await enter(page, 'Hafen Studio')
  const user = countInteractions(page)
  await user.click(page.getByRole('link', { name: 'Invoices', exact: true }))
  const list = page.getByRole('region', { name: 'Before your first invoice' })
  await list.getByText('Missing: name, address, city, country, and postal code.').waitFor()
  await expectFineInEveryLook(page, 'set-up-checklist')
  await user.click(list.getByRole('button', { name: 'Set up invoicing' }))
  const dialog = page.getByRole('dialog')
  await user.type(dialog.getByLabel('Address'), 'Kai 1')
  await user.type(dialog.getByLabel('Postal code'), '20457')
  await user.type(dialog.getByLabel('City'), 'Hamburg')
  await user.type(dialog.getByRole('combobox', { name: 'Country' }), 'Germany', 'Enter')
  await user.type(dialog.getByLabel('VAT number'), 'DE123456789')
  await user.type(dialog.getByLabel('IBAN'), 'DE89 3704 0044 0532 0130 00')
  await expectFineInEveryLook(page, 'set-up-dialog')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.waitFor({ state: 'detached' })

  await user.click(page.getByRole('link', { name: 'New invoice' }).first())
  await user.type(page.getByRole('combobox', { name: 'Customer' }), 'Elbe Verlag')
  await user.click(page.getByRole('option', { name: /^Create customer/ }))
  await user.type(dialog.getByLabel('Email'), 'rechnung@verlag.example')
  await user.click(dialog.getByRole('button', { name: 'Add the customer' }))
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => page.getByRole('radio', { name: '19 %' }).isChecked()).toBe(true)
  await user.type(page.getByLabel('Description of line 1'), 'Buchumschlag')
  await user.type(page.getByLabel('Unit price of line 1'), '500')
  await user.click(page.getByRole('button', { name: 'Preview and issue' }))
  await user.click(dialog.getByRole('button', { name: 'Issue and send' }))
  await page.getByRole('heading', { name: /^INV-\d{4}-000001$/, level: 1 }).waitFor()
  expect(user.done.length, user.done.join('\n')).toBeLessThanOrEqual(18)

  const { items } = (await callApi(page, 'GET', '/api/invoicing')).body as unknown as {
    items: Array<{ id: string }>
  }
  const { body: issued } = await callApi(page, 'GET', `/api/invoicing/${items[0]?.id}`)
  expect(issued).toMatchObject({
    status: 'open',
    vatRateBps: 1_900,
    totalAmountCents: 59_500,
    paymentsInvoiceId: null,
    seller: { country: 'DE', taxId: 'DE123456789', iban: 'DE89370400440532013000' },
  })
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  await page.getByText('Before your first invoice').waitFor({ state: 'detached' })
})

test('asks for what is missing before an invoice is issued, with the VAT rates of the country', async ({
  page,
}) => {
  await enter(page, 'Alpen Studio')
  const customer = await callApi(page, 'POST', '/api/customers', {
    name: 'Elbe Verlag',
    email: 'rechnung@verlag.example',
  })
  const lineItems = [{ description: 'Buchumschlag', quantity: 1, unitAmountCents: 50_000 }]
  const draft = await callApi(page, 'POST', '/api/invoicing', {
    customerId: customer.body['id'],
    vatRateBps: 2_000,
    lineItems,
  })
  await page.goto(`/invoices/${draft.body['id']}?finalize=true`)
  const dialog = page.getByRole('dialog')
  const missing = dialog.getByRole('group', { name: 'Missing on the invoice' })
  await missing.getByLabel('Address').fill('Gasse 2')
  await missing.getByLabel('City').fill('Wien')
  await missing.getByLabel('Postal code').fill('1010')
  await missing.getByLabel('IBAN').fill('AT61 1904 3002 3457 3202')
  await missing.getByRole('combobox', { name: 'Country' }).fill('Germany')
  await page.getByRole('option', { name: 'Germany' }).click()
  await missing.getByText('Germany has no VAT rate of 20 %.').waitFor()
  await missing.getByRole('combobox', { name: 'Country' }).fill('Austria')
  await page.getByRole('option', { name: 'Austria' }).click()
  await missing.getByText(/has no VAT rate/).waitFor({ state: 'detached' })
  await expectFineInEveryLook(page, 'issue-missing')
  await dialog.getByRole('button', { name: 'Issue and send' }).click()
  await missing.getByText(/^This IBAN has a wrong character/).waitFor()
  await missing.getByLabel('IBAN').fill('AT61 1904 3002 3457 3201')
  await missing.getByLabel('VAT number').fill('ATU12345678')
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  let isIssued = false
  await page.route('**/api/invoicing/**', async (route) => {
    const request = route.request()
    if (request.url().endsWith('/finalize')) isIssued = true
    else if (isIssued && request.method() === 'GET') await held
    await route.continue()
  })
  await dialog.getByRole('button', { name: 'Issue and send' }).click()
  await page.getByRole('heading', { name: /^INV-\d{4}-000001$/, level: 1 }).waitFor()
  // A user who leaves before the last response arrives must not be brought back.
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  release()
  await page.getByText(/^INV-\d{4}-000001 is issued/).waitFor()
  await untilSettled(page)
  expect(new URL(page.url()).pathname).toBe('/')
})
