import { type Principal, userRows } from '@atrium/contracts'
import { listOperations } from '@atrium/http'
import { rpcHandler, serveRpc } from '@atrium/messaging'
import { afterAll, expect, test } from 'vitest'
import { startHarness } from './harness.ts'

// Starts before the tests are collected, because the tests are generated from the mounted routes.
const harness = await startHarness()
// The other services, which have no rows of these users.
const empty = async () => ({ table: 'none', text: '', next: null })
const stopOthers = await serveRpc(
  harness.bus,
  '0.0.0',
  userRows.map((rpc) => rpcHandler(rpc, empty)),
)
afterAll(async () => {
  await stopOthers()
  await harness.stop()
})

/** Expected statuses of each operation for another org's owner and for nobody. */
const cases: Readonly<Record<string, { other: number; nobody: number }>> = {
  getMe: { other: 200, nobody: 401 },
  getAuthProviders: { other: 200, nobody: 200 },
  purgeOrg: { other: 404, nobody: 401 },
  getOrgSettings: { other: 200, nobody: 401 },
  updateOrgSettings: { other: 200, nobody: 401 },
  getUserSettings: { other: 200, nobody: 401 },
  exportMe: { other: 200, nobody: 401 },
  updateUserSettings: { other: 200, nobody: 401 },
  listMcpGrants: { other: 200, nobody: 401 },
  endMcpGrant: { other: 404, nobody: 401 },
  listActivity: { other: 200, nobody: 401 },
  listAudit: { other: 200, nobody: 401 },
  exportAudit: { other: 200, nobody: 401 },
  listNotifications: { other: 200, nobody: 401 },
  readNotifications: { other: 200, nobody: 401 },
  getNotificationSettings: { other: 200, nobody: 401 },
  putNotificationSettings: { other: 200, nobody: 401 },
  getPushKey: { other: 200, nobody: 401 },
  subscribePush: { other: 400, nobody: 401 },
  unsubscribePush: { other: 204, nobody: 401 },
}

const endpoint = 'https://push.example/a'
const bodies: Readonly<Record<string, object>> = {
  readNotifications: { all: true },
  putNotificationSettings: { items: [] },
  subscribePush: { endpoint, keys: { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) } },
  unsubscribePush: { endpoint },
}

test.each(
  listOperations(harness.service.app).map((operation) => [operation.id, operation] as const),
)('shows another org nothing and changes nothing: %s', async (id, { method, path }) => {
  const [owner, stranger] = [await harness.founder('Secret'), await harness.founder()]
  const principal: Principal = {
    userId: stranger.userId,
    orgId: stranger.orgId,
    role: 'owner',
    isAdmin: false,
    via: 'session',
    credentialId: 'ses_1',
  }
  const address = path.replace('{id}', owner.orgId)
  const orgs = () => harness.rows(`select * from organization where id = '${owner.orgId}'`)
  const before = await orgs()
  const body = bodies[id] ?? (method === 'patch' ? {} : undefined)
  const other = await harness.as(principal, method.toUpperCase(), address, body)
  const nobody = await fetch(harness.service.url + address, { method: method.toUpperCase() })
  expect({ other: other.status, nobody: nobody.status }).toEqual(cases[id])
  expect(other.text).not.toContain('Secret')
  expect(other.text).not.toContain(owner.orgId)
  expect(before.rows).toHaveLength(1)
  expect((await orgs()).rows).toEqual(before.rows)
})
