import {
  acceptEstimate,
  createCreditNote,
  createCustomer,
  createEstimate,
  createInvoice,
  createOffer,
  createSchedule,
  declineEstimate,
  finalizeInvoice,
  getPaymentsStatus,
  markInvoicePaid,
  onboardPayments,
  putSeller,
  sendEstimate,
  syncInvoice,
  voidInvoice,
} from '@atrium/contracts'
import { AtriumError } from '@atrium/sdk'
import { ifPossible, type SampleClient } from './sample-client.ts'
import {
  customers,
  deliveryProduct,
  estimates,
  furtherProducts,
  invoices,
  type SampleEstimate,
  type SampleInvoice,
  seller,
  statementMapping,
  subscriptions,
  writeStatement,
} from './sample-money.ts'

type Call = SampleClient['call']

const dayMs = 86_400_000
const inDays = (now: number, days: number): string => new Date(now + days * dayMs).toISOString()

// A deployment without a payment processor can issue invoices. If it has a real processor, a user
// has to connect the account first.
async function canIssue(call: Call): Promise<boolean> {
  try {
    await call(onboardPayments, {})
    return (await call(getPaymentsStatus, {})).chargesEnabled
  } catch (error) {
    if (error instanceof AtriumError && error.code === 'not_configured') return true
    throw error
  }
}

async function fillInvoice(
  { call, importStatement }: SampleClient,
  now: number,
  { customerId, sample, issue }: { customerId: string; sample: SampleInvoice; issue: boolean },
): Promise<void> {
  const [, fate, dueIn, vatRateBps, ...lines] = sample
  const lineItems = lines.map(([description, quantity, unitAmountCents]) => ({
    description,
    quantity,
    unitAmountCents,
  }))
  const body = { customerId, lineItems, vatRateBps, dueDate: inDays(now, dueIn) }
  const { id } = await call(createInvoice, { body })
  if (fate === 'draft' || !issue) return
  const issued = await call(finalizeInvoice, { params: { id } })
  const { number, totalAmountCents, paymentsInvoiceId } = issued
  if (fate === 'credited') {
    const credit = { amountCents: Math.round(totalAmountCents / 2), reason: 'Half of it came late' }
    await call(createCreditNote, { params: { id }, body: credit })
  }
  // Only a payment processor writes invoices off.
  if (fate === 'writtenOff' && paymentsInvoiceId !== null)
    await call(syncInvoice, { params: { id } })
  if (fate === 'void') await call(voidInvoice, { params: { id } })
  if (fate === 'banked') {
    const statement = writeStatement(now, { number: number ?? '', cents: totalAmountCents })
    const file = new File([statement], 'statement.csv', { type: 'text/csv' })
    await importStatement(file, { mapping: statementMapping })
  }
  if (fate !== 'paid') return
  const paidAt = inDays(now, 0)
  await call(markInvoicePaid, {
    params: { id },
    body: { paidAt, method: 'bank_transfer', reference: 'Sample' },
  })
}

async function fillEstimate(
  call: Call,
  now: number,
  { customerId, sample }: { customerId: string; sample: SampleEstimate },
): Promise<void> {
  const [, fate, description, quantity, unitAmountCents] = sample
  const { id } = await call(createEstimate, {
    body: {
      customerId,
      lineItems: [{ description, quantity, unitAmountCents }],
      vatRateBps: 550,
      validUntil: inDays(now, 30),
    },
  })
  if (fate === 'draft') return
  const sent = await ifPossible(call(sendEstimate, { params: { id } }))
  if (sent?.publicToken == null) return
  const params = { token: sent.publicToken }
  if (fate === 'accepted') await call(acceptEstimate, { params, body: { name: 'Office' } })
  if (fate === 'declined')
    await call(declineEstimate, { params, body: { reason: 'We found another date' } })
}

async function fillProducts(call: Call, now: number, customerIds: readonly string[]) {
  for (const body of furtherProducts) await call(createOffer, { body })
  const { id: offerId } = await call(createOffer, { body: deliveryProduct })
  for (const [customer, days] of subscriptions) {
    const customerId = customerIds[customer] ?? ''
    const nextInvoiceDate = inDays(now, days)
    await call(createSchedule, { body: { customerId, offerId, vatRateBps: 550, nextInvoiceDate } })
  }
}

/** Fills everything about money. */
export async function fillMoney(client: SampleClient, now: number): Promise<void> {
  const { call } = client
  await call(putSeller, { body: seller })
  const issue = await canIssue(call)
  const created = await Promise.all(customers.map((body) => call(createCustomer, { body })))
  const ids = created.map(({ id }) => id)
  const fillInvoices = async () => {
    for (const sample of invoices)
      await fillInvoice(client, now, { customerId: ids[sample[0]] ?? '', sample, issue })
  }
  const fillEstimates = async () => {
    for (const sample of estimates)
      await fillEstimate(call, now, { customerId: ids[sample[0]] ?? '', sample })
  }
  await Promise.all([fillInvoices(), fillEstimates(), fillProducts(call, now, ids)])
}
