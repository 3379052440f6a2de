import { loadConfig } from '@atrium/config'
import { newId } from '@atrium/contracts'
import {
  checkExportedColumns,
  checkExportTables,
  checkOrgTables,
  createDatabase,
  migrate,
} from '@atrium/database'
import { createTestDatabase, createTestEnv } from '@atrium/testkit'
import { getMigrations } from 'better-auth/db/migration'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { userExportTables } from '../account/user-export-tables.db.ts'
import { attributedDatabase } from '../audit/attributed-database.ts'
import { authOptions } from '../auth/create-auth.ts'
import { createPasswordHashing } from '../auth/passwords/password-hashing.ts'
import { identityConfig } from '../config.ts'
import type { Database } from '../database.ts'
import type { Deps } from '../deps.ts'
import { exportTables } from '../export-tables.db.ts'
import { orgTables } from '../org-tables.ts'
import { createMeLoader } from '../principal/get-me.ts'
import { identityVariables } from '../variables.ts'
import { migrations } from './index.ts'

const signin = {
  clientId: 'client',
  clientSecret: 'secret',
  issuer: 'http://127.0.0.1:1',
  authentication: 'post' as const,
}

let stop: () => Promise<void>
let deps: Deps
beforeAll(async () => {
  const database = await createTestDatabase()
  const { db, pool, close } = createDatabase<Database>({ url: database.url, schema: 'identity' })
  await migrate(db, 'identity', migrations)
  const config = identityConfig(
    loadConfig(identityVariables, createTestEnv({ databaseUrl: database.url })),
  )
  deps = {
    db,
    attributedDb: attributedDatabase(pool),
    pool,
    config,
    logger: pino({ level: 'silent' }),
    passwords: createPasswordHashing(),
    me: createMeLoader(pool),
    now: () => new Date(),
    newId,
    // better-auth's setup does not need the bus.
  } as Omit<Deps, 'bus'> as Deps
  stop = async () => {
    await close()
    await database.drop()
  }
})
afterAll(() => stop())

test("passes better-auth's own schema check", async () => {
  const { toBeAdded, toBeCreated } = await getMigrations(authOptions(deps, signin))
  expect(toBeCreated).toEqual([])
  expect(toBeAdded).toEqual([])
})

test('finds a missing field in our schema', async () => {
  const options = authOptions(deps, undefined)
  const { toBeAdded } = await getMigrations({
    ...options,
    user: { additionalFields: { shoeSize: { type: 'number', required: false } } },
  })
  expect(toBeAdded.map(({ table }) => table)).toEqual(['user'])
})

test('changes nothing when the migrations run again', async () => {
  expect(await migrate(deps.db, 'identity', migrations)).toEqual([])
})

test('lists every table that has a column `org_id`', async () => {
  expect(await checkOrgTables(deps.db, orgTables)).toEqual([])
  expect(await checkExportTables(deps.db, orgTables, exportTables)).toEqual([])
  expect(await checkExportedColumns(deps.db, userExportTables)).toEqual([])
})
