import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Harness, startHarness } from '../test/harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.stop())

test('who signs up and creates an org acts in it as its owner', async () => {
  const ada = await harness.founder('Ada')
  const resolved = await harness.resolve({ sessionCookie: ada.session() })
  expect(resolved).toMatchObject({
    outcome: 'authenticated',
    principal: { userId: ada.userId, orgId: ada.orgId, role: 'owner', via: 'session', isAdmin: false },
  })
  if (resolved.outcome !== 'authenticated') return
  const me = await harness.as(resolved.principal, 'GET', '/api/me')
  expect(me.status).toBe(200)
  expect(me.body).toMatchObject({
    user: { id: ada.userId, name: 'Ada' },
    org: { id: ada.orgId, role: 'owner' },
  })
})
