import { assetsService } from '@atrium/assets-service'
import { boardService } from '@atrium/board-service'
import { connectService } from '@atrium/connect-service'
import { createDatabase, type Migrations, migrate } from '@atrium/database'
import { identityService } from '@atrium/identity-service'
import { invoicingService } from '@atrium/invoicing-service'
import { createTestDatabase, type TestDatabase } from '@atrium/testkit'
import { workflowRunner } from '@atrium/workflow-runner'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compareTables } from './compare-tables.ts'
import { judgeChanges } from './judge-changes.ts'
import {
  findLastRelease,
  listReleases,
  readExceptions,
  readReleasedSchema,
  writeReleasedSchema,
} from './release-files.ts'
import { readTables } from './tables.db.ts'

/** Set by `write-release.ts`. The tables are then written before they are compared. */
const written = process.env['WRITE_RELEASE']
const owners = [
  assetsService,
  boardService,
  connectService,
  identityService,
  invoicingService,
  workflowRunner,
].flatMap(({ name, database }) =>
  database === undefined
    ? []
    : [{ service: name, schema: database.schema, migrations: database.migrations }],
)

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database?.drop())

/** Applies the migrations and returns the tables. */
async function migrateTables(schema: string, migrations: Migrations) {
  const handle = createDatabase({ url: database.url, schema, poolSize: 2 })
  try {
    await migrate(handle.db, schema, migrations)
    return await readTables(handle.db, schema)
  } finally {
    await handle.close()
  }
}

test.each(owners)(
  'changes the tables of $service so that the last release can live with them',
  async ({ service, schema, migrations }) => {
    if (written !== undefined) {
      const tables = await migrateTables(schema, migrations)
      writeReleasedSchema(written, schema, { migrations: Object.keys(migrations), tables })
    }
    const last = findLastRelease()
    const released = readReleasedSchema(last, schema)
    // A new service has no tables in the last release.
    if (released === undefined) return
    const kept = Object.fromEntries(
      Object.entries(migrations).filter(([name]) => released.migrations.includes(name)),
    )
    expect(Object.keys(kept), 'a released migration was removed').toEqual(released.migrations)
    expect(await migrateTables(schema, kept), 'a released migration was changed').toEqual(
      released.tables,
    )
    const tables = await migrateTables(schema, migrations)
    const judged = judgeChanges(compareTables(schema, released.tables, tables, last), {
      exceptions: readExceptions().filter(({ change }) => change.startsWith(`table ${schema}.`)),
      releases: listReleases(),
      findFile: () => `the migrations of ${service}`,
    })
    expect(judged).toEqual([])
  },
)
