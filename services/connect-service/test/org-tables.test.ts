import { checkExportTables, checkOrgTables } from '@atrium/database'
import { expect, test } from 'vitest'
import { exportTables } from '../src/export-tables.db.ts'
import { orgTables } from '../src/org-tables.ts'
import { startHarness } from './harness.ts'

test('declares every table that belongs to an organisation', async () => {
  const harness = await startHarness()
  expect(await checkOrgTables(harness.deps.db, orgTables)).toEqual([])
  expect(await checkExportTables(harness.deps.db, orgTables, exportTables)).toEqual([])
  await harness.stop()
})
