import type { Client } from '@atrium/sdk'
import { submit } from '../money/submit.ts'
import { signUpNewcomer } from '../newcomer/play-newcomer.ts'
import { type Check, checkWith, until } from '../stories/story.ts'

export interface Story {
  baseUrl: string
  say: (line: string) => void
  /** Bills what is due, as the daily run does. Returns how many invoices were finalized. */
  generate: () => Promise<number>
}

/** Plays an organisation's invoicing through SDK and sandbox. Throws at the first mismatch. */
export async function playInvoicingStory(story: Story): Promise<void> {
  const check = checkWith(story.say)
  const { client, org } = await signUpNewcomer(story.baseUrl, 'studio')
  const { url } = await client.payments.onboard()
  await submit(url, { outcome: 'enable' })
  const status = await client.payments.status()
  check(status.connected && status.chargesEnabled, 'connected an account that can charge')

  await client.invoices.setSeller({ body: { name: 'Studio & Co', city: 'Lyon', country: 'FR' } })
  const customer = await client.customers.create({
    body: { name: 'Harbour Bakery', email: 'accounts@bakery.example', billingCountry: 'FR' },
  })
  await playOneOff(client, customer.id, check)
  await playRecurring(client, customer.id, story, check)
  await playSubscription(client, org.slug, check)

  const summary = await client.invoices.summary()
  check(
    'counts' in summary &&
      summary.currency === 'EUR' &&
      summary.paidCents === 1_450_020 + 4_900 &&
      summary.counts.open === 1,
    'the summary adds up',
  )
}

async function playOneOff(client: Client, customerId: string, check: Check): Promise<void> {
  const offer = await client.offers.create({
    body: { name: 'Brand audit', priceCents: 24_167, billingModel: 'one_off' },
  })
  check(offer.paymentsPriceId !== null, 'an offer is mirrored as a product and a price')
  const draft = await client.invoices.create({
    body: {
      customerId,
      lineItems: [{ description: offer.name, quantity: 50, unitAmountCents: 24_167 }],
      vatRateBps: 2_000,
    },
  })
  check(draft.totalAmountCents === 1_450_020, '50 × 241.67 at 20 % is 14,500.20')
  const open = await client.invoices.finalize({ params: { id: draft.id } })
  check(
    open.status === 'open' && open.number?.endsWith('-000001') === true,
    'finalized as the first number',
  )
  if (open.paymentsHostedInvoiceUrl === null)
    throw new Error('not as it should be: no page to pay on')
  await submit(open.paymentsHostedInvoiceUrl)
  await until('the payment', async () => {
    const now = await client.invoices.get({ params: { id: draft.id } })
    return now.status === 'paid' ? now : undefined
  })
  check(true, 'paid on the processor’s page, and the webhook says so')
}

async function playRecurring(
  client: Client,
  customerId: string,
  story: Story,
  check: Check,
): Promise<void> {
  const offer = await client.offers.create({
    body: { name: 'Care plan', priceCents: 9_900, billingModel: 'recurring', interval: 'month' },
  })
  const params = {
    id: (
      await client.invoices.schedules.create({
        body: { customerId, offerId: offer.id, vatRateBps: 2_000 },
      })
    ).id,
  }
  await client.offers.update({
    params: { id: offer.id },
    body: { interval: 'year', priceCents: 99_000 },
  })
  await story.generate()
  const billed = await client.invoices.schedules.get({ params })
  const [first] = billed.invoices
  check(
    first?.status === 'open' && first.totalAmountCents === 11_880,
    'the first month is billed at the price that was agreed, though the offer has changed since',
  )
  await story.generate()
  const after = await client.invoices.schedules.get({ params })
  check(after.invoices.length === 1 && !after.stuck, 'nothing more is due, and nothing is stuck')
  await client.invoices.schedules.pause({ params })
  const resumed = await client.invoices.schedules.resume({ params })
  check(resumed.skippedPeriods === 0, 'paused and resumed within the month, nothing is skipped')
  const moved = await client.invoices.schedules.adoptOffer({ params })
  check(
    moved.interval === 'year' && moved.unitAmountCents === 99_000,
    'moved to the yearly price, it bills that',
  )
  await client.invoices.schedules.cancel({ params })
}

async function playSubscription(client: Client, orgSlug: string, check: Check): Promise<void> {
  await client.offers.create({
    body: {
      name: 'Newsletter',
      slug: 'newsletter',
      priceCents: 4_900,
      billingModel: 'recurring',
      interval: 'month',
    },
  })
  const { url } = await client.publicOffers.checkout({
    params: { orgSlug, slug: 'newsletter' },
    body: {},
  })
  await submit(url, { email: 'reader@example.com', name: 'A Reader' })
  const mirrored = await until('the mirrored sale', async () => {
    const { items } = await client.invoices.list({ query: { source: 'recurring', status: 'paid' } })
    return items[0]
  })
  check(
    mirrored.totalAmountCents === 4_900 && mirrored.scheduleId === null && mirrored.number !== null,
    'a subscription bought by a visitor is on record, with the processor’s number',
  )
  const buyers = await client.customers.list({ query: { q: 'reader@example.com' } })
  check(buyers.total === 1, 'and its buyer is a customer')
}
