import { createHmac } from 'node:crypto'
import { type Observe, type Sandbox, startSandbox, type WebhookEndpoint } from '@atrium/sandbox'
import { eventually } from '@atrium/testkit'
import { afterAll, afterEach } from 'vitest'
import { pollProcessor } from '../src/events/poll-processor.ts'
import { type Answer, type Caller, type HarnessOptions, startHarness, toId } from './harness.ts'

export const secrets = {
  invoicing: 'whsec_invoicing',
  offers: 'whsec_offers',
  connect: 'whsec_connect',
}
export const sellerAccount = 'acct_seller'

export type PaymentsHarness = Awaited<ReturnType<typeof startPaymentsHarness>>

/** Starts the service with the sandbox as processor and webhooks between them. */
export async function startPaymentsHarness(options: HarnessOptions = {}) {
  const endpoints: WebhookEndpoint[] = []
  const watch: { observe?: Observe } = {}
  const sandbox = await startSandbox({
    payments: {
      secretKey: 'sk_test_1',
      endpoints,
      observe: (...seen) => watch.observe?.(...seen),
    },
  })
  const harness = await startHarness({
    processorTimeoutMs: 2_000,
    ...options,
    env: {
      PAYMENTS_SECRET_KEY: 'sk_test_1',
      PAYMENTS_API_URL: sandbox.url,
      PAYMENTS_INVOICING_WEBHOOK_SECRET: secrets.invoicing,
      PAYMENTS_OFFERS_WEBHOOK_SECRET: secrets.offers,
      PAYMENTS_CONNECT_WEBHOOK_SECRET: secrets.connect,
      ...options.env,
    },
  })
  const to = (path: string, secret: string, types: string[]): void => {
    endpoints.push({ url: harness.url + path, secrets: [secret], types })
  }
  to('/api/invoicing/webhooks/payments', secrets.invoicing, [
    'invoice.*',
    'credit_note.*',
    'charge.*',
  ])
  to('/api/offers/webhooks/payments', secrets.offers, [
    'checkout.session.*',
    'customer.subscription.*',
  ])
  to('/api/connect/webhooks/payments', secrets.connect, ['account.updated'])
  return {
    ...harness,
    sandbox,
    /** Set `observe` to see every call that reaches the processor. */
    watch,
    /** Returns an admin in a new org with charges enabled, and the connected account's id. */
    async seller(): Promise<{ call: Caller; accountId: string }> {
      const call = harness.as('admin')
      const accountId = await connect(harness.url, sandbox, call)
      return { call, accountId }
    },
    async stop() {
      await harness.stop()
      await sandbox.stop()
    },
  }
}

/**
 * Starts a payments harness for a test file and resets faults, switches and clock after each test.
 */
export async function paymentsSuite(options: HarnessOptions = {}) {
  const harness = await startPaymentsHarness(options)
  const { faults, deliveries, state } = harness.sandbox.payments
  afterAll(() => harness.stop())
  afterEach(() => {
    faults.clear()
    Object.assign(deliveries.switches, { delayMs: 0, duplicates: 0, reorder: false, drop: 0 })
    harness.clock.offsetMs = 0
    delete harness.watch.observe
  })
  return {
    harness,
    invoicesOf: (accountId: string) => [
      ...(state.accounts.get(accountId)?.invoices.values() ?? []),
    ],
    async pollAfter(minutes: number): Promise<void> {
      harness.clock.offsetMs += minutes * 60_000
      await pollProcessor(harness.deps)
    },
  }
}

/** Completes the onboarding like a user. */
export async function connect(_base: string, sandbox: Sandbox, call: Caller): Promise<string> {
  const onboarding = await call('POST', '/api/connect/payments/onboard')
  if (onboarding.status !== 200) throw new Error(onboarding.text)
  await visit(String(onboarding.body['url']), { outcome: 'enable' })
  await sandbox.payments.deliveries.settled()
  const status = await call('GET', '/api/connect/payments/status')
  return String(status.body['accountId'])
}

export async function visit(url: string, form: Record<string, string> = {}): Promise<number> {
  const response = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'manual',
  })
  await response.body?.cancel()
  if (response.status >= 400) throw new Error(`${url} responded with status ${response.status}`)
  return response.status
}

/** Returns an event as the processor signs it. */
export function signed(
  event: object | string,
  secret: string,
  at: number = Math.floor(Date.now() / 1000),
): { body: string; headers: Record<string, string> } {
  const body = typeof event === 'string' ? event : JSON.stringify(event)
  const signature = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')
  return { body, headers: { 'stripe-signature': `t=${at},v1=${signature}` } }
}

export const untilStatus = (call: Caller, id: string, status: string): Promise<Answer> =>
  eventually(async () => {
    const answer = await call('GET', `/api/invoicing/${id}`)
    if (answer.body['status'] !== status) throw new Error(`still ${String(answer.body['status'])}`)
    return answer
  })

export { toId }
