import { newId, OrgDeleted } from '@atrium/contracts'
import { emit, inTransaction } from '@atrium/database'
import { eventually } from '@atrium/testkit'
import { expect, test } from 'vitest'
import { connectPage, consent, startHarness } from '../test/harness.ts'

test('a purged org is named nowhere any more; its people keep their channels', async () => {
  const harness = await startHarness()
  const orgId = newId('org')
  const person = harness.person({ orgId })
  const channel = await connectPage(person)
  await person('GET', await consent(person))
  await person('GET', '/api/connect/pagenet/start')
  const { db } = harness.deps
  await inTransaction(db, undefined, (tx) => emit(tx, OrgDeleted, orgId, { orgId }))
  await eventually(async () => {
    for (const table of ['channels', 'pickers', 'oauth_states'] as const) {
      expect(await db.selectFrom(table).where('org_id', '=', orgId).select('org_id').execute()).toEqual([])
    }
  })
  expect((await person('GET', '/api/connectors')).body['items']).toMatchObject([{ id: channel }])
  await harness.stop()
})
