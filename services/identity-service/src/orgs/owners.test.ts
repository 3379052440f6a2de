import { afterAll, expect, test } from 'vitest'
import { type Founder, type Member, startHarness } from '../../test/harness.ts'

const harness = await startHarness()
afterAll(() => harness.stop())

test('keeps the last owner, even when two owners leave at once', async () => {
  const owner = await harness.founder()
  const leave = (browser: Member) =>
    browser.post('/api/auth/organization/leave', { organizationId: owner.orgId })
  const row = await harness.db
    .selectFrom('member')
    .select('id')
    .where('userId', '=', owner.userId)
    .executeTakeFirstOrThrow()
  for (const answer of [
    await leave(owner),
    await owner.post('/api/auth/organization/remove-member', { memberIdOrEmail: row.id }),
    await owner.post('/api/auth/organization/update-member-role', {
      memberId: row.id,
      role: 'admin',
    }),
  ]) {
    expect([answer.status, answer.at('code')], answer.text).toEqual([409, 'last_owner'])
  }
  for (let round = 0; round < 3; round += 1) {
    const first = await harness.founder()
    const second = await harness.invite(first, 'owner')
    const answers = await Promise.all(
      [first, second].map((browser) =>
        browser.post('/api/auth/organization/leave', { organizationId: first.orgId }),
      ),
    )
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expect([answer.status, answer.at('code')], answer.text).toEqual([409, 'last_owner'])
    }
    const owners = await harness.db
      .selectFrom('member')
      .select('id')
      .where('organizationId', '=', first.orgId)
      .where('role', '=', 'owner')
      .execute()
    expect(owners.length).toBeGreaterThanOrEqual(1)
  }
})

test('keeps one owner when two remove each other, and tells the other about the lost membership', async () => {
  for (let round = 0; round < 6; round += 1) {
    const first = await harness.founder()
    const second = await harness.invite(first, 'owner')
    const remove = (browser: Member, other: Member) =>
      browser.post('/api/auth/organization/remove-member', { memberIdOrEmail: other.email })
    const answers = await Promise.all([remove(first, second), remove(second, first)])
    const refused = answers.find(({ status }) => status !== 200)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect([refused?.status, refused?.at('code')], refused?.text).toEqual([403, 'forbidden'])
    expect(refused?.at('reason')).toBe('USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION')
  }
})

test('rejects a removed co-owner on every route with a role check', async () => {
  const owner = await harness.founder()
  const second = await harness.invite(owner, 'owner')
  const path = '/api/auth/organization'
  const memberId = async (person: Founder) =>
    (
      await harness.db
        .selectFrom('member')
        .select('id')
        .where('organizationId', '=', owner.orgId)
        .where('userId', '=', person.userId)
        .executeTakeFirstOrThrow()
    ).id
  const [ownerRow, secondRow] = [await memberId(owner), await memberId(second)]
  const removed = await owner.post(`${path}/remove-member`, { memberIdOrEmail: secondRow })
  expect(removed.status, removed.text).toBe(200)
  const again = await owner.post(`${path}/remove-member`, { memberIdOrEmail: secondRow })
  expect([again.status, again.at('code')]).toEqual([404, 'not_found'])
  for (const named of [{}, { organizationId: owner.orgId }]) {
    for (const answer of [
      await second.post(`${path}/remove-member`, { memberIdOrEmail: ownerRow, ...named }),
      await second.post(`${path}/update-member-role`, {
        memberId: ownerRow,
        role: 'member',
        ...named,
      }),
      await second.post(`${path}/invite-member`, {
        email: 'z@example.test',
        role: 'member',
        ...named,
      }),
      await second.post(`${path}/update`, { data: { name: 'Mine' }, ...named }),
      await second.post(`${path}/leave`, { organizationId: owner.orgId }),
      await second.post(`${path}/delete`, { organizationId: owner.orgId }),
    ]) {
      expect([answer.status, answer.at('code')], answer.text).toEqual([403, 'forbidden'])
      expect(answer.at('reason'), answer.text).toBe('USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION')
    }
  }
  expect(await harness.principalOf(owner)).toMatchObject({ orgId: owner.orgId, role: 'owner' })
  expect(await harness.principalOf(second)).toMatchObject({ orgId: null, role: null })
})
