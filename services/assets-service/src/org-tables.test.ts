import { checkOrgTables } from '@atrium/database'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Harness, startHarness } from '../test/harness.ts'
import { orgTables } from './org-tables.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.stop())

it('declares every table with an org', async () => {
  expect(await checkOrgTables(harness.deps.db, orgTables)).toEqual([])
})
