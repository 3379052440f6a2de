import { rules } from '@atrium/testkit/en16931-rules'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { callApi } from './api.ts'
import { untilSettled } from './browser.ts'
import { countInteractions } from './interactions.ts'
import { expectFineInEveryLook } from './looks.ts'
import { enter, signUp } from './person.ts'
import { test } from './story.ts'

const cii = 'urn:un:unece:uncefact:data:standard'
const namespaces = {
  rsm: `${cii}:CrossIndustryInvoice:100`,
  ram: `${cii}:ReusableAggregateBusinessInformationEntity:100`,
  udt: `${cii}:UnqualifiedDataType:100`,
}

/** Returns the rules of EN 16931 that an e-invoice breaks. The browser evaluates their XPath. */
const findBrokenRules = (page: Page, xml: string): Promise<string[]> =>
  page.evaluate(
    ({ xml, rules, namespaces }) => {
      const parsed = new DOMParser().parseFromString(xml, 'text/xml')
      const find = (prefix: string | null) => namespaces[prefix ?? ''] ?? null
      const isKept = (condition: string) =>
        parsed.evaluate(`boolean(${condition})`, parsed, find, XPathResult.BOOLEAN_TYPE, null)
          .booleanValue
      return Object.keys(rules).filter((rule) => !isKept(rules[rule] ?? 'false()'))
    },
    { xml, rules, namespaces: namespaces as Readonly<Record<string, string>> },
  )

test('lets a new German company set itself up, issue its first invoice, be paid and bill an estimate', async ({
  page,
  open,
}) => {
  await enter(page, 'Hafen Studio')
  const user = countInteractions(page)
  await user.click(page.getByRole('link', { name: 'Invoices', exact: true }))
  await page.getByRole('heading', { name: 'Invoices', level: 1 }).waitFor()
  const list = page.getByRole('region', { name: 'Before your first invoice' })
  await list.getByText('Missing: name, address, city, country, and postal code.').waitFor()
  await expectFineInEveryLook(page, 'set-up-checklist')
  await user.click(list.getByRole('button', { name: 'Set up invoicing' }))
  const dialog = page.getByRole('dialog')
  await user.type(dialog.getByLabel('Address'), 'Kai 1')
  await user.type(dialog.getByLabel('Postal code'), '20457')
  await user.type(dialog.getByLabel('City'), 'Hamburg')
  await user.type(dialog.getByRole('combobox', { name: 'Country' }), 'Germany', 'Enter')
  // The rule of the country is named next to the switch.
  await dialog.getByRole('switch', { name: 'Small business without VAT' }).waitFor()
  await dialog.getByText(/§ 19 UStG/).waitFor()
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
  // An e-invoice needs the customer's address. It is not counted, because a first invoice does not.
  const customers = (await callApi(page, 'GET', '/api/customers')).body as unknown as {
    items: Array<{ id: string }>
  }
  const place = { billingLine1: 'Markt 2', billingCity: 'Bonn', billingPostalCode: '53111' }
  await callApi(page, 'PATCH', `/api/customers/${customers.items[0]?.id}`, {
    ...place,
    billingCountry: 'DE',
  })
  await expect.poll(() => page.getByRole('radio', { name: '19 %' }).isChecked()).toBe(true)
  await user.type(page.getByLabel('Description of line 1'), 'Buchumschlag')
  await user.type(page.getByLabel('Unit price of line 1'), '500')
  // A second line is more than a first invoice needs, so it is not counted.
  await page.getByRole('button', { name: 'Add a line' }).click()
  await page.getByLabel('Description of line 2').fill('Handbuch')
  await page.getByLabel('Unit price of line 2').fill('100')
  await page.getByLabel('More options of line 2').click()
  await page.getByRole('textbox', { name: 'Discount, %' }).fill('10')
  await page.getByRole('textbox', { name: 'VAT, %' }).fill('7')
  const preview = page.getByRole('region', { name: 'Preview' })
  for (const text of ['Discount 10 %', 'VAT 19 %', 'VAT 7 %', '€691.30'])
    await preview.getByText(text, { exact: true }).waitFor()
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
    totalAmountCents: 69_130,
    paymentsInvoiceId: null,
    seller: { country: 'DE', taxId: 'DE123456789', iban: 'DE89370400440532013000' },
  })
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  const done = page.getByRole('region', { name: 'First steps' })
  for (const name of ['Set up invoicing', 'Send your first invoice'])
    await done.getByRole('link', { name: `Done ${name}` }).waitFor()
  await page.getByRole('region', { name: 'Figures' }).getByText('€691.30').first().waitFor()

  const { id, number } = issued as { id: string; number: string }
  const { origin } = new URL(page.url())
  const xml = await (await page.request.get(`${origin}/api/invoicing/${id}/e-invoice`)).text()
  expect(await findBrokenRules(page, xml)).toEqual([])
  await page.getByRole('link', { name: 'Bank', exact: true }).click()
  await page.getByRole('button', { name: 'Import a statement' }).first().click()
  const rows = [
    `27.11.2026;Elbe Verlag;${number} Teil 1;300,00`,
    `28.11.2026;Elbe Verlag;${number} Rest;391,30`,
  ]
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'november.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['Tag;Name;Zweck;Betrag', ...rows].join('\n')),
  })
  await dialog.getByRole('combobox', { name: 'Day' }).click()
  await page.getByRole('option', { name: 'Tag' }).click()
  await dialog.getByRole('combobox', { name: 'Reference' }).click()
  await page.getByRole('option', { name: 'Zweck' }).click()
  await dialog.getByText('2 transactions').waitFor()
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: `Match €300.00 with ${number}` }).click()
  await page.getByRole('button', { name: `Match €391.30 with ${number}` }).click()
  await page.getByText('No transactions to match').waitFor()
  await page.goto(`/invoices/${id}`)
  await page.getByRole('region', { name: 'Document' }).getByText('Paid', { exact: true }).waitFor()
  expect((await callApi(page, 'GET', `/api/invoicing/${id}`)).body).toMatchObject({
    status: 'paid',
    paidCents: 69_130,
    amountDueCents: 0,
  })

  await page.getByRole('link', { name: 'Estimates', exact: true }).click()
  await page.getByRole('link', { name: 'New estimate' }).first().click()
  await page.getByRole('combobox', { name: 'Customer' }).fill('Elbe')
  await page.getByRole('option', { name: /^Elbe Verlag/ }).click()
  await page.getByLabel('Description of line 1').fill('Plakat')
  await page.getByLabel('Unit price of line 1').fill('200')
  await page.getByRole('button', { name: 'Save and send' }).click()
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByRole('heading', { name: /^EST-/ }).waitFor()
  const link = await page.getByRole('link', { name: /^Open in a new tab/ }).getAttribute('href')
  const visitor = await open()
  await visitor.goto(new URL(String(link)).pathname)
  await visitor.getByLabel('Ihr Name').fill('Edda Verlag')
  await visitor.getByRole('button', { name: 'Angebot annehmen' }).click()
  await visitor.getByText(/Edda Verlag/).waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Make an invoice' }).click()
  await page.getByRole('heading', { name: 'Draft invoice' }).waitFor()
  await preview.getByText('€238.00').waitFor()
})

test('asks for what is missing before an invoice is issued, with the VAT rates of the country', async ({
  page,
}) => {
  await signUp(page, 'Alpen Studio')
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
