import { checkExportedColumns, checkExportTables, checkOrgTables } from '@atrium/database'
import { afterAll, expect, test } from 'vitest'
import { startHarness } from '../test/harness.ts'
import { exportTables, userExportTables } from './exports/export-tables.db.ts'
import { orgTables } from './org-tables.ts'

const harness = await startHarness()
afterAll(() => harness.stop())

test('declares every table that has an org', async () => {
  expect(await checkOrgTables(harness.deps.db, orgTables)).toEqual([])
  expect(await checkExportTables(harness.deps.db, orgTables, exportTables)).toEqual([])
  expect(await checkExportedColumns(harness.deps.db, userExportTables)).toEqual([])
})
