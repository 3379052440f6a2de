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
  const lineItems = [{ description: 'Neue Segel', quantity: 2, unitAmountCents: 15_000 }]
  const made = await callApi(page, 'POST', '/api/estimates', {
    customerId,
    lineItems,
    vatRateBps: 1_900,
    validUntil: '2100-03-31',
  })
  const { id } = made.body as { id: string }
  const sent = await callApi(page, 'POST', `/api/estimates/${id}/send`)
  const visitor = await open()
  await visitor.goto(new URL(String(sent.body['publicUrl'])).pathname)
  await visitor.getByText('Gültig bis 31.03.2100').waitFor()
  const accept = visitor.getByRole('button', { name: 'Angebot annehmen' })
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
  expect(response?.headers()['x-robots-tag']).toBe('noindex')
  await visitor.getByText('357,00 €').first().waitFor()
  await visitor.getByText('DE89 3704 0044 0532 0130 00').waitFor()
  await visitor.getByText(String(issued.body['paymentReference'])).waitFor()
  await expectFineInEveryLook(visitor, 'pay')
  await callApi(page, 'POST', `${path}/void`)
  await visitor.reload()
  await visitor.getByText('Diese Rechnung ist storniert.').waitFor()
  expect(await visitor.getByText('DE89').count()).toBe(0)
})
