import { checkOrgTables } from '@atrium/database'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { orgTables } from '../src/org-tables.ts'
import { type Harness, startHarness } from './harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.stop())

it('declares every table with an org for the purge', async () => {
  expect(await checkOrgTables(harness.db, orgTables)).toEqual([])
})
