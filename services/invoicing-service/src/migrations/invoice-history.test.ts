import { createDatabase, migrate } from '@atrium/database'
import { createTestDatabase } from '@atrium/testkit'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Database } from '../database.ts'
import { migrations } from './index.ts'

test('derives the history of older invoices from their columns', async () => {
  const place = await createTestDatabase()
  const { db, close } = createDatabase<Database>({ url: place.url, schema: 'invoicing' })
  try {
    const before = Object.entries(migrations).filter(([name]) => name.slice(0, 4) < '0011')
    await migrate(db, 'invoicing', Object.fromEntries(before))
    await sql`insert into customers (id, org_id, name, email) values ('cus_1', 'org_1', 'B', 'b@example.com')`.execute(
      db,
    )
    const [created, issued, mailed, changed] = [1, 2, 3, 4].map(
      (day) => new Date(Date.UTC(2026, 0, day)),
    )
    for (const status of ['draft', 'open', 'paid', 'void', 'uncollectible']) {
      const isDraft = status === 'draft'
      await sql`insert into invoices (id, org_id, customer_id, source, status, currency, line_items, vat_rate_bps,
          subtotal_amount_cents, vat_amount_cents, total_amount_cents, number, created_at, issue_date, mailed_at, updated_at)
        values (${status}, 'org_1', 'cus_1', 'one_off', ${status}, 'EUR', '[]', 0, 1, 0, 1,
          ${isDraft ? null : `N-${status}`}, ${created}, ${isDraft ? null : issued}, ${isDraft ? null : mailed},
          ${changed})`.execute(db)
    }
    await migrate(db, 'invoicing', migrations)
    const rows = await db.selectFrom('invoice_history').selectAll().orderBy('created_at').execute()
    const of = (id: string) =>
      rows.flatMap(({ invoice_id, kind, created_at: at }) =>
        invoice_id === id ? [[kind, at]] : [],
      )
    const issuing = [
      ['drafted', created],
      ['opened', issued],
      ['mailed', mailed],
    ]
    expect(of('draft')).toEqual([['drafted', created]])
    expect(of('open')).toEqual(issuing)
    expect(of('paid')).toEqual([...issuing, ['paid', changed]])
    expect(of('void')).toEqual([...issuing, ['voided', changed]])
    expect(of('uncollectible')).toEqual([...issuing, ['uncollectible', changed]])
    expect(rows.find(({ kind }) => kind === 'opened')?.detail).toMatchObject({
      number: expect.stringContaining('N-'),
    })
    const paid = await db
      .selectFrom('invoices')
      .select('paid_at')
      .where('paid_at', 'is not', null)
      .execute()
    expect(paid).toEqual([{ paid_at: changed }])
  } finally {
    await close()
    await place.drop()
  }
})
