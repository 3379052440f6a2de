import { newId } from '@atrium/contracts'
import { json } from '@atrium/database'
import { expect, test } from 'vitest'
import { createCustomer } from '../../../test/harness.ts'
import { paymentsSuite } from '../../../test/payments-harness.ts'
import { anOpenInvoice } from '../../../test/webhooks.ts'
import { refetchOpenInvoices } from './sweep-invoices.ts'

const { harness } = await paymentsSuite()

test('does not delay another org’s invoice if one org has 120 open invoices', async () => {
  const { db } = harness.deps
  const crowded = await harness.seller()
  const customer_id = await createCustomer(crowded.call)
  await db
    .insertInto('invoices')
    .values(
      Array.from({ length: 120 }, (_, n) => ({
        id: newId('inv'),
        org_id: crowded.call.orgId,
        customer_id,
        source: 'one_off' as const,
        status: 'open' as const,
        currency: 'EUR',
        line_items: json([{ description: 'x', quantity: 1, unitAmountCents: 1 }]),
        vat_rate_bps: 0,
        subtotal_amount_cents: 1,
        vat_amount_cents: 0,
        total_amount_cents: 1,
        payments_invoice_id: `in_crowded_${n}`,
        payments_account_id: crowded.accountId,
        payments_synced_at: new Date(0),
      })),
    )
    .execute()
  const { id, accountId } = await anOpenInvoice(harness)
  await db
    .updateTable('invoices')
    .set({ payments_synced_at: new Date(86_400_000) })
    .where('id', '=', id)
    .execute()
  const before = harness.sandbox.payments.calls.length
  await refetchOpenInvoices(harness.deps)
  const accounts = harness.sandbox.payments.calls.slice(before).map(({ account }) => account)
  expect(accounts).toHaveLength(121)
  expect(accounts.indexOf(accountId)).toBeLessThan(2)
})
