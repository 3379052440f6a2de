import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { callApi } from './api.ts'
import { addCustomer, connectPayments, draftLine, issueInvoice, make } from './billing-steps.ts'
import { fillMoment } from './dates.ts'
import { expectFineInEveryLook } from './looks.ts'
import { signUp } from './person.ts'
import { test } from './story.ts'

/** Lets the next POST to a path reach the platform but drops the response. */
async function loseAnswer(page: Page, path: RegExp): Promise<void> {
  let isLost = false
  await page.route(path, async (route) => {
    if (isLost || route.request().method() !== 'POST') return route.fallback()
    isLost = true
    await route.fetch()
    return route.abort('connectionreset')
  })
}

/**
 * Matches a day as written on either side of the Atlantic, because the user's language may not be
 * loaded yet.
 */
const written = (at: string, before = '') => {
  const [one, other] = ['en-GB', 'en-US'].map((locale) =>
    new Date(at).toLocaleDateString(locale, { dateStyle: 'medium', timeZone: 'UTC' }),
  )
  return new RegExp(`^${before}(${one}|${other})$`)
}

const readTotal = async (page: Page, path: string) =>
  (await callApi(page, 'GET', path)).body['total']

test('creates nothing twice if a response is lost: a draft, a subscription, a credit note, a happening', async ({
  page,
}) => {
  await signUp(page)
  await connectPayments(page)
  const customerId = await addCustomer(page, 'Harbour Bakery', 'accounts@bakery.example')
  await make(page, '/api/offers', {
    name: 'Care plan',
    priceCents: 9_900,
    billingModel: 'recurring',
    interval: 'month',
  })
  const dialog = page.getByRole('dialog')
  const unreached = page.getByText('Atrium cannot be reached').first()

  await page.goto(`/invoices/new?customer=${customerId}`)
  await page.getByLabel('Description of line 1').fill('Brand audit')
  await page.getByLabel('Unit price of line 1').fill('100')
  await loseAnswer(page, /\/api\/invoicing$/)
  await page.getByRole('button', { name: 'Save the draft' }).click()
  await unreached.waitFor()
  // The idempotency key survives a reload together with the draft.
  await page.reload()
  await page.getByRole('button', { name: 'Save the draft' }).click()
  await page.getByRole('heading', { name: 'Draft invoice' }).waitFor()
  expect(await readTotal(page, '/api/invoicing')).toBe(1)

  await page.goto('/subscriptions?create=true')
  await dialog.getByRole('combobox', { name: 'Customer' }).fill('Harbour')
  await page.getByRole('option', { name: /^Harbour Bakery/ }).click()
  await dialog.getByRole('combobox', { name: 'Product' }).click()
  await page.getByRole('option', { name: /^Care plan/ }).click()
  await loseAnswer(page, /\/api\/invoicing\/schedules$/)
  await dialog.getByRole('button', { name: 'Create the subscription' }).click()
  await unreached.waitFor()
  await dialog.getByRole('button', { name: 'Create the subscription' }).click()
  await page.getByRole('heading', { name: 'Care plan' }).waitFor()
  expect(await readTotal(page, '/api/invoicing/schedules')).toBe(1)

  const invoice = await issueInvoice(page, customerId, 10_000)
  await page.goto(`/invoices/${invoice}`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Credit' }).click()
  await dialog.getByText('An amount', { exact: true }).click()
  await dialog.getByLabel('Amount with VAT').fill('40')
  await dialog.getByLabel('Reason').fill('One day less')
  await loseAnswer(page, /\/credit-notes$/)
  await dialog.getByRole('button', { name: 'Credit €40.00' }).click()
  await unreached.waitFor()
  await dialog.getByRole('button', { name: 'Credit €40.00' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await readTotal(page, `/api/invoicing/${invoice}/credit-notes`)).toBe(1)

  await page.goto('/events?create=true')
  await dialog.getByLabel('Title').fill('Open day')
  await fillMoment(dialog, 'Starts', '2031-05-03T14:00')
  await dialog.getByLabel('Capacity of ticket type 1').fill('20')
  await loseAnswer(page, /\/api\/happenings$/)
  await dialog.getByRole('button', { name: 'Add the event' }).click()
  await unreached.waitFor()
  await dialog.getByRole('button', { name: 'Add the event' }).click()
  await page.getByRole('heading', { name: 'Open day' }).waitFor()
  expect(await readTotal(page, '/api/happenings')).toBe(1)
})

test.for(['Pacific/Kiritimati', 'Pacific/Honolulu'])(
  "shows the document's dates of an invoice and a subscription unchanged at %s",
  async (timezoneId, { open }) => {
    const page = await open({ timezoneId })
    await signUp(page)
    await connectPayments(page)
    const customerId = await addCustomer(page, 'Harbour Bakery', 'accounts@bakery.example')
    const dueDate = '2031-11-30T23:59:59.999Z'
    const id = await make(page, '/api/invoicing', {
      customerId,
      lineItems: draftLine('Brand audit'),
      dueDate,
    })
    await page.goto(`/invoices/${id}`)
    await page
      .getByRole('region', { name: 'Preview' })
      .getByText(written(dueDate, 'Due '))
      .waitFor()
    expect(await page.getByRole('textbox', { name: 'Due', exact: true }).inputValue()).toBe(
      '30 Nov 2031',
    )
    const finalized = await callApi(page, 'POST', `/api/invoicing/${id}/finalize`)
    const issued = String(finalized.body['issueDate'])
    await page.goto(`/invoices/${id}`)
    const sheet = page.getByRole('region', { name: 'Document' })
    await sheet.getByText(written(issued, 'Issued ')).waitFor()
    await sheet.getByText(written(dueDate, 'Due ')).waitFor()
    await page.getByRole('button', { name: 'Record payment' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Record payment' }).click()
    const facts = page.getByRole('complementary', { name: 'About the invoice' })
    await facts.getByText('Paid by bank transfer').waitFor()
    await facts
      .getByRole('definition')
      .filter({ hasText: written(issued) })
      .waitFor()

    const offerId = await make(page, '/api/offers', {
      name: 'Care plan',
      priceCents: 9_900,
      billingModel: 'recurring',
      interval: 'month',
    })
    const nextInvoiceDate = '2031-12-01T00:00:00.000Z'
    const schedule = await make(page, '/api/invoicing/schedules', {
      customerId,
      offerId,
      nextInvoiceDate,
    })
    await page.goto(`/subscriptions/${schedule}`)
    // The preview of the next invoice shows the date, too.
    await page.getByText(written(nextInvoiceDate)).first().waitFor()
  },
)

test('saves seller fields that are typed while earlier fields are still being saved', async ({
  page,
}) => {
  await signUp(page)
  await page.goto('/settings/payments')
  const seller = page.getByRole('region', { name: 'Your company' })
  const field = (name: string) => seller.getByRole('textbox', { name, exact: true })
  await field('Address').waitFor()
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/api\/invoicing\/seller$/, async (route) => {
    if (route.request().method() === 'PUT') await held
    await route.continue()
  })
  await field('Address').fill('1 Quai des Belges')
  await field('Postal code').fill('13001')
  await field('City').fill('Marseille')
  await field('Address').fill('2 Quai des Belges')
  await field('City').press('Enter')
  await seller.getByRole('combobox', { name: 'Country' }).fill('France')
  await page.getByRole('option', { name: 'France', exact: true }).click()
  release()
  const stored = async () => (await callApi(page, 'GET', '/api/invoicing/seller')).body
  await expect.poll(stored).toMatchObject({
    line1: '2 Quai des Belges',
    postalCode: '13001',
    city: 'Marseille',
    country: 'FR',
  })
  // The page may receive the last response after the stored company was read.
  await expect.poll(() => field('Address').inputValue()).toBe('2 Quai des Belges')
})

test('stores reminders that are set while earlier ones are still being saved', async ({ page }) => {
  await signUp(page)
  await page.goto('/settings/payments')
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const sent: unknown[] = []
  await page.route(/\/api\/invoicing\/reminders$/, async (route) => {
    if (route.request().method() !== 'PUT') return route.continue()
    sent.push(route.request().postDataJSON())
    await held
    return route.continue()
  })
  await page.getByRole('switch', { name: 'Remind customers' }).click()
  const days = page.getByRole('textbox', { name: 'Days after it' })
  await days.fill('14, 3')
  await days.press('Enter')
  const first = { enabled: true, daysBefore: [], texts: [], daysAfter: expect.any(Array) }
  const last = { ...first, daysAfter: [3, 14] }
  await expect.poll(() => sent).toEqual([first])
  release()
  await expect
    .poll(async () => (await callApi(page, 'GET', '/api/invoicing/reminders')).body)
    .toEqual(last)
  expect(sent).toEqual([first, last])
})

test('finds an offer by name even if it is not on the first page', async ({ page }) => {
  await signUp(page)
  const offer = { priceCents: 9_900, billingModel: 'one_off' }
  await make(page, '/api/offers', { ...offer, name: 'Sail repair' })
  for (let count = 0; count < 51; count += 1)
    await make(page, '/api/offers', { ...offer, name: `Plan ${count}` })
  await page.goto('/invoices/new')
  const choice = page.getByRole('combobox', { name: 'From a product' })
  await choice.fill('sail')
  await page.getByRole('option', { name: /^Sail repair/ }).click()
  await page.getByRole('region', { name: 'Preview' }).getByText('Sail repair').waitFor()
  await page.goto('/products')
  await page.getByRole('searchbox', { name: 'Name or description' }).fill('SAIL')
  await page.getByRole('link', { name: /^Plan/ }).first().waitFor({ state: 'detached' })
  await page.getByRole('link', { name: /^Sail repair/ }).waitFor()
})

test('catches up on a subscription that was paused over a due date, and bills it in the daily run', async ({
  page,
}) => {
  await signUp(page)
  await connectPayments(page)
  const customerId = await addCustomer(page, 'Harbour Bakery', 'accounts@bakery.example')
  const offerId = await make(page, '/api/offers', {
    name: 'Care plan',
    priceCents: 9_900,
    billingModel: 'recurring',
    interval: 'month',
  })
  const due = Date.now() + 8_000
  const nextInvoiceDate = new Date(due).toISOString()
  const id = await make(page, '/api/invoicing/schedules', { customerId, offerId, nextInvoiceDate })
  await page.goto(`/subscriptions/${id}`)
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByText('When you resume it').waitFor()
  await expectFineInEveryLook(page, 'schedule-paused')
  await expect.poll(() => Date.now()).toBeGreaterThan(due)
  await page.getByRole('button', { name: 'Resume and catch up' }).click()
  await page.getByText('Active again. The periods that fell due are billed within a day').waitFor()
  await page.getByText('No period has been billed yet.').waitFor()

  const graph = {
    nodes: [
      { id: 'start', type: 'trigger.manual', name: 'Start', params: {}, position: { x: 0, y: 0 } },
      {
        id: 'bill',
        type: 'generate_invoices',
        name: 'Bill',
        params: {},
        position: { x: 200, y: 0 },
      },
    ],
    edges: [{ from: { node: 'start', output: 'main' }, to: { node: 'bill', input: 'main' } }],
  }
  const workflow = await make(page, '/api/workflows', { name: 'Daily run', graph })
  expect((await callApi(page, 'POST', `/api/workflows/${workflow}/run`)).status).toBe(202)
  await page
    .getByRole('list', { name: 'Invoices' })
    .getByRole('link', { name: /^INV-.*€99.00/ })
    .waitFor()
  await expectFineInEveryLook(page, 'schedule-caught-up')
})
