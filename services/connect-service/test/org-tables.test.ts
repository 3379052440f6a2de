import { checkExportedColumns, checkExportTables, checkOrgTables } from '@atrium/database'
import { expect, test } from 'vitest'
import { exportTables, userExportTables } from '../src/export-tables.db.ts'
import { orgTables } from '../src/org-tables.ts'
import { startHarness } from './harness.ts'

test('declares every table that belongs to an organisation', async () => {
  const harness = await startHarness()
  expect(await checkOrgTables(harness.deps.db, orgTables)).toEqual([])
  expect(await checkExportTables(harness.deps.db, orgTables, exportTables)).toEqual([])
  expect(await checkExportedColumns(harness.deps.db, userExportTables)).toEqual([])
  await harness.stop()
})
