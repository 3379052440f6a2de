import { createDraft } from './harness.ts'
import { type PaymentsHarness, secrets, signed } from './payments-harness.ts'

export const paths = {
  invoicing: '/api/invoicing/webhooks/payments',
  offers: '/api/offers/webhooks/payments',
  connect: '/api/connect/webhooks/payments',
} as const

let serial = 0
/** Returns an event of a connected account in the processor's format. */
export const event = (type: string, account: string, object: object, more: object = {}) => {
  serial += 1
  return {
    id: `evt_${serial}`,
    object: 'event',
    type,
    account,
    created: Math.floor(Date.now() / 1000),
    data: { object },
    ...more,
  }
}

/** Delivers an event to an endpoint, signed with the endpoint's secret at the service's time. */
export function post(harness: PaymentsHarness, endpoint: keyof typeof paths, body: object) {
  const at = Math.floor(harness.clock.now().getTime() / 1000)
  return harness.request(paths[endpoint], {
    method: 'POST',
    ...signed(body, secrets[endpoint], at),
  })
}

export async function anOpenInvoice(harness: PaymentsHarness) {
  const { call, accountId } = await harness.seller()
  const id = await createDraft(call)
  const { body } = await call('POST', `/api/invoicing/${id}/finalize`)
  return { call, accountId, id, processorId: String(body['paymentsInvoiceId']) }
}
