import { expect } from 'vitest'
import { callApi } from './api.ts'
import { addCustomer } from './billing-steps.ts'
import { expectFineInEveryLook } from './looks.ts'
import { signUp } from './person.ts'
import { test } from './story.ts'

const put = async (page: Parameters<typeof callApi>[0], path: string, body: object) => {
  const answer = await callApi(page, 'PUT', path, body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
}

test('lets a customer accept an estimate and pay its invoice by transfer when they open the pages', async ({
  page,
  open,
}) => {
  await signUp(page)
  await put(page, '/api/invoicing/defaults', { onlinePayments: false })
  const iban = 'DE89370400440532013000'
  await put(page, '/api/invoicing/seller', { name: 'Harbour Studio', country: 'DE', iban })
  const customerId = await addCustomer(page, 'Hafen Bäckerei', 'konto@hafen.example')
  await callApi(page, 'PATCH', `/api/customers/${customerId}`, { language: 'de' })
  const lineItems = [
    { description: 'Neue Segel', quantity: 2, unitAmountCents: 15_000, discountBps: 1_000 },
    { description: 'Handbuch', quantity: 1, unitAmountCents: 2_000, vatRateBps: 700 },
  ]
  const made = await callApi(page, 'POST', '/api/estimates', {
    customerId,
    lineItems,
    vatRateBps: 1_900,
    validUntil: '2100-03-31',
    note: 'Für die Regatta',
    footer: 'Bis bald',
    orderNumber: 'PO-77',
  })
  const { id } = made.body as { id: string }
  const sent = await callApi(page, 'POST', `/api/estimates/${id}/send`)
  const visitor = await open()
  await visitor.goto(new URL(String(sent.body['publicUrl'])).pathname)
  await visitor.getByText('Gültig bis 31.03.2100').waitFor()
  const accept = visitor.getByRole('button', { name: 'Angebot annehmen' })
  await visitor.getByLabel('Ihr Name').fill('  ')
  await accept.click()
  await visitor.getByText('Bitte geben Sie einen Namen an').waitFor()
  await expectFineInEveryLook(visitor, 'estimate')
  await visitor.getByLabel('Ihr Name').fill('Edda <b>Quay</b>')
  await accept.click()
  await visitor.getByText(/^Edda <b>Quay<\/b> hat dieses Angebot am .+ angenommen\.$/).waitFor()

  const invoice = await callApi(page, 'POST', `/api/estimates/${id}/invoice`)
  expect(invoice.status).toBe(201)
  const path = `/api/invoicing/${String(invoice.body['id'])}`
  const issued = await callApi(page, 'POST', `${path}/finalize`)
  const payPath = new URL(String(issued.body['publicUrl'])).pathname
  const response = await visitor.goto(payPath)
  expect(response?.headers()['x-robots-tag']).toBe('noindex, nofollow')
  await visitor.getByText('342,70 €').first().waitFor()
  await visitor.getByText('Rabatt 10 %').waitFor()
  for (const [rate, vat] of [
    ['USt. 19 %', '51,30 €'],
    ['USt. 7 %', '1,40 €'],
  ] as const) {
    await visitor.getByText(rate, { exact: true }).waitFor()
    await visitor.getByText(vat, { exact: true }).waitFor()
  }
  await visitor.getByText('DE89 3704 0044 0532 0130 00').waitFor()
  await visitor.getByText(String(issued.body['paymentReference'])).waitFor()
  await visitor.getByRole('img', { name: /^Scannen Sie diesen Code/ }).waitFor()
  await expectFineInEveryLook(visitor, 'pay')
  const part = { amountCents: 10_000, paidAt: '2026-11-29', method: 'transfer' }
  expect((await callApi(page, 'POST', `${path}/payments`, part)).status).toBe(201)
  await visitor.reload()
  await visitor.getByText('-100,00 €').waitFor()
  await page.goto(`/invoices/${String(invoice.body['id'])}`)
  const sheet = page.getByRole('region', { name: 'Document' })
  for (const text of ['Discount 10 %', 'Für die Regatta', 'Bis bald', 'PO-77', 'VAT 7 %'])
    await sheet.getByText(text, { exact: true }).waitFor()
  await expectFineInEveryLook(page, 'invoice-with-texts')
  const { items } = (await callApi(page, 'GET', `${path}/payments`)).body as unknown as {
    items: Array<{ id: string }>
  }
  await callApi(page, 'DELETE', `${path}/payments/${items[0]?.id}`)
  await callApi(page, 'POST', `${path}/void`)
  await visitor.reload()
  await visitor.getByText('Diese Rechnung ist storniert.').waitFor()
  expect(await visitor.getByText('DE89').count()).toBe(0)
  expect(await visitor.getByRole('img', { name: /^Scannen/ }).count()).toBe(0)
})

test('makes an invoice from an estimate when its customer accepts it', async ({ page, open }) => {
  await signUp(page)
  await addCustomer(page, 'Quay Rowing Club', 'office@rowing.example')
  await page.goto('/')
  await page.getByRole('link', { name: 'Estimates', exact: true }).click()
  await page.getByText('Send your first estimate').waitFor()
  await expectFineInEveryLook(page, 'estimates-empty')
  await page.getByRole('link', { name: 'New estimate' }).first().click()
  await page.getByRole('combobox', { name: 'Customer' }).fill('Quay')
  await page.getByRole('option', { name: /^Quay Rowing Club/ }).click()
  await page.getByRole('button', { name: 'Save and send' }).click()
  await page.getByText('Enter a description').waitFor()
  await page.getByRole('textbox', { name: 'Valid until' }).fill('2100-03-31')
  await page.getByLabel('Description of line 1').fill('New oars')
  await page.getByLabel('Quantity of line 1').fill('4')
  await page.getByLabel('Unit price of line 1').fill('125')
  await page.getByRole('region', { name: 'Preview' }).getByText('€600.00').waitFor()
  await expectFineInEveryLook(page, 'estimate-editor')
  await page.getByRole('button', { name: 'Save and send' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('office@rowing.example').waitFor()
  await dialog.getByLabel('Message').fill('The oars are made of ash.')
  await expectFineInEveryLook(page, 'estimate-send')
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByRole('heading', { name: /^EST-/ }).waitFor()
  await expectFineInEveryLook(page, 'estimate-sent')
  const link = await page.getByRole('link', { name: /^Open in a new tab/ }).getAttribute('href')

  const visitor = await open()
  await visitor.goto(new URL(String(link)).pathname)
  await visitor.getByLabel('Your name').fill('Ola Quay')
  await visitor.getByRole('button', { name: 'Accept the estimate' }).click()
  await visitor.getByText(/^Ola Quay accepted this estimate on /).waitFor()

  await page.goto('/estimates?status=accepted')
  await page.getByRole('link', { name: /Quay Rowing Club/ }).click()
  await page.getByText('Ola Quay', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Make an invoice' }).click()
  await page.getByRole('heading', { name: 'Draft invoice' }).waitFor()
  await page.getByRole('region', { name: 'Preview' }).getByText('€600.00').waitFor()
  await page.goto('/estimates')
  await page.getByRole('link', { name: /^Quay Rowing Club .+ Invoiced/ }).waitFor()
})

test('withdraws a sent estimate when it is changed, and deletes it after the time for an undo', async ({
  page,
  open,
}) => {
  await signUp(page)
  const customerId = await addCustomer(page, 'Pier Theatre', 'box@pier.example')
  const lineItems = [{ description: 'Stage lights', quantity: 1, unitAmountCents: 90_000 }]
  const made = await callApi(page, 'POST', '/api/estimates', { customerId, lineItems })
  const id = String(made.body['id'])
  const sent = await callApi(page, 'POST', `/api/estimates/${id}/send`)
  const visitor = await open()
  const address = new URL(String(sent.body['publicUrl'])).pathname

  await page.goto(`/estimates/${id}`)
  const choose = async (name: string) => {
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await choose('Edit')
  await page.getByRole('textbox', { name: 'Valid until' }).fill('2100-03-31')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('The estimate is saved').first().waitFor()
  await visitor.goto(address)
  await visitor.getByText('Valid until 31 Mar 2100').waitFor()

  await choose('Edit')
  await page.getByLabel('Description of line 1').fill('Stage lights and cables')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('region', { name: 'Preview' }).getByText('Draft').waitFor()
  // The preview says "Draft" while the change is still being saved.
  await expect
    .poll(async () => {
      await visitor.reload()
      return visitor.getByText('Valid until 31 Mar 2100').count()
    })
    .toBe(0)

  await choose('Delete')
  await page.getByText('Send your first estimate').waitFor()
  await expect
    .poll(async () => (await callApi(page, 'GET', `/api/estimates/${id}`)).status, {
      timeout: 20_000,
    })
    .toBe(404)
})
