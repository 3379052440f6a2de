import { checkExportedColumns, checkExportTables, checkOrgTables } from '@atrium/database'
import { expect, test } from 'vitest'
import { startDatabase } from '../test/harness.ts'
import { exportTables, userExportTables } from './export-tables.db.ts'
import { orgTables } from './org-tables.ts'

test('deletes every table with an org along with the org, unless a reason to keep it is listed', async () => {
  const { deps, stop } = await startDatabase()
  expect(await checkOrgTables(deps.db, orgTables)).toEqual([])
  expect(await checkExportTables(deps.db, orgTables, exportTables)).toEqual([])
  expect(await checkExportedColumns(deps.db, userExportTables)).toEqual([])
  await stop()
})
