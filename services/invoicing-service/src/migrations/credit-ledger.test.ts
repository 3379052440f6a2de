import { createDatabase, migrate } from '@atrium/database'
import { createTestDatabase } from '@atrium/testkit'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { checkLedger } from '../credits/sweep-reservations.ts'
import type { Database } from '../database.ts'
import { migrations } from './index.ts'

test("opens a user's ledger with the top-ups that exist when the migration runs", async () => {
  const place = await createTestDatabase()
  const { db, close } = createDatabase<Database>({ url: place.url, schema: 'invoicing' })
  try {
    const before = Object.entries(migrations).filter(([name]) => name < '0009')
    await migrate(db, 'invoicing', Object.fromEntries(before))
    for (const [id, user, amount] of [
      ['evt_1', 'usr_1', 10_000],
      ['evt_2', 'usr_2', 25_000],
      ['evt_3', 'usr_1', 100_000],
    ] as const) {
      await sql`insert into credit_transactions (id, user_id, kind, amount, description, payments_session_id)
        values (${id}, ${user}, 'topup', ${amount}, 'Top-up', ${`cs_${id}`})`.execute(db)
    }
    await migrate(db, 'invoicing', migrations)
    const rows = db
      .selectFrom('credit_transactions')
      .select(['id', 'sequence', 'balance', 'reference'])
    expect(await rows.orderBy('id').execute()).toEqual([
      { id: 'evt_1', sequence: '1', balance: '10000', reference: 'cs_evt_1' },
      { id: 'evt_2', sequence: '1', balance: '25000', reference: 'cs_evt_2' },
      { id: 'evt_3', sequence: '2', balance: '110000', reference: 'cs_evt_3' },
    ])
    expect(await db.selectFrom('credit_accounts').selectAll().orderBy('user_id').execute()).toEqual(
      [
        { user_id: 'usr_1', balance: '110000', reserved: '0', entries: '2' },
        { user_id: 'usr_2', balance: '25000', reserved: '0', entries: '1' },
      ],
    )
    const logger = { error: () => {} } as never
    expect(await checkLedger({ db, logger })).toEqual([])
  } finally {
    await close()
    await place.drop()
  }
})
