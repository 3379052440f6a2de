import { report } from '@atrium/bench-kit'
import { GenerateInvoices, newId } from '@atrium/contracts'
import { callRpc, connectBus } from '@atrium/messaging'
import { createLogger } from '@atrium/service-kit'
import { withoutPayments, withPlatform } from './started-platform.ts'

// Measures one daily run over 10,000 due subscriptions of 100 organisations.
const subscriptions = 10_000
const orgs = 100

await withPlatform(async ({ natsUrl, query, readMemory }) => {
  for (let org = 0; org < orgs; org += 1) {
    const [orgId, customerId, offerId] = [newId('org'), newId('cus'), newId('off')]
    await query(
      "insert into invoicing.customers (id, org_id, name, email) values ($1, $2, 'x', 'x@example.com')",
      [customerId, orgId],
    )
    await query(
      `insert into invoicing.offers (id, org_id, name, description, price_cents, currency,
        billing_model, interval, slug)
      values ($1, $2, 'Plan', '', 1000, 'EUR', 'recurring', 'month', 'plan')`,
      [offerId, orgId],
    )
    await query(
      `insert into invoicing.schedules (id, org_id, customer_id, offer_id, interval, description,
        unit_amount_cents, currency, anchor_date, next_invoice_date, vat_rate_bps)
      select 'sch_' || md5($1 || n), $1, $2, $3, 'month', 'Plan', 1000, 'EUR',
        now() - interval '1 minute', now() - interval '1 minute', 2000
      from generate_series(1, $4::int) n`,
      [orgId, customerId, offerId, subscriptions / orgs],
    )
  }
  const logger = createLogger('bench', 'fatal', [])
  const bus = await connectBus({ url: natsUrl, service: 'bench', logger })
  const before = readMemory()
  let peak = before
  let finalized = 0
  const started = performance.now()
  for (let remaining = true; remaining; ) {
    const result = await callRpc(bus, GenerateInvoices, { limit: 500 })
    finalized += result.finalized
    if (result.finalized === 0 && result.remaining) throw new Error('the run makes no progress')
    remaining = result.remaining
    peak = Math.max(peak, readMemory())
  }
  const seconds = (performance.now() - started) / 1_000
  await bus.drain()
  if (finalized !== subscriptions) throw new Error(`${finalized} of ${subscriptions} were issued`)
  const name = 'daily run, 10,000 due subscriptions'
  report({ name, value: seconds, unit: 's', target: '< 60' })
  report({ name: `${name}, growth of memory`, value: peak - before, unit: 'MB', target: '< 150' })
}, withoutPayments)
