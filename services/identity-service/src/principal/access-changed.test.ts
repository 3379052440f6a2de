import { AccessChanged } from '@atrium/contracts'
import { eventually } from '@atrium/testkit'
import { afterAll, expect, test } from 'vitest'
import { type Founder, type Member, startHarness } from '../../test/harness.ts'

const harness = await startHarness()
afterAll(() => harness.stop())

/** Counts a user's `user.access_changed` events. */
const countChanges = async ({ userId }: Member): Promise<number> =>
  (await harness.events()).filter(
    ({ type, data }) =>
      type === AccessChanged.type && (data as { userId: string }).userId === userId,
  ).length

const createKey = (owner: Founder) => owner.post('/api/auth/api-key/create', { name: 'ci' })
const updateKey = async (owner: Founder, keyId: string, body: object) => {
  const answer = await owner.post('/api/auth/api-key/update', { keyId, ...body })
  expect(answer.status, answer.text).toBe(200)
}

test.each([
  ['signs out', async (owner: Founder) => void (await owner.post('/api/auth/sign-out', {}))],
  [
    'ends the other sessions',
    async (owner: Founder) => {
      await harness.signIn(owner.email)
      await owner.post('/api/auth/revoke-other-sessions', {})
    },
  ],
  [
    'acts in no organisation',
    async (owner: Founder) =>
      void (await owner.post('/api/auth/organization/set-active', { organizationId: null })),
  ],
  [
    'revokes an API key',
    async (owner: Founder) => {
      const keyId = (await createKey(owner)).at('id')
      await owner.post('/api/auth/api-key/delete', { keyId })
    },
  ],
  [
    'switches off an API key',
    async (owner: Founder) =>
      updateKey(owner, (await createKey(owner)).at('id'), { enabled: false }),
  ],
])('emits one event when a user %s', async (_name, act) => {
  const owner = await harness.founder()
  await eventually(async () =>
    expect((await harness.events()).map(({ data }) => data)).toContainEqual(
      expect.objectContaining({ ownerId: owner.userId }),
    ),
  )
  const before = await countChanges(owner)
  await act(owner)
  await eventually(async () => expect(await countChanges(owner)).toBe(before + 1))
})

test('emits an event when the role of a member is lowered', async () => {
  const owner = await harness.founder()
  const admin = await harness.invite(owner, 'admin')
  const { id: memberId } = await harness.db
    .selectFrom('member')
    .select('id')
    .where('userId', '=', admin.userId)
    .where('organizationId', '=', owner.orgId)
    .executeTakeFirstOrThrow()
  const before = await countChanges(admin)
  await owner.post('/api/auth/organization/update-member-role', { memberId, role: 'member' })
  await eventually(async () => expect(await countChanges(admin)).toBeGreaterThan(before))
})

test('emits no event when a session is prolonged, a key is used or expired sessions are cleared', async () => {
  const owner = await harness.founder()
  const other = await harness.founder()
  const key = await createKey(owner)
  const before = await countChanges(owner)
  await harness.db
    .updateTable('session')
    .set({ expiresAt: new Date(Date.now() + 30 * 86_400_000) })
    .where('userId', '=', owner.userId)
    .execute()
  await harness.resolve({ apiKey: key.at('key') })
  // The service stores the use of a key after its response.
  const used = `select id from apikey where id = '${key.at('id')}' and "lastRequest" is not null`
  await eventually(async () => expect((await harness.rows(used)).rows).toHaveLength(1))
  await harness.rows(
    `insert into session (id, token, "userId", "expiresAt")
     values ('ses_old', 'old', '${owner.userId}', now() - interval '1 minute')`,
  )
  await harness.db.deleteFrom('session').where('id', '=', 'ses_old').execute()
  // The relay publishes in order. So the event of a later change proves that no event came before.
  await other.post('/api/auth/sign-out', {})
  await eventually(async () => expect(await countChanges(other)).toBe(1))
  expect(await countChanges(owner)).toBe(before)
})
