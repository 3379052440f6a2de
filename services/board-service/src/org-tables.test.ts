import { checkOrgTables } from '@atrium/database'
import { expect, test } from 'vitest'
import { startDatabase } from '../test/harness.ts'
import { orgTables } from './org-tables.ts'

test('every table with an org is deleted with it, or kept for a reason', async () => {
  const { deps, stop } = await startDatabase()
  expect(await checkOrgTables(deps.db, orgTables)).toEqual([])
  await stop()
})
