import { createDatabase, migrate } from '@atrium/database'
import { createTestDatabase } from '@atrium/testkit'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Database } from '../database.ts'
import { migrations } from './index.ts'

test('sums existing invoices and adds later changes', async () => {
  const place = await createTestDatabase()
  const { db, close } = createDatabase<Database>({ url: place.url, schema: 'invoicing' })
  try {
    const before = Object.entries(migrations).filter(([name]) => name.slice(0, 4) < '0022')
    await migrate(db, 'invoicing', Object.fromEntries(before))
    await sql`insert into customers (id, org_id, name, email) values ('cus_1', 'org_1', 'B', 'b@example.com')`.execute(
      db,
    )
    for (const [id, status, cents] of [
      ['one', 'open', 100],
      ['two', 'open', 200],
      ['three', 'draft', 400],
    ] as const) {
      const issued = status === 'draft' ? null : '2026-03-31T23:59:59.000Z'
      await sql`insert into invoices (id, org_id, customer_id, source, status, currency, line_items, vat_rate_bps,
          subtotal_amount_cents, vat_amount_cents, total_amount_cents, issue_date)
        values (${id}, 'org_1', 'cus_1', 'one_off', ${status}, 'EUR', '[]', 0, ${cents}, 0, ${cents}, ${issued})`.execute(
        db,
      )
    }
    await migrate(db, 'invoicing', migrations)
    const sums = async () =>
      (
        await sql<{ place: string }>`
          select concat_ws(' ', kind, key, status, sum(n), sum(total_cents)) as place from invoice_sums
          group by kind, key, status having sum(n) <> 0 order by 1`.execute(db)
      ).rows.map((row) => row.place)
    expect(await sums()).toEqual([
      'customer cus_1 open 2 300',
      'month  draft 1 400',
      'month 2026-03 open 2 300',
      'offer none open 2 300',
    ])
    await sql`update invoices set status = 'void' where id = 'two'`.execute(db)
    await sql`delete from invoices where id = 'three'`.execute(db)
    expect(await sums()).toEqual([
      'customer cus_1 open 1 100',
      'month 2026-03 open 1 100',
      'month 2026-03 void 1 200',
      'offer none open 1 100',
    ])
  } finally {
    await close()
    await place.drop()
  }
})
