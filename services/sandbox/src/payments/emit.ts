import type { Deliveries } from './deliveries.ts'
import { freshId, nowSeconds, type PaymentEvent } from './objects.ts'
import type { AccountState } from './state.ts'

/** Records an account's event with a copy of the object's current state, and sends it. */
export type Emit = (state: AccountState, type: string, object: object) => void

const apiVersion = 'sandbox'
const kept = 5_000

export const createEmit =
  (deliveries: Deliveries): Emit =>
  (state, type, object) => {
    const event: PaymentEvent = {
      id: freshId('evt'),
      object: 'event',
      type,
      account: state.account.id,
      api_version: apiVersion,
      created: nowSeconds(),
      livemode: false,
      pending_webhooks: 1,
      request: null,
      data: { object: structuredClone(object) },
    }
    state.events.set(event.id, event)
    const [oldest] = state.events.keys()
    if (state.events.size > kept && oldest !== undefined) state.events.delete(oldest)
    deliveries.send(event)
  }
