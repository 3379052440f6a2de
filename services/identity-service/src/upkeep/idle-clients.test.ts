import { inTransaction } from '@atrium/database'
import { afterAll, expect, test } from 'vitest'
import { giveGrant } from '../../test/grants.ts'
import { startHarness } from '../../test/harness.ts'
import { deleteIdleClients } from './upkeep.db.ts'

const harness = await startHarness()
afterAll(() => harness.stop())

const buildClient = async (grantId: string): Promise<string> => {
  const { rows } = await harness.rows<{ clientId: string }>(
    `select "clientId" from "oauthConsent" where id = '${grantId}'`,
  )
  return rows[0]?.clientId ?? ''
}
const exists = async (clientId: string): Promise<boolean> =>
  (await harness.rows(`select 1 from "oauthClient" where "clientId" = '${clientId}'`)).rows
    .length === 1
const registeredDaysAgo = (days: number) =>
  harness.rows(`update "oauthClient" set "createdAt" = now() - interval '${days} days'`)

test('keeps a client for 90 days after its last grant, and for a day if it never had one', async () => {
  const owner = await harness.founder()
  const member = await harness.invite(owner, 'member')
  const given = await giveGrant(harness, owner.userId, owner.orgId)
  const lost = await buildClient(await giveGrant(harness, member.userId, owner.orgId))
  const kept = await buildClient(given)
  await harness.rows(
    `insert into "oauthClient" (id, "clientId", "redirectUris") values ('ocl_1', 'ocl_1', '[]')`,
  )
  await registeredDaysAgo(2)
  await harness.rows(`delete from "oauthConsent" where id = '${given}'`)
  await harness.rows(`delete from member where "userId" = '${member.userId}'`)
  await inTransaction(harness.db, undefined, deleteIdleClients)
  expect([await exists(kept), await exists(lost), await exists('ocl_1')]).toEqual([
    true,
    true,
    false,
  ])
  await harness.rows(
    `update "oauthClient" set "grantEndedAt" = now() - interval '91 days' where "clientId" = '${kept}'`,
  )
  await inTransaction(harness.db, undefined, deleteIdleClients)
  expect([await exists(kept), await exists(lost)]).toEqual([false, true])
})
