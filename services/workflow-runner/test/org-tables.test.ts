import { checkExportedColumns, checkExportTables, checkOrgTables } from '@atrium/database'
import { afterAll, expect, it } from 'vitest'
import { exportTables, userExportTables } from '../src/export-tables.db.ts'
import { orgTables } from '../src/org-tables.ts'
import { startHarness } from './harness.ts'

const harness = await startHarness()
afterAll(() => harness.stop())

it('declares every table with an org for the purge', async () => {
  expect(await checkOrgTables(harness.db, orgTables)).toEqual([])
  expect(await checkExportTables(harness.db, orgTables, exportTables)).toEqual([])
  expect(await checkExportedColumns(harness.db, userExportTables)).toEqual([])
})
