import type { Measurement } from '@atrium/bench-kit'
import { newId } from '@atrium/contracts'
import type { Platform } from './platform.ts'

const schedules = 10_000
const orgs = 100

/**
 * Measures duration and memory growth of one daily run over many due schedules, without a
 * processor.
 */
export async function benchDailyRun(platform: Platform): Promise<Measurement[]> {
  const { db } = platform
  const due = new Date(Date.now() - 60_000)
  for (let org = 0; org < orgs; org += 1) {
    const orgId = newId('org')
    const customerId = newId('cus')
    const offerId = newId('off')
    await db
      .insertInto('customers')
      .values({ id: customerId, org_id: orgId, name: 'x', email: 'x@example.com' })
      .execute()
    await db
      .insertInto('offers')
      .values({
        id: offerId,
        org_id: orgId,
        name: 'Plan',
        description: '',
        price_cents: 1_000,
        currency: 'EUR',
        billing_model: 'recurring',
        interval: 'month',
        slug: 'plan',
      })
      .execute()
    await db
      .insertInto('schedules')
      .values(
        Array.from({ length: schedules / orgs }, () => ({
          id: newId('sch'),
          org_id: orgId,
          customer_id: customerId,
          offer_id: offerId,
          interval: 'month' as const,
          description: 'Plan',
          unit_amount_cents: 1_000,
          currency: 'EUR',
          anchor_date: due,
          next_invoice_date: due,
          vat_rate_bps: 2_000,
        })),
      )
      .execute()
  }
  const before = await platform.memory()
  let peak = before
  let finalized = 0
  const started = performance.now()
  for (;;) {
    const result = await platform.generate()
    finalized += result.finalized
    peak = Math.max(peak, await platform.memory())
    if (!result.remaining) break
  }
  const elapsed = (performance.now() - started) / 1_000
  if (finalized !== schedules) throw new Error(`${finalized} of ${schedules} were finalized`)
  const growth = peak - before
  return [
    { name: 'daily run, 10,000 due schedules', value: elapsed, unit: 's', target: '< 60' },
    { name: 'daily run, growth of memory', value: growth, unit: 'MB', target: '< 150' },
  ]
}
