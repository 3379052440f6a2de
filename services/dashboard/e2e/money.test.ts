import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { callApi } from './api.ts'
import { addCustomer, connectPayments, issueInvoice, sendAgain } from './billing-steps.ts'
import { expectFineInEveryLook, takeEveryLook } from './looks.ts'
import { enter, signUp } from './person.ts'
import { storePicture } from './pictures.ts'
import { test } from './story.ts'

/** Waits until a canvas contains dark pixels. */
const expectDrawn = (canvas: Locator): Promise<unknown> =>
  expect
    .poll(
      () =>
        canvas.evaluate((element) => {
          const { width, height } = element as HTMLCanvasElement
          const context = (element as HTMLCanvasElement).getContext('2d')
          const pixels = context?.getImageData(0, 0, width, height).data ?? []
          return pixels.some((value, at) => at % 4 === 0 && value < 100)
        }),
      { timeout: 20_000 },
    )
    .toBe(true)

test('bills a customer, credits half of the invoice and shows the rest as paid', async ({
  page,
  open,
}) => {
  await enter(page)
  await connectPayments(page)
  await page.getByRole('link', { name: 'Invoices', exact: true }).click()
  await page.getByText('Bill your first customer').waitFor()
  await takeEveryLook(page, 'invoices-empty')
  await page.getByRole('link', { name: 'New invoice' }).first().click()
  await page.getByRole('combobox', { name: 'Customer' }).fill('Harbour Bakery')
  await page.getByRole('option', { name: 'Create customer “Harbour Bakery”' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill('accounts@bakery.example')
  await dialog.getByLabel('VAT number').fill('FR4030326504')
  await dialog.getByRole('button', { name: 'Add the customer' }).click()
  await dialog.getByText(/^This is not the form of a VAT number/).waitFor()
  await takeEveryLook(page, 'customer-new')
  await dialog.getByLabel('VAT number').fill('FR40987654321')
  await dialog.getByRole('combobox', { name: 'Language of invoices' }).click()
  await page.getByRole('option', { name: 'français' }).click()
  await dialog.getByRole('button', { name: 'Add the customer' }).click()
  await dialog.waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Preview and issue' }).click()
  await page.getByText('Enter a description').waitFor()
  await page.getByLabel('Description of line 1').fill('Brand audit')
  await page.getByLabel('Quantity of line 1').fill('50')
  await page.getByLabel('Unit price of line 1').fill('241,67')
  await page.getByRole('region', { name: 'Preview' }).getByText('€14,500.20').waitFor()
  await expectFineInEveryLook(page, 'invoice-editor')
  await page.reload()
  await page.getByRole('region', { name: 'Preview' }).getByText('€14,500.20').waitFor()
  await page.getByRole('button', { name: 'Preview and issue' }).click()
  await dialog.getByText('accounts@bakery.example').first().waitFor()
  await takeEveryLook(page, 'invoice-finalize')
  await dialog.getByRole('button', { name: 'Issue and send' }).click()

  await page.getByRole('heading', { name: /^INV-\d{4}-000001$/, level: 1 }).waitFor()
  await page
    .getByText(/^INV-\d{4}-000001 is issued\. The invoice names only your organisation/)
    .waitFor()
  await page.getByRole('button', { name: 'Complete your company' }).waitFor()
  await page.getByRole('button', { name: 'Close the message' }).click()
  await page.getByText('Mailed to the customer').waitFor()
  const address = await page.getByRole('link', { name: 'Open in a new tab' }).getAttribute('href')
  await page.getByText('PDF', { exact: true }).click()
  await expectDrawn(page.getByRole('img', { name: /^INV-.*, page 1 of 1$/ }))
  await expectFineInEveryLook(page, 'invoice-pdf')
  await page.getByRole('button', { name: 'E-invoice' }).click()
  await takeEveryLook(page, 'invoice-e-invoice')
  await page.getByRole('menuitem', { name: /^CII/ }).click()
  // Neither the seller nor the customer has a postal address.
  await page
    .getByText(/Add your company’s .* Complete the details, then issue a new invoice\.$/)
    .waitFor()
  await page.getByText('Document', { exact: true }).click()
  await page.getByRole('status').filter({ hasText: 'Live' }).waitFor()
  const facts = page.getByRole('complementary', { name: 'About the invoice' })
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Credit' }).click()
  await dialog.getByText('Lines', { exact: true }).click()
  await dialog.getByLabel('Quantity of line 1').fill('25')
  await dialog.getByRole('status', { name: 'The credit' }).getByText('€6,041.75').waitFor()
  await takeEveryLook(page, 'invoice-credit-lines')
  await dialog.getByText('An amount', { exact: true }).click()
  await dialog.getByLabel('Amount with VAT').fill('14500,21')
  await dialog.getByText(/^More than the €14,500.20/).waitFor()
  await dialog.getByLabel('Amount with VAT').fill('7250,10')
  await dialog.getByLabel('Reason').fill('Half of the audit falls away')
  await takeEveryLook(page, 'invoice-credit')
  await dialog.getByRole('button', { name: 'Credit €7,250.10' }).click()
  await dialog.waitFor({ state: 'detached' })
  await facts.getByText(/^Credited with CN-\d{4}-000001: Half of the audit/).waitFor()
  const note = facts.getByRole('list', { name: 'Credit notes' }).getByRole('link')
  const noteUrl = new URL((await note.getAttribute('href')) ?? '', page.url())
  expect((await page.request.get(noteUrl.href)).headers()['content-type']).toBe('application/pdf')
  await takeEveryLook(page, 'invoice-credited')
  const payer = await open()
  await payer.goto(address ?? '')
  await payer.getByRole('button', { name: 'Pay' }).click()
  await facts.getByText('The payment provider', { exact: false }).waitFor()
  await facts.getByText('Paid', { exact: true }).first().waitFor()
  await expectFineInEveryLook(page, 'invoice-paid')

  await page.getByRole('link', { name: 'Invoices', exact: true }).first().click()
  await page.getByRole('link', { name: /Harbour Bakery.*Paid.*€7,250.10 credited/ }).waitFor()
  await expectFineInEveryLook(page, 'invoices')

  const graph = {
    nodes: [
      { id: 'start', type: 'trigger.manual', name: 'Start', params: {}, position: { x: 0, y: 0 } },
      {
        id: 'file',
        type: 'collect_invoices',
        name: 'File',
        params: {},
        position: { x: 200, y: 0 },
      },
    ],
    edges: [{ from: { node: 'start', output: 'main' }, to: { node: 'file', input: 'main' } }],
  }
  const workflow = await callApi(page, 'POST', '/api/workflows', { name: 'File invoices', graph })
  const text = 'INVOICE\nInvoice no. 2026-017\nVAT 20%\nTotal 1.234,50 EUR'
  const input = {
    title: 'Your invoice for March',
    from: 'Paper Ltd <bills@paper.example>',
    rawContent: text,
    attachments: [{ name: 'invoice-2026-017.pdf', contentType: 'application/pdf', size: 10, text }],
  }
  expect(
    (await callApi(page, 'POST', `/api/workflows/${workflow.body['id']}/run`, { input })).status,
  ).toBe(202)
  await expect
    .poll(async () => (await callApi(page, 'GET', '/api/accounting/documents')).body, {
      timeout: 20_000,
    })
    .toMatchObject({ items: [{ number: '2026-017' }] })
  await page.getByRole('link', { name: 'Accounting', exact: true }).first().click()
  await page.getByText('Your invoice for March').waitFor()
  await page.getByText(/^1 invoice, /).waitFor()
  await expectFineInEveryLook(page, 'accounting')
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: /^FEC of/ }).click()
  expect((await download).suggestedFilename()).toMatch(/^journal-\d{4}-\d{2}-[A-Z]{3}\.txt$/)
  await page.getByRole('button', { name: /^Mark as booked/ }).click()
  await page.getByText('Nothing to book').waitFor()
  await page.getByText('Your invoice for March is booked').waitFor()
})

test('mails, pays, voids, copies and resets an invoice, and says what to do if the account is lost', async ({
  page,
}) => {
  await signUp(page)
  const { accountId, sandbox } = await connectPayments(page)
  const customerId = await addCustomer(page, 'Harbour Bakery', 'accounts@bakery.example')
  const [mailed, unpaid, free] = await Promise.all([
    issueInvoice(page, customerId, 24_167),
    issueInvoice(page, customerId, 5_000),
    issueInvoice(page, customerId, 0),
  ])
  const dialog = page.getByRole('dialog')
  const facts = page.getByRole('complementary', { name: 'About the invoice' })
  const act = async (id: string | undefined, name: string) => {
    if (id !== undefined) await page.goto(`/invoices/${id}`)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  for (let count = 1; count < 10; count += 1) await sendAgain(page, mailed)
  await act(mailed, 'Send again')
  await dialog.getByLabel('Copy to').fill('boss@bakery.example,')
  await dialog.getByLabel('Message').fill('<b>As agreed</b> on the phone.')
  const preview = page.frameLocator('iframe[title="Preview of the mail"]')
  await preview.getByText('<b>As agreed</b> on the phone.').waitFor()
  await preview.getByRole('link', { name: 'View and pay the invoice' }).waitFor()
  await expectFineInEveryLook(page, 'invoice-send')
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByText('The invoice is being mailed').waitFor()
  await dialog.waitFor({ state: 'detached' })
  const copy = facts.getByText(
    'Show the mail to accounts@bakery.example, copy to boss@bakery.example',
  )
  await copy.click()
  await facts.getByText('<b>As agreed</b> on the phone.').waitFor()
  await takeEveryLook(page, 'invoice-mail-copy')
  await act(undefined, 'Send again')
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await dialog
    .getByText('You can mail a document at most ten times a day. Try again tomorrow.')
    .waitFor()
  await takeEveryLook(page, 'invoice-not-mailed')
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('button', { name: 'Record payment' }).click()
  await dialog.getByRole('combobox', { name: 'Method' }).click()
  await page.getByRole('option', { name: 'Cash' }).click()
  await dialog.getByLabel('Reference').fill('Receipt 12')
  await takeEveryLook(page, 'invoice-mark-paid')
  await dialog.getByRole('button', { name: 'Record payment' }).click()
  await facts.getByText('Paid by cash, reference Receipt 12').waitFor()

  await act(free, 'Reset to a draft')
  await page.getByText('The invoice is a draft again and keeps its number').waitFor()

  await act(unpaid, 'Void')
  const number = (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''
  await dialog.getByRole('textbox').fill(number.toLowerCase())
  await takeEveryLook(page, 'invoice-void-typed')
  await dialog.getByRole('button', { name: 'Void the invoice' }).click()
  await facts.getByText('Voided').waitFor()
  await expectFineInEveryLook(page, 'invoice-void')

  await act(undefined, 'Duplicate')
  await page.getByRole('region', { name: 'Preview' }).getByText('€50.00').last().waitFor()
  await page.getByRole('button', { name: 'Save the draft' }).click()
  await page.getByRole('heading', { name: 'Draft invoice' }).waitFor()

  await fetch(`${sandbox}/payments/${accountId}/close`, { method: 'POST', redirect: 'manual' })
  await page.getByRole('button', { name: 'Preview and issue' }).click()
  await dialog.getByRole('button', { name: 'Issue and send' }).click()
  const account = dialog.getByRole('link', { name: 'Open the payment account' })
  await account.waitFor()
  await takeEveryLook(page, 'invoice-account-lost')
  await account.click()
  await page
    .getByText('The payment provider no longer has this account', { exact: false })
    .waitFor()
  await page.getByRole('button', { name: 'Connect a new account' }).waitFor()
  await takeEveryLook(page, 'payments-lost')
})

test('creates, changes and undoes changes of customers, offers and subscriptions', async ({
  page,
  open,
}) => {
  await enter(page)
  const long = `Seil ${'macher'.repeat(30)} <b>GmbH</b>`
  const made = [
    await callApi(page, 'POST', '/api/customers', { name: long, email: 'accounts@loft.example' }),
    await callApi(page, 'POST', '/api/customers', { name: 'Old Pier', email: 'pier@example.com' }),
  ]
  expect(made.map(({ status }) => status)).toEqual([201, 201])
  await page.getByRole('link', { name: 'Products', exact: true }).click()
  await page.getByRole('button', { name: 'New product' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Care plan')
  await dialog.getByText('Recurring', { exact: true }).click()
  await dialog.getByLabel('Price without VAT').fill('99')
  await dialog.getByLabel('Web address').fill('Care plan')
  await dialog.getByRole('button', { name: 'Add the product' }).click()
  await dialog.getByText('Use lower-case letters, digits and single hyphens').waitFor()
  await dialog.getByLabel('Web address').fill('care-plan')
  await takeEveryLook(page, 'offer-new')
  await dialog.getByRole('button', { name: 'Add the product' }).click()
  await page.getByText('Only your organisation can see this product').waitFor()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const publicPage = page.getByRole('link', { name: /\/p\/.+\/products\// })
  await publicPage.waitFor()
  const offerAddress = page.url()
  await expectFineInEveryLook(page, 'product')
  const logoUrl = await storePicture(page)
  expect((await callApi(page, 'PATCH', '/api/settings', { logoUrl })).status).toBe(200)
  const visitor = await open()
  await visitor.goto((await publicPage.getAttribute('href')) ?? '')
  await visitor.getByRole('heading', { name: 'Care plan' }).waitFor()
  await visitor.getByText('Harbour Studio', { exact: true }).waitFor()
  expect(await visitor.locator(`img[src^="${new URL(logoUrl).pathname}"]`).count()).toBe(1)
  await expectFineInEveryLook(visitor, 'offer-public')

  await page.getByRole('link', { name: 'Subscriptions', exact: true }).click()
  await page.getByText('No subscriptions yet').waitFor()
  await page.getByRole('button', { name: 'New subscription' }).click()
  await dialog.getByRole('combobox', { name: 'Customer' }).fill('Seil')
  await page.getByRole('option', { name: /^Seil/ }).click()
  await dialog.getByRole('combobox', { name: 'Product' }).click()
  await page.getByRole('option', { name: /^Care plan/ }).click()
  await dialog.getByRole('combobox', { name: 'Ends' }).click()
  await page.getByRole('option', { name: 'After a number of invoices' }).click()
  await dialog.getByLabel('Number of invoices').fill('12')
  await takeEveryLook(page, 'schedule-new')
  await dialog.getByRole('button', { name: 'Create the subscription' }).click()
  await page.getByRole('heading', { name: 'Care plan' }).waitFor()
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByText('When you resume it').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Pause' }).waitFor()
  await page.getByText('after 12 invoices, 0 so far').waitFor()
  const offerId = new URL(offerAddress).pathname.split('/').at(-1)
  expect(
    (await callApi(page, 'PATCH', `/api/offers/${offerId}`, { priceCents: 12_000 })).status,
  ).toBe(200)
  await page.getByText('Mail the customer the new price').waitFor()
  await expectFineInEveryLook(page, 'schedule')
  await page.getByRole('button', { name: 'Change the price' }).click()
  await page.getByText('The customer gets a mail about the new price').waitFor()
  await page.getByText(/^The product costs/).waitFor()
  await page.getByRole('button', { name: 'Set the end date' }).click()
  await dialog.getByRole('combobox', { name: 'Ends' }).click()
  await page.getByRole('option', { name: 'When you cancel it' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Changed: end: none, number of periods: none').waitFor()
  await page.getByRole('link', { name: 'Subscriptions', exact: true }).first().click()
  await page.getByRole('link', { name: /^Seil/ }).waitFor()
  await expectFineInEveryLook(page, 'schedules')

  await page.getByRole('link', { name: 'Customers', exact: true }).click()
  await page.getByRole('link', { name: /^Old Pier/ }).waitFor()
  await expectFineInEveryLook(page, 'customers')
  await page.getByRole('link', { name: /^Seil/ }).click()
  await page.getByText('No invoices yet.').waitFor()
  await expectFineInEveryLook(page, 'customer')

  await page.goto('/invoices/summary')
  await page.getByRole('region', { name: 'Figures in EUR' }).getByText('€144.00').first().waitFor()
  await expectFineInEveryLook(page, 'summary')
  await page.goto('/settings/payments')
  await page.getByText('Not connected').waitFor()
  const seller = page.getByRole('region', { name: 'Your company' })
  await seller.getByText(/Missing: the address/).waitFor()
  await seller.getByRole('textbox', { name: 'Address', exact: true }).fill('1 Quai des Belges')
  await seller.getByRole('textbox', { name: 'Address', exact: true }).press('Enter')
  await seller.getByText(/Missing: the city/).waitFor()
  await page.getByRole('switch', { name: 'Remind customers' }).click()
  await page.getByRole('textbox', { name: 'Days after it' }).fill('14, 3')
  await page.getByRole('textbox', { name: 'Days after it' }).press('Enter')
  const reminders = async () => (await callApi(page, 'GET', '/api/invoicing/reminders')).body
  // Ask the API, because the "Saved" mark also appears next to the address field.
  const stored = { enabled: true, daysBefore: [], daysAfter: [3, 14] }
  await expect.poll(reminders).toEqual({ ...stored, texts: [] })
  await page.getByRole('button', { name: 'See and change: 14 days after the due date' }).click()
  const words = page.getByRole('dialog')
  const reminder = page.frameLocator('iframe[title="Preview of the mail"]')
  await reminder.getByText(/We have not received .* yet/).waitFor()
  await words.getByLabel('Subject').fill('About {number}')
  await words.getByLabel('Text').fill('Dear {customer}, please pay {amount}.')
  await reminder.getByText('Dear Example Ltd, please pay').waitFor()
  await expectFineInEveryLook(page, 'reminder-words')
  await words.getByRole('button', { name: 'Save' }).click()
  await words.waitFor({ state: 'detached' })
  await page.getByText('About {number}').waitFor()
  await expectFineInEveryLook(page, 'settings-payments')
})
