import { createDatabase, migrate } from '@atrium/database'
import { createTestDatabase } from '@atrium/testkit'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Database } from '../database.ts'
import { migrations } from './index.ts'

test('renews the terms of mirrored offers if the processor uses other decimals for their currency', async () => {
  const place = await createTestDatabase()
  const { db, close } = createDatabase<Database>({ url: place.url, schema: 'invoicing' })
  try {
    const before = Object.entries(migrations).filter(([name]) => name.slice(0, 4) < '0025')
    await migrate(db, 'invoicing', Object.fromEntries(before))
    for (const [id, currency, mirrored] of [
      ['krona', 'ISK', 3],
      ['shilling', 'UGX', 3],
      ['ariary', 'MGA', 3],
      ['unsent', 'ISK', null],
      ['euro', 'EUR', 3],
    ] as const) {
      await sql`insert into offers (id, org_id, slug, name, description, billing_model, price_cents, currency, terms_version, mirrored_terms)
        values (${id}, 'org_1', ${id}, 'Care', '', 'one_off', 5000, ${currency}, 3, ${mirrored})`.execute(
        db,
      )
    }
    await migrate(db, 'invoicing', migrations)
    const { rows } = await sql<{ id: string }>`select id from offers
      where mirrored_terms is not null and mirrored_terms is distinct from terms_version order by id`.execute(
      db,
    )
    expect(rows.map(({ id }) => id)).toEqual(['ariary', 'krona', 'shilling'])
  } finally {
    await close()
    await place.drop()
  }
})
