import type { Principal } from '@atrium/contracts'
import type { Exchange } from '@atrium/http'
import { expect, test } from 'vitest'
import { stillAdmittedAs } from './still-admitted.ts'

const before: Principal = {
  userId: 'usr_1',
  orgId: 'org_1',
  role: 'admin',
  isAdmin: false,
  via: 'api_key',
  credentialId: 'key_1',
  scopes: ['board:read', 'board:write'],
}
const { scopes: _, ...unlimited } = before
const exchange = {
  request: { headers: { 'x-api-key': 'atr_1' } },
  context: {},
} as unknown as Exchange

const stillAfter = (was: Principal, now: Principal) =>
  stillAdmittedAs({ resolvePrincipal: async () => now }, exchange, was)?.()

test('keeps a caller who has the same or more rights', async () => {
  expect(await stillAfter(before, before)).toBe(true)
  expect(await stillAfter(before, { ...before, role: 'owner' })).toBe(true)
  expect(
    await stillAfter(before, { ...before, scopes: ['board:write', 'posts:write', 'board:read'] }),
  ).toBe(true)
  expect(await stillAfter(before, unlimited)).toBe(true)
})

test('ends the response if the role or a scope shrinks, or the user or org changes', async () => {
  expect(await stillAfter(before, { ...before, role: 'member' })).toBe(false)
  expect(await stillAfter(before, { ...before, scopes: ['board:read'] })).toBe(false)
  expect(await stillAfter(unlimited, before)).toBe(false)
  expect(await stillAfter(before, { ...before, userId: 'usr_2' })).toBe(false)
  expect(await stillAfter(before, { ...before, orgId: 'org_2' })).toBe(false)
})
