import { newId, type Principal } from '@atrium/contracts'
import { auditRecord, inTransaction, onCommit } from '@atrium/database'
import { SignJWT } from 'jose'
import { afterAll, expect, test } from 'vitest'
import { recordEntry } from '../src/audit/record-entry.ts'
import { giveGrant } from './grants.ts'
import { startHarness } from './harness.ts'

const operator = 'boss@example.test'
const harness = await startHarness({ ADMIN_EMAILS: operator })
afterAll(() => harness.stop())

/** Returns how often the relay is woken until `work` ends. Otherwise events wait for its next poll. */
async function countWakes(work: () => Promise<unknown>): Promise<number> {
  let wakes = 0
  const forget = onCommit(harness.db, ['event'], () => {
    wakes += 1
  })
  await work().finally(forget)
  return wakes
}

test('wakes the relay when an entry of the audit log is stored', async () => {
  const { orgId } = await harness.founder()
  const record = auditRecord({
    action: 'customer.created',
    target: { type: 'customer', id: 'cus_1', name: 'Quay' },
    detail: {},
  })
  const wakes = await countWakes(() =>
    inTransaction(harness.db, undefined, (tx) =>
      recordEntry(tx, { id: newId('aud'), orgId, at: new Date() }, record),
    ),
  )
  expect(wakes).toBeGreaterThan(0)
})

test('wakes the relay when a user ends an assistant', async () => {
  const { userId, orgId } = await harness.founder()
  const id = await giveGrant(harness, userId, orgId)
  const principal: Principal = {
    userId,
    orgId,
    role: 'owner',
    isAdmin: false,
    via: 'session',
    credentialId: 'ses_1',
  }
  const wakes = await countWakes(async () =>
    expect((await harness.as(principal, 'DELETE', `/api/mcp/grants/${id}`)).status).toBe(204),
  )
  expect(wakes).toBeGreaterThan(0)
})

test("wakes the relay when the link in a mail ends an operator's other sessions", async () => {
  const boss = await harness.signUp('Boss', operator)
  const elsewhere = await harness.signIn(operator)
  const token = await new SignJWT({ email: operator })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(harness.env['AUTH_SESSION_SECRET']))
  const wakes = await countWakes(async () =>
    expect((await boss.get(`/api/auth/verify-email?token=${token}`)).status).toBe(200),
  )
  expect(await harness.principalOf(elsewhere)).toBe('rejected')
  expect(wakes).toBeGreaterThan(0)
})
