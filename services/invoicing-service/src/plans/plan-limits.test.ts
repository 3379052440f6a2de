import { newId, PlanLimitsOf } from '@atrium/contracts'
import { callRpc } from '@atrium/messaging'
import { afterAll, expect, test } from 'vitest'
import { startHarness } from '../../test/harness.ts'
import { parsePlanLimits } from './parse-plan-limits.ts'

const table = { free: { members: 3, storageBytes: 1_000_000 }, pro: { members: 50 } }
const harness = await startHarness({ env: { PLAN_LIMITS: JSON.stringify(table) } })
afterAll(() => harness.stop())

test("applies the limits of an org's plan", async () => {
  const orgId = newId('org')
  const ask = () => callRpc(harness.bus, PlanLimitsOf, { orgId })
  expect(await ask()).toEqual({ plan: 'free', limits: table.free })
  await harness.deps.db
    .insertInto('entitlements')
    .values({ id: newId('evt'), org_id: orgId, plan: 'pro', status: 'active' })
    .execute()
  expect(await ask()).toEqual({ plan: 'pro', limits: table.pro })
})

test('limits nothing if the table is unset', () => {
  expect(parsePlanLimits(undefined)).toEqual({})
  expect(parsePlanLimits(' ')).toEqual({})
})

test.each([
  '{',
  '[]',
  '{"gold":{}}',
  '{"free":{"seats":1}}',
  '{"free":{"members":-1}}',
  '{"free":{"members":"3"}}',
])('rejects the invalid limits table %s', (text) => {
  expect(parsePlanLimits(text)).toBeUndefined()
})
