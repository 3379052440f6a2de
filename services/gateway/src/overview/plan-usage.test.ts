import {
  IdentityPlanUsage,
  PlanLimitsOf,
  planErrors,
  requirePlanRoom,
  WorkflowPlanUsage,
} from '@atrium/contracts'
import { rpcHandler } from '@atrium/messaging'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goodCookie, startTestGateway, type TestGateway } from '../../test/harness.ts'
import { send } from '../../test/send.ts'

let gateway: TestGateway
const asked: object[] = []
const rpc = [
  rpcHandler(IdentityPlanUsage, async (input) => {
    asked.push(input)
    return { used: { members: 2 } }
  }),
  rpcHandler(WorkflowPlanUsage, async () => ({
    used: { activeWorkflows: 5, runsPerMonth: 0, storageBytes: 70 },
  })),
  rpcHandler(PlanLimitsOf, async (input) => {
    asked.push(input)
    return { plan: 'free' as const, limits: { members: 3, channels: 4 } }
  }),
]
beforeAll(async () => {
  const overrides = { WORKFLOW_SERVICE_URL: 'http://127.0.0.1:1' }
  gateway = await startTestGateway({ rpc, overrides })
})
afterAll(() => gateway?.stop())

test('shows each resource with its limit, and its use if all its services respond', async () => {
  const answer = await send(gateway.port, { path: '/api/plan', headers: { cookie: goodCookie } })
  expect(answer.status).toBe(200)
  expect(answer.json()).toEqual({
    plan: 'free',
    resources: [
      { resource: 'members', used: 2, limit: 3 },
      { resource: 'activeWorkflows', used: 5, limit: null },
      { resource: 'channels', used: null, limit: 4 },
      { resource: 'storageBytes', used: null, limit: null },
      { resource: 'runsPerMonth', used: 0, limit: null },
    ],
  })
  expect(asked).toEqual([{ orgId: 'org_1' }, { orgId: 'org_1' }])
})

test('shows the plan only to members of an org', async () => {
  expect((await send(gateway.port, { path: '/api/plan' })).status).toBe(401)
})

test('has room in a plan up to its limit', () => {
  const given = { plan: 'free' as const, limits: { members: 3 } }
  requirePlanRoom(given, 'members', 2, 1)
  requirePlanRoom(given, 'channels', 1_000, 1)
  expect(() => requirePlanRoom(given, 'members', 3, 1)).toThrow(
    expect.objectContaining({ code: planErrors.plan_limit().code, kind: 'payment_required' }),
  )
})
