import { createDatabase, migrate } from '@atrium/database'
import { createTestDatabase } from '@atrium/testkit'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Database } from '../database.ts'
import { migrations } from './index.ts'

const upTo = (last: string) =>
  Object.fromEntries(Object.entries(migrations).filter(([name]) => name.slice(0, 4) <= last))

test("stores today's seller and customer if an invoice was finalized before the migration", async () => {
  const place = await createTestDatabase()
  const { db, close } = createDatabase<Database>({ url: place.url, schema: 'invoicing' })
  try {
    await migrate(db, 'invoicing', upTo('0005'))
    await sql`insert into sellers (org_id, name, city) values ('org_1', 'Studio', 'Lyon')`.execute(
      db,
    )
    for (const org of ['org_1', 'org_2']) {
      await sql`insert into customers (id, org_id, name, email, billing_city)
        values (${`cus_${org}`}, ${org}, 'Buyer', 'b@example.com', 'Brest')`.execute(db)
      for (const status of ['draft', 'open', 'paid']) {
        await sql`insert into invoices (id, org_id, customer_id, source, status, currency, line_items, vat_rate_bps,
            subtotal_amount_cents, vat_amount_cents, total_amount_cents)
          values (${`${org}_${status}`}, ${org}, ${`cus_${org}`}, 'one_off', ${status}, 'EUR', '[]', 0, 1, 0, 1)`.execute(
          db,
        )
      }
    }
    await migrate(db, 'invoicing', upTo('0006'))
    const rows = await db
      .selectFrom('invoices')
      .select(['id', 'seller', 'buyer'])
      .orderBy('id')
      .execute()
    const buyer = expect.objectContaining({ name: 'Buyer', billingCity: 'Brest', taxId: null })
    const seller = expect.objectContaining({ name: 'Studio', city: 'Lyon', registration: null })
    expect(rows).toEqual([
      { id: 'org_1_draft', seller: null, buyer: null },
      { id: 'org_1_open', seller, buyer },
      { id: 'org_1_paid', seller, buyer },
      { id: 'org_2_draft', seller: null, buyer: null },
      { id: 'org_2_open', seller: null, buyer },
      { id: 'org_2_paid', seller: null, buyer },
    ])
  } finally {
    await close()
    await place.drop()
  }
})
