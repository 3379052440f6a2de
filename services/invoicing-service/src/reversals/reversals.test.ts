import { InvoicingAttention } from '@atrium/contracts'
import { callRpc } from '@atrium/messaging'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { paymentsSuite, sellerAccount, untilStatus, visit } from '../../test/payments-harness.ts'
import { anOpenInvoice, event, post } from '../../test/webhooks.ts'

const { harness, pollAfter } = await paymentsSuite({
  env: { ENTITLEMENT_SELLER_ACCOUNT_ID: sellerAccount, CREDIT_TOPUP_OFFER_SLUGS: 'credits-10' },
})
const { deliveries } = harness.sandbox.payments

async function aPaidInvoice() {
  const invoice = await anOpenInvoice(harness)
  const at = `${harness.sandbox.url}/payments/${invoice.accountId}/invoices/${invoice.processorId}`
  await visit(`${at}/pay`)
  const { body } = await untilStatus(invoice.call, invoice.id, 'paid')
  const read = async () => (await invoice.call('GET', `/api/invoicing/${invoice.id}`)).body
  const kinds = async () => {
    const timeline = await invoice.call('GET', `/api/invoicing/${invoice.id}/timeline?sortDir=asc`)
    const items = timeline.body['items'] as unknown as Array<{ kind: string }>
    return items.slice(items.findIndex(({ kind }) => kind === 'paid') + 1)
  }
  return { ...invoice, at, total: Number(body['totalAmountCents']), read, kinds }
}

// A trigger keeps the events, because the relay removes them from the outbox.
await sql`create table kept_notices (seq bigserial, org_id text, data jsonb)`.execute(
  harness.deps.db,
)
await sql`create function keep_notice() returns trigger language plpgsql set search_path from current as $$
  begin
    insert into kept_notices (org_id, data) values (new.org_id, new.data);
    return null;
  end $$`.execute(harness.deps.db)
await sql`create trigger keep_notice after insert on outbox for each row
  when (new.type = 'invoice.payment_reversed') execute function keep_notice()`.execute(
  harness.deps.db,
)

async function readNotices(orgId: string) {
  const { rows } = await sql<{ data: { change: string; name: string; invoiceId: string | null } }>`
    select data from kept_notices where org_id = ${orgId} order by seq`.execute(harness.deps.db)
  return rows.map(({ data }) => data)
}

const readAttention = async (orgId: string) =>
  (await callRpc(harness.bus, InvoicingAttention, { orgId, userId: 'usr_1' })).items

const buildCharge = (processorId: string, refunded: number, more: object = {}) => ({
  id: `ch_${processorId}`,
  amount: 36_000,
  amount_refunded: refunded,
  currency: 'eur',
  invoice: processorId,
  ...more,
})

test('states the refunded amount and keeps the status when the processor refunds a payment', async () => {
  const invoice = await aPaidInvoice()
  deliveries.switches.duplicates = 2
  await visit(`${invoice.at}/refund`)
  await deliveries.settled()
  expect(await invoice.read()).toMatchObject({
    status: 'paid',
    refundedCents: invoice.total,
    amountDueCents: 0,
  })
  expect(await invoice.kinds()).toMatchObject([
    {
      kind: 'refunded',
      body: expect.stringContaining('was refunded'),
      author: { id: 'processor' },
    },
  ])
  expect(await readNotices(invoice.call.orgId)).toMatchObject([
    { change: 'refunded', invoiceId: invoice.id, name: expect.stringMatching(/^INV-/) },
  ])
})

test('keeps the highest refunded total when partial refunds arrive late and out of order', async () => {
  const { accountId, processorId, total, read, kinds } = await aPaidInvoice()
  const state = (refunded: number, more = {}) =>
    post(
      harness,
      'invoicing',
      event('charge.refunded', accountId, buildCharge(processorId, refunded), more),
    )
  await state(1_000)
  await state(3_000)
  await state(1_000, { created: 1_000 })
  expect(await read()).toMatchObject({ status: 'paid', refundedCents: 3_000 })
  expect(await kinds()).toMatchObject([
    { detail: { amountCents: 1_000 } },
    { detail: { amountCents: 2_000 } },
  ])
  await state(total * 2)
  expect(await read()).toMatchObject({ refundedCents: total })
})

test('asks for attention while a dispute is open and counts it as refunded once it is lost', async () => {
  const invoice = await aPaidInvoice()
  const { orgId } = invoice.call
  await visit(`${invoice.at}/dispute`)
  await deliveries.settled()
  expect(await invoice.read()).toMatchObject({ status: 'paid', refundedCents: 0 })
  expect(await readAttention(orgId)).toMatchObject([
    { kind: 'payment_disputed', count: 1, href: `/invoices/${invoice.id}` },
  ])
  expect(await readAttention('org_other')).toEqual([])
  await visit(`${invoice.at}/lose`)
  await deliveries.settled()
  expect(await invoice.read()).toMatchObject({ status: 'paid', refundedCents: invoice.total })
  expect(await readAttention(orgId)).toEqual([])
  // An earlier state that arrives late does not open the dispute again.
  await visit(`${invoice.at}/dispute`)
  await deliveries.settled()
  expect((await invoice.kinds()).map(({ kind }) => kind)).toEqual(['disputed', 'dispute_lost'])
  expect((await readNotices(orgId)).map(({ change }) => change)).toEqual([
    'disputed',
    'dispute_lost',
  ])
})

test('refunds nothing when a dispute is won', async () => {
  const invoice = await aPaidInvoice()
  await visit(`${invoice.at}/dispute`)
  await deliveries.settled()
  await visit(`${invoice.at}/win`)
  await deliveries.settled()
  expect(await invoice.read()).toMatchObject({ status: 'paid', refundedCents: 0 })
  expect((await invoice.kinds()).map(({ kind }) => kind)).toEqual(['disputed', 'dispute_won'])
})

test('applies a missed refund when the poller reads the events again', async () => {
  const invoice = await aPaidInvoice()
  deliveries.switches.drop = 'all'
  await visit(`${invoice.at}/refund`)
  await deliveries.settled()
  expect(await invoice.read()).toMatchObject({ refundedCents: 0 })
  await pollAfter(20)
  expect(await invoice.read()).toMatchObject({ refundedCents: invoice.total })
})

test('changes no invoice when the event is of another account, unreadable or about another payment', async () => {
  const mine = await aPaidInvoice()
  const other = await harness.seller()
  const refund = (accountId: string, object: object) =>
    post(harness, 'invoicing', event('charge.refunded', accountId, object))
  const charge = buildCharge(mine.processorId, 500)
  const answers = [
    await refund(other.accountId, charge),
    await refund('acct_unknown', charge),
    await refund(mine.accountId, { ...charge, amount_refunded: -1 }),
    await refund(mine.accountId, { ...charge, amount_refunded: 'much' }),
    await refund(mine.accountId, { ...charge, invoice: null, payment_intent: 'pi_unknown' }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(await mine.read()).toMatchObject({ refundedCents: 0 })
  expect(await mine.kinds()).toEqual([])
  expect(await readNotices(other.call.orgId)).toEqual([])
})

test('applies a refund when the sale of its subscription is recorded after it', async () => {
  const { call, accountId } = await harness.seller()
  const id = `in_late_${call.orgId}`
  const refund = buildCharge(id, 1_200, { amount: 1_200 })
  await post(harness, 'invoicing', event('charge.refunded', accountId, refund))
  expect(await readNotices(call.orgId)).toEqual([])
  const sale = {
    id,
    billing_reason: 'subscription_cycle',
    currency: 'eur',
    customer: 'cus_late',
    customer_email: 'late@example.com',
    subtotal: 1_200,
    total: 1_200,
    amount_paid: 1_200,
  }
  await post(harness, 'invoicing', event('invoice.paid', accountId, sale))
  const { body } = await call('GET', '/api/invoicing')
  expect(body['items']).toMatchObject([
    { status: 'paid', totalAmountCents: 1_200, refundedCents: 1_200 },
  ])
  expect(await readNotices(call.orgId)).toHaveLength(1)
})

test('takes back the credits of a refunded top-up if they are not spent', async () => {
  const seller = await harness.seller()
  await harness.deps.db
    .updateTable('payment_accounts')
    .set({ account_id: sellerAccount })
    .where('org_id', '=', seller.call.orgId)
    .execute()
  const buyer = harness.as('member')
  const topUp = (id: string) =>
    post(
      harness,
      'offers',
      event('checkout.session.completed', sellerAccount, {
        id,
        payment_status: 'paid',
        currency: 'eur',
        amount_subtotal: 1_000,
        amount_total: 1_200,
        metadata: { purpose: 'credits', user_id: buyer.userId, offer_slug: 'credits-10' },
      }),
    )
  const refund = (session: string, refunded: number) =>
    post(
      harness,
      'invoicing',
      event('charge.refunded', sellerAccount, {
        id: `ch_${session}`,
        amount: 1_200,
        amount_refunded: refunded,
        currency: 'eur',
        checkout_session: session,
      }),
    )
  const first = `cs_first_${buyer.userId}`
  await topUp(first)
  await refund(first, 600)
  await refund(first, 600)
  expect((await buyer('GET', '/api/credits')).body).toMatchObject({
    balance: 5_000,
    transactions: [
      { kind: 'refund', credits: -5_000, balance: 5_000, reference: first },
      { kind: 'topup', credits: 10_000 },
    ],
  })
  await refund(first, 1_200)
  expect((await buyer('GET', '/api/credits')).body).toMatchObject({ balance: 0, total: 3 })
  // This refund arrives before its top-up.
  const second = `cs_second_${buyer.userId}`
  await refund(second, 1_200)
  await topUp(second)
  expect((await buyer('GET', '/api/credits')).body).toMatchObject({ balance: 0, total: 5 })
  const notices = await readNotices(seller.call.orgId)
  expect(notices.map(({ name }) => name)).toEqual(Array(3).fill('Top-up credits-10'))
})
