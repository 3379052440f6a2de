import { InvoicingAttention } from '@atrium/contracts'
import { callRpc } from '@atrium/messaging'
import { type Caller, toId } from './harness.ts'
import { paymentsSuite, visit } from './payments-harness.ts'
import { aHappening, type Selling } from './tickets.ts'

const product = { name: 'Boat trip', priceCents: 1_250, billingModel: 'one_off' }

type Ordered = { body: Record<string, unknown> }
type Charging = { accountId: string }

/** Starts a payments harness for a test file about paid tickets. */
export async function paidTicketsSuite() {
  const { harness } = await paymentsSuite()
  const { state, deliveries } = harness.sandbox.payments
  const anOffer = async (call: Caller, more: object = {}) =>
    toId(await call('POST', '/api/offers', { ...product, ...more }))
  const toSession = ({ accountId }: Charging, answer: Ordered) => {
    const id = String(answer.body['checkoutUrl']).split('/').at(-1) ?? ''
    const session = state.accounts.get(accountId)?.sessions.get(id)
    if (session === undefined) throw new Error('no such session')
    return session
  }
  return {
    harness,
    anOffer,
    /** Creates a published event with paid tickets in an organisation that can charge. */
    async onSale(capacity = 10, more: object = {}) {
      const { call, accountId } = await harness.seller()
      const offerId = await anOffer(call)
      const type = { name: 'Boat trip', capacity, offerId, ...more }
      return { ...(await aHappening(harness, type, {}, call)), accountId, offerId }
    },
    toSession,
    paidSession: (selling: Charging, answer: Ordered) => ({
      ...toSession(selling, answer),
      status: 'complete',
      payment_status: 'paid',
    }),
    async pay(answer: Ordered) {
      await visit(String(answer.body['checkoutUrl']), {
        email: 'payer@example.com',
        name: 'Payer',
      })
      await deliveries.settled()
    },
    readTickets: async ({ call, id }: Selling) =>
      (await call('GET', `/api/happenings/${id}/tickets`)).body['items'] as unknown as Array<{
        id: string
        code: string
        name: string
        email: string
      }>,
    readAttention: (orgId: string) =>
      callRpc(harness.bus, InvoicingAttention, { orgId, userId: 'usr_1' }, { timeoutMs: 5_000 }),
  }
}
