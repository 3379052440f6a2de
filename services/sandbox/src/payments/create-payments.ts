import { createDeliveries, type Deliveries, type WebhookEndpoint } from './deliveries.ts'
import { createEmit, type Emit } from './emit.ts'
import { createFaults, type Faults } from './faults.ts'
import type { Call } from './mount-api.ts'
import { emptyPayments, type PaymentsState } from './state.ts'

/** The payment processor's stand-in: its state and switches. */
export interface PaymentsSandbox {
  state: PaymentsState
  deliveries: Deliveries
  faults: Faults
  calls: Call[]
  emit: Emit
  /** Where its pages are. */
  origin(): string
}

export function createPayments(endpoints: readonly WebhookEndpoint[], origin: () => string): PaymentsSandbox {
  const deliveries = createDeliveries(endpoints)
  return {
    state: emptyPayments(),
    deliveries,
    faults: createFaults(),
    calls: [],
    emit: createEmit(deliveries),
    origin,
  }
}
