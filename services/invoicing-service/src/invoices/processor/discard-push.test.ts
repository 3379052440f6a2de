import { inTransaction } from '@atrium/database'
import { eventually } from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createDraft, startHarness } from '../../../test/harness.ts'
import { toFormat } from '../../numbering/numbering.ts'
import { openDraft } from '../finalize-invoice.ts'
import { lockInvoiceRow } from '../invoices.db.ts'
import { reserveNumber } from '../numbers.db.ts'
import { insertPush, updatePush } from '../pushes.db.ts'
import { abandonPushes } from './discard-push.ts'

const harness = await startHarness()
afterAll(() => harness.stop())

test('uses no number twice if the account is replaced while a draft is being opened on it', async () => {
  const { db } = harness.deps
  const call = harness.as('admin')
  const id = await createDraft(call)
  const push = await inTransaction(db, undefined, async (tx) => {
    const begun = await insertPush(tx, {
      invoice_id: id,
      org_id: call.orgId,
      version: 1,
      account_id: 'acct_gone',
      processor_customer_id: 'cus_1',
      currency: 'EUR',
      created_number: null,
      due_date: new Date(),
    })
    const number = await reserveNumber(tx, call.orgId, {
      format: toFormat('invoice', null),
      year: new Date().getUTCFullYear(),
    })
    return updatePush(tx, begun, { number, payments_invoice_id: 'in_1', state: 'finalized' })
  })
  const waiting = async () => {
    const { rows } = await sql<{ n: string }>`select count(*) as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    expect(rows).toEqual([{ n: '1' }])
  }
  const abandoned: Array<Promise<void>> = []
  await inTransaction(db, undefined, async (tx) => {
    await openDraft(harness.deps, tx, {
      draft: await lockInvoiceRow(tx, call.orgId, id),
      seller: null,
      push,
    })
    abandoned.push(
      inTransaction(db, undefined, (other) => abandonPushes(other, call.orgId, 'acct_gone')),
    )
    await eventually(waiting)
  })
  await Promise.all(abandoned)
  const numbers = [id, await createDraft(call)].map(async (draft, index) => {
    if (index === 1) await call('POST', `/api/invoicing/${draft}/finalize`)
    return (await call('GET', `/api/invoicing/${draft}`)).body['number']
  })
  expect(await Promise.all(numbers)).toEqual([push.number, push.number?.replace(/1$/, '2')])
})
