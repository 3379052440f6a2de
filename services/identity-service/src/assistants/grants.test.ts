import type { McpGrant, Principal } from '@atrium/contracts'
import { afterAll, expect, test } from 'vitest'
import { giveGrant } from '../../test/grants.ts'
import { type Founder, startHarness } from '../../test/harness.ts'
import { hasRoomForGrant } from './assistants.db.ts'

const harness = await startHarness()
afterAll(() => harness.stop())

const as = ({ userId, orgId }: Founder): Principal => ({
  userId,
  orgId,
  role: 'owner',
  isAdmin: false,
  via: 'session',
  credentialId: 'ses_1',
})
interface Page {
  items: McpGrant[]
  total: number
}
const readGrants = async (owner: Founder, query = ''): Promise<Page> =>
  (await harness.as(as(owner), 'GET', `/api/mcp/grants${query}`)).body as Page

test("lists only the user's own grants in pages, newest first", async () => {
  const [owner, stranger] = [await harness.founder(), await harness.founder()]
  const ids: string[] = []
  for (const _ of [1, 2, 3]) ids.unshift(await giveGrant(harness, owner.userId, owner.orgId))
  await giveGrant(harness, stranger.userId, stranger.orgId)
  expect(await readGrants(owner)).toMatchObject({
    items: ids.map((id) => ({ id })),
    total: 3,
    limit: 25,
  })
  expect(await readGrants(owner, '?limit=1&offset=1')).toMatchObject({
    items: [{ id: ids[1] }],
    total: 3,
    limit: 1,
    offset: 1,
  })
  expect((await harness.as(as(owner), 'GET', '/api/mcp/grants?limit=101')).status).toBe(400)
})

test('limits the grants of a user, but always allows the renewal of an existing one', async () => {
  const owner = await harness.founder()
  const [id] = [
    await giveGrant(harness, owner.userId, owner.orgId),
    await giveGrant(harness, owner.userId, owner.orgId),
  ]
  const known = (await readGrants(owner)).items.find((grant) => grant.id === id)?.client.id ?? ''
  const { userId, orgId } = owner
  const room = (clientId: string, most: number, org = orgId) =>
    hasRoomForGrant(harness.db, { userId, orgId: org, clientId }, most)
  expect(await room('ocl_new', 3)).toBe(true)
  expect(await room('ocl_new', 2)).toBe(false)
  expect(await room(known, 2)).toBe(true)
  expect(await room(known, 2, 'org_other')).toBe(false)
})
