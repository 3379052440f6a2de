import { inTransaction } from '@atrium/database'
import { afterAll, expect, test } from 'vitest'
import { startHarness } from '../../test/harness.ts'
import { deleteOldCreations } from './upkeep.db.ts'

const harness = await startHarness()
afterAll(() => harness.stop())

test('keeps a creation while its organisation lives, and for a day when it is deleted', async () => {
  const [living, deleted, deletedToday] = await Promise.all([1, 2, 3].map(() => harness.founder()))
  for (const owner of [deleted, deletedToday]) {
    await owner?.post('/api/auth/organization/delete', { organizationId: owner.orgId })
  }
  await harness.rows(
    `update org_creations set created_at = now() - interval '25 hours' where org_id <> '${deletedToday?.orgId}'`,
  )
  await inTransaction(harness.db, undefined, deleteOldCreations)
  const { rows } = await harness.rows<{ org_id: string }>('select org_id from org_creations')
  const left = rows.map(({ org_id }) => org_id)
  expect(left.sort()).toEqual([living?.orgId, deletedToday?.orgId].sort())
})
