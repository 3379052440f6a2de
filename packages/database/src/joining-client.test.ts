import { createTestDatabase, type TestDatabase } from '@atrium/testkit'
import fc from 'fast-check'
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { JoiningClient, unanswered } from './joining-client.ts'
import { preparedName } from './prepared.ts'

interface Tables {
  notes: { title: string }
}

/** As the pool's own client does: a marked statement goes by its name. */
class NamingClient extends JoiningClient {
  override query(...args: unknown[]): never {
    const [text, values] = args
    const name = typeof text === 'string' && Array.isArray(values) ? preparedName(text) : undefined
    return Reflect.apply(super.query, this, name === undefined ? args : [{ name, text, values }]) as never
  }
}

let database: TestDatabase
let pool: pg.Pool
let db: Kysely<Tables>
let trips = 0
beforeAll(async () => {
  database = await createTestDatabase()
  pool = new pg.Pool({ connectionString: database.url, Client: NamingClient, max: 1 })
  pool.on('connect', (client) => {
    const { connection } = client as pg.Client
    connection.on('readyForQuery', () => {
      trips += 1
    })
    client.on('error', () => {})
  })
  pool.on('error', () => {})
  db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  await sql`create table notes (title text primary key)`.execute(db)
})
beforeEach(async () => {
  await db.deleteFrom('notes').execute()
  // What is held has to be known to the connection first.
  await db.transaction().execute((tx) => note(tx, 'warm'))
  await db.deleteFrom('notes').execute()
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

const note = (tx: Transaction<Tables>, title: string) =>
  sql`/* prepared note */ insert into notes (title) values (${title}) ${unanswered}`.execute(tx)
const add = (tx: Transaction<Tables>, title: string) =>
  tx.insertInto('notes').values({ title }).returning('title').executeTakeFirstOrThrow()
const titles = async () =>
  (await db.selectFrom('notes').select('title').orderBy('title').execute()).map(({ title }) => title)
const during = async (work: () => Promise<unknown>): Promise<number> => {
  const before = trips
  await work()
  return trips - before
}
const openTransactions = async () =>
  (await sql<{ open: boolean }>`select now() <> statement_timestamp() as open`.execute(db)).rows[0]?.open

test('begin goes with the first statement, what is unanswered with the commit', async () => {
  const seen = await during(() =>
    db.transaction().execute(async (tx) => {
      expect(await add(tx, 'a')).toEqual({ title: 'a' })
      expect(await add(tx, 'b')).toEqual({ title: 'b' })
      await note(tx, 'c')
      await note(tx, 'd')
    }),
  )
  expect(seen).toBe(3)
  expect(await titles()).toEqual(['a', 'b', 'c', 'd'])
})

test('a transaction without a statement is not sent, whether it ends well or not', async () => {
  const seen = await during(async () => {
    await db.transaction().execute(async () => {})
    await expect(db.transaction().execute(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  })
  expect(seen).toBe(0)
  expect(await openTransactions()).toBe(false)
})

test('what is held is there for the next statement, and goes with it', async () => {
  const seen = await during(() =>
    db.transaction().execute(async (tx) => {
      await note(tx, 'held')
      expect(await tx.selectFrom('notes').selectAll().execute()).toEqual([{ title: 'held' }])
    }),
  )
  expect(seen).toBe(2)
})

test('a first statement that fails leaves no transaction open and nothing written', async () => {
  await db.transaction().execute((tx) => add(tx, 'a'))
  const failing = db.transaction().execute(async (tx) => {
    await note(tx, 'b')
    await add(tx, 'a')
  })
  await expect(failing).rejects.toMatchObject({ code: '23505' })
  expect(await titles()).toEqual(['a'])
  expect(await openTransactions()).toBe(false)
})

test('something held that fails makes the commit fail: nothing of the transaction remains', async () => {
  const failing = db.transaction().execute(async (tx) => {
    await add(tx, 'a')
    await note(tx, 'a')
  })
  await expect(failing).rejects.toMatchObject({ code: '23505' })
  expect(await titles()).toEqual([])
  expect(await openTransactions()).toBe(false)
})

test('a statement behind something held that fails has no effect', async () => {
  const failing = db.transaction().execute(async (tx) => {
    await note(tx, 'a')
    await note(tx, 'a')
    await sql`create table never (n int)`.execute(tx)
  })
  await expect(failing).rejects.toMatchObject({ code: '23505' })
  expect((await sql`select to_regclass('never') as name`.execute(db)).rows).toEqual([{ name: null }])
})

test('a failure that was caught does not pass for a commit', async () => {
  const failing = db.transaction().execute(async (tx) => {
    await add(tx, 'a')
    await add(tx, 'a').catch(() => {})
  })
  await expect(failing).rejects.toThrow()
  expect(await titles()).toEqual([])
})

test('a statement that the driver does not send takes neither begin nor what is held with it', async () => {
  await db.transaction().execute((tx) => sql`/* prepared twice */ select 1 as n, ${'x'}::text`.execute(tx))
  const failing = db.transaction().execute(async (tx) => {
    await note(tx, 'held')
    const sent = sql`/* prepared twice */ select 2 as n, ${'x'}::text`.execute(tx)
    await expect(sent).rejects.toThrow('must be unique')
    await add(tx, 'after')
    expect((await tx.selectFrom('notes').select('title').execute()).length).toBe(2)
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await titles()).toEqual([])
})

test('a named statement that was skipped with its series can be used afterwards', async () => {
  const named = (tx: Transaction<Tables>) => sql`/* prepared skipped */ select ${'x'}::text as x`.execute(tx)
  const failing = db.transaction().execute(async (tx) => {
    await note(tx, 'a')
    await note(tx, 'a')
    await named(tx)
  })
  await expect(failing).rejects.toMatchObject({ code: '23505' })
  expect((await db.transaction().execute(named)).rows).toEqual([{ x: 'x' }])
})

test('a value that the driver cannot write takes nothing with it', async () => {
  const failing = db.transaction().execute(async (tx) => {
    await note(tx, 'held')
    const unwritable = {
      toPostgres() {
        throw new Error('unwritable')
      },
    }
    await expect(sql`select ${unwritable}`.execute(tx)).rejects.toThrow('unwritable')
    await add(tx, 'after')
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await titles()).toEqual([])
  expect(await openTransactions()).toBe(false)
})

test('outside of a transaction nothing waits', async () => {
  await sql`/* prepared note */ insert into notes (title) values (${'now'}) ${unanswered}`.execute(db)
  expect(await titles()).toEqual(['now'])
})

test('several statements in one text, a callback and an object go in their order', async () => {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(`insert into notes values ('a'); insert into notes values ('b')`)
    await client.query('rollback')
    await client.query('begin')
    await new Promise((resolve) => client.query(`insert into notes values ('c')`, resolve))
    const { rows } = await client.query({ text: 'select title from notes', rowMode: 'array' })
    expect(rows).toEqual([['c']])
    await client.query('rollback')
  } finally {
    client.release()
  }
  expect(await titles()).toEqual([])
})

test('a connection that is cut takes the transaction with it', async () => {
  const failing = db.transaction().execute(async (tx) => {
    await add(tx, 'a')
    await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx)
  })
  await expect(failing).rejects.toThrow()
  expect(await titles()).toEqual([])
})

type Step = 'add' | 'note' | 'again' | 'noteAgain' | 'savepoint' | 'throw'
const steps = fc.array(
  fc.constantFrom<Step>('add', 'add', 'note', 'note', 'again', 'noteAgain', 'savepoint', 'throw'),
  { maxLength: 6 },
)

test('whatever the steps, everything or nothing is kept, and the connection is as before', async () => {
  let n = 0
  await fc.assert(
    fc.asyncProperty(steps, async (plan) => {
      const before = await titles()
      const added: string[] = []
      const next = () => {
        added.push(`p${n++}`)
        return added.at(-1) ?? ''
      }
      const fails = plan.some((step) => step === 'throw') || repeats(plan)
      const outcome = await db
        .transaction()
        .execute(async (tx) => {
          for (const step of plan) {
            if (step === 'add') await add(tx, next())
            if (step === 'note') await note(tx, next())
            if (step === 'again') await add(tx, added.at(-1) ?? next())
            if (step === 'noteAgain') await note(tx, added.at(-1) ?? next())
            if (step === 'savepoint') await sql`savepoint here`.execute(tx)
            if (step === 'throw') throw new Error('on purpose')
          }
        })
        .then(
          () => true,
          () => false,
        )
      expect(outcome).toBe(!fails)
      expect(new Set(await titles())).toEqual(new Set(outcome ? [...before, ...added] : before))
      expect(await openTransactions()).toBe(false)
    }),
    { numRuns: 150 },
  )
})

/** Whether a plan writes a title twice; the first of a plan has none to repeat. */
const repeats = (plan: readonly Step[]): boolean => {
  let written = false
  return plan.some((step) => {
    if (step === 'savepoint' || step === 'throw') return false
    if ((step === 'again' || step === 'noteAgain') && written) return true
    written = true
    return false
  })
}
