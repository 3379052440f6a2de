import type { AuditEntry, Principal } from '@atrium/contracts'
import { afterAll, expect, test } from 'vitest'
import { type Founder, password, startHarness } from '../../test/harness.ts'

const harness = await startHarness()
afterAll(() => harness.stop())

async function readAudit({
  userId,
  orgId,
}: Pick<Founder, 'userId' | 'orgId'>): Promise<AuditEntry[]> {
  const owner: Principal = {
    userId,
    orgId,
    role: 'owner',
    isAdmin: false,
    via: 'session',
    credentialId: 'ses_1',
  }
  const answer = await harness.as(owner, 'GET', '/api/audit?limit=100')
  expect(answer.status).toBe(200)
  return (answer.body as { items: AuditEntry[] }).items
}
const linkTo = (userId: string) =>
  harness.rows(`insert into account (id, "accountId", "providerId", "userId", "createdAt", "updatedAt")
    values ('acc_${userId}', 'at-${userId}', 'google', '${userId}', now(), now())`)

test('records the old and the new address when a member changes it', async () => {
  const owner = await harness.founder()
  const member = await harness.invite(owner, 'member')
  const newEmail = `new-${member.email}`
  expect((await member.post('/api/auth/change-email', { newEmail })).status).toBe(200)
  const [entry] = await readAudit(owner)
  expect(entry).toMatchObject({
    action: 'email.changed',
    actor: { type: 'user', id: member.userId },
    target: { type: 'user', id: member.userId, name: 'Ada' },
    requestId: expect.any(String),
    detail: { from: member.email, to: newEmail },
  })
  const taken = await member.post('/api/auth/change-email', { newEmail: owner.email })
  expect(taken.status).toBe(200)
  expect((await readAudit(owner))[0]?.id).toBe(entry?.id)
})

test('records when a provider is linked or unlinked, but not the initial password', async () => {
  const owner = await harness.founder()
  const before = (await readAudit(owner)).map(({ action }) => action)
  expect(before).toEqual(['org.created'])
  await linkTo(owner.userId)
  const unlinked = await owner.post('/api/auth/unlink-account', {
    accountId: `acc_${owner.userId}`,
  })
  expect(unlinked.status, unlinked.text).toBe(200)
  expect(await readAudit(owner)).toMatchObject([
    {
      action: 'sign_in_provider.unlinked',
      actor: { type: 'user', id: owner.userId },
      target: { type: 'account', name: 'google' },
      requestId: expect.any(String),
    },
    { action: 'sign_in_provider.linked', target: { name: 'google' }, detail: {} },
    { action: 'org.created' },
  ])
})

test('records that the member left when an account is deleted, but no unlinked providers', async () => {
  const owner = await harness.founder()
  const member = await harness.invite(owner, 'member')
  await linkTo(member.userId)
  const deleted = await member.post('/api/auth/delete-user', { password })
  expect(deleted.status, deleted.text).toBe(200)
  const actions = (await readAudit(owner)).map(({ action }) => action)
  expect(actions).toContain('member.left')
  expect(actions).not.toContain('sign_in_provider.unlinked')
})
