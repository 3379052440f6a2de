import { createFaults, type Faults } from '../pages/faults.ts'
import { createDeliveries, type Deliveries, type WebhookEndpoint } from './deliveries.ts'
import { createEmit } from './emit.ts'
import type { ApiContext } from './route.ts'
import { emptyPayments } from './state.ts'

/** One handled call, in order of arrival. */
interface Call {
  call: string
  account: string | null
  key: string | null
  status: number
  replayed: boolean
}

export interface PaymentsSandbox extends ApiContext {
  deliveries: Deliveries
  faults: Faults
  calls: Call[]
}

export function createPayments(
  endpoints: readonly WebhookEndpoint[],
  origin: () => string,
): PaymentsSandbox {
  const deliveries = createDeliveries(endpoints)
  return {
    state: emptyPayments(),
    deliveries,
    faults: createFaults(),
    calls: [],
    emit: createEmit(deliveries),
    get origin() {
      return origin()
    },
  }
}
