import { AtriumError, type Client, createClient } from '@atrium/sdk'
import { catchRefusal, signUpNewcomer } from '../newcomer/play-newcomer.ts'
import { type Check, checkWith, until } from '../stories/story.ts'
import { submit } from './submit.ts'

/** The name of the e-invoice inside a document. */
const attachment = 'factur-x.xml'

/**
 * Plays a half credited, half paid invoice, and a sold-out happening. Throws at the first mismatch.
 */
export async function playMoneyStory(baseUrl: string, say: (line: string) => void): Promise<void> {
  const check = checkWith(say)
  const { client, org } = await signUpNewcomer(baseUrl, 'ledger')
  await submit((await client.payments.onboard()).url, { outcome: 'enable' })
  await playInvoice(client, check)
  await playHappening(client, { baseUrl, orgSlug: org.slug }, check)
}

async function playInvoice(client: Client, check: Check): Promise<void> {
  const customer = await client.customers.create({
    body: {
      name: 'Harbour Bakery',
      email: 'accounts@bakery.example',
      billingLine1: '7 rue du Port',
      billingPostalCode: '13002',
      billingCity: 'Marseille',
      billingCountry: 'FR',
    },
  })
  const lines = [{ description: 'Café 東京 — مرحبا', quantity: 2, unitAmountCents: 50_000 }]
  const begin = () =>
    client.invoices.create({
      body: { customerId: customer.id, lineItems: lines, vatRateBps: 2_000 },
    })
  const unnamed = await client.invoices.finalize({ params: { id: (await begin()).id } })
  check(
    (unnamed.warnings ?? []).length > 0,
    'without a seller the org stands in, and warnings name the gaps',
  )

  await client.invoices.setSeller({
    body: {
      name: 'Studio & Co',
      line1: '1 quai',
      postalCode: '69001',
      city: 'Lyon',
      country: 'FR',
      taxId: 'FR40303265045',
    },
  })
  const open = await client.invoices.finalize({ params: { id: (await begin()).id } })
  const params = { id: open.id }
  const pdf = Buffer.from(
    await (await client.request(`/api/invoicing/${open.id}/pdf`)).arrayBuffer(),
  )
  check(pdf.subarray(0, 5).toString() === '%PDF-', 'the document is a PDF')
  check(pdf.includes(attachment), 'with the e-invoice inside')
  for (const [format, root] of [
    ['cii', 'CrossIndustryInvoice'],
    ['ubl', '<Invoice'],
  ] as const) {
    const xml = await (
      await client.request(`/api/invoicing/${open.id}/e-invoice?format=${format}`)
    ).text()
    check(xml.includes(root) && xml.includes('1200.00'), `and alone as ${format.toUpperCase()}`)
  }

  const note = await client.invoices.credit({
    params,
    body: { amountCents: 60_000, reason: 'Half of it' },
  })
  check(
    note.number.startsWith('CN-') &&
      note.vatAmountCents === 10_000 &&
      note.subtotalAmountCents === 50_000,
    'half of it is credited, with its VAT',
  )
  const refused = await catchRefusal(
    client.invoices.credit({ params, body: { amountCents: 60_001, reason: 'More' } }),
  )
  check(refused.code === 'exceeds_invoice', 'and no more than is left')
  const rest = await client.invoices.get({ params })
  check(rest.creditedCents === 60_000 && rest.amountDueCents === 60_000, 'the other half is due')
  if (rest.paymentsHostedInvoiceUrl === null)
    throw new Error('not as it should be: no page to pay on')
  await submit(rest.paymentsHostedInvoiceUrl)
  const paid = await until('the payment', async () => {
    const now = await client.invoices.get({ params })
    return now.status === 'paid' ? now : undefined
  })
  check(paid.amountDueCents === 0, 'the rest is paid on the processor’s page')
  const summary = await client.invoices.summary()
  check(
    'paidCents' in summary && summary.paidCents === 60_000,
    'and the summary counts what was paid',
  )
  const notePdf = await client.request(`/api/credit-notes/${note.id}/pdf`)
  check(
    notePdf.headers.get('content-type') === 'application/pdf',
    'the credit note has a document, too',
  )
  await notePdf.body?.cancel()
}

async function playHappening(
  client: Client,
  { baseUrl, orgSlug }: { baseUrl: string; orgSlug: string },
  check: Check,
): Promise<void> {
  const happening = await client.happenings.create({
    body: {
      title: 'Open day',
      startsAt: new Date(Date.now() + 86_400_000).toISOString(),
      published: true,
      ticketTypes: [{ name: 'Entry', capacity: 5 }],
    },
  })
  const visitor = createClient({ baseUrl })
  const [{ id: ticketTypeId } = { id: '' }] = happening.ticketTypes
  const order = (at: number) =>
    visitor.publicHappenings.order({
      params: { orgSlug, slug: happening.slug },
      body: {
        ticketTypeId,
        quantity: 1,
        name: `Visitor ${at}`,
        email: `visitor-${at}@example.com`,
      },
    })
  const orders = await Promise.allSettled(Array.from({ length: 12 }, (_, at) => order(at)))
  const codes = orders.flatMap((each) =>
    each.status === 'fulfilled' && 'tickets' in each.value ? each.value.tickets : [],
  )
  const refusals = orders.flatMap((each) =>
    each.status === 'rejected' ? [each.reason as unknown] : [],
  )
  check(codes.length === 5, 'of twelve orders at once five get the five seats')
  check(
    refusals.every((error) => error instanceof AtriumError && error.code === 'sold_out'),
    'and the others learn that it is sold out',
  )
  const [{ code } = { code: '' }] = codes
  const params = { id: happening.id }
  const admitted = await client.happenings.checkIn({ params, body: { code } })
  check(admitted.checkedInAt !== null, 'a ticket is checked in')
  const again = await catchRefusal(client.happenings.checkIn({ params, body: { code } }))
  check(again.code === 'already_checked_in', 'once')
}
