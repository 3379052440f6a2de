import { IdentityPlanUsage, PlanLimitsOf } from '@atrium/contracts'
import { callRpc, rpcHandler, serveRpc } from '@atrium/messaging'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Harness, startHarness } from '../../test/harness.ts'

let harness: Harness
let members = 2
let stop: () => Promise<void>
beforeAll(async () => {
  harness = await startHarness()
  const limits = rpcHandler(PlanLimitsOf, async () => ({
    plan: 'free' as const,
    limits: { members },
  }))
  stop = await serveRpc(harness.bus, '0.0.0', [limits])
})
afterAll(async () => {
  await stop?.()
  await harness.stop()
})

test('rejects invitations and their acceptance while the plan is full', async () => {
  const owner = await harness.founder()
  const invite = (email: string) =>
    owner.post('/api/auth/organization/invite-member', { email, role: 'member' })
  const first = await harness.signUp()
  const second = await harness.signUp()
  const [of, other] = [await invite(first.email), await invite(second.email)]
  const accept = '/api/auth/organization/accept-invitation'
  expect((await first.post(accept, { invitationId: of.at('id') })).status).toBe(200)
  const refused = await second.post(accept, { invitationId: other.at('id') })
  expect([refused.status, refused.at('code')]).toEqual([402, 'plan_limit'])
  expect((await invite('third@example.com')).status).toBe(402)
  const usage = await callRpc(harness.bus, IdentityPlanUsage, { orgId: owner.orgId })
  expect(usage).toEqual({ used: { members: 2 } })
  members = 3
  expect((await second.post(accept, { invitationId: other.at('id') })).status).toBe(200)
})
