import { expect, test } from 'vitest'
import { AppError } from '../errors/app-error.ts'
import {
  orgRoles,
  Principal,
  requireAdmin,
  requireOrg,
  requirePrincipal,
  requireRole,
  roleAtLeast,
} from './principal.ts'

const caller = (changes: Partial<Principal> = {}): Principal => ({
  userId: 'usr_1',
  orgId: 'org_1',
  role: 'member',
  isAdmin: false,
  via: 'session',
  credentialId: 'ses_1',
  ...changes,
})
const toCode = (attempt: () => unknown): string => {
  try {
    attempt()
    return 'passes'
  } catch (error) {
    return error instanceof AppError ? error.code : String(error)
  }
}

test('orders roles: owner above admin above member', () => {
  const passing = orgRoles.flatMap((role) =>
    orgRoles.filter((minimum) => roleAtLeast(role, minimum)).map((minimum) => `${role}≥${minimum}`),
  )
  expect(passing).toEqual([
    'owner≥owner',
    'owner≥admin',
    'owner≥member',
    'admin≥admin',
    'admin≥member',
    'member≥member',
  ])
})

test('throws unauthenticated for every rule if there is no principal', () => {
  for (const attempt of [
    () => requirePrincipal(null),
    () => requireOrg(null),
    () => requireRole(null, 'member'),
    () => requireAdmin(null),
  ]) {
    expect(toCode(attempt)).toBe('unauthenticated')
  }
})

test('allows nothing in an organisation if none is active', () => {
  for (const without of [
    caller({ orgId: null }),
    caller({ role: null }),
    caller({ orgId: null, role: null }),
  ]) {
    expect(toCode(() => requireOrg(without))).toBe('no_active_org')
    expect(toCode(() => requireRole(without, 'member'))).toBe('no_active_org')
    expect(toCode(() => requirePrincipal(without))).toBe('passes')
  }
})

test('throws forbidden if the role is below the minimum', () => {
  for (const role of orgRoles) {
    for (const minimum of orgRoles) {
      expect(toCode(() => requireRole(caller({ role }), minimum))).toBe(
        roleAtLeast(role, minimum) ? 'passes' : 'forbidden',
      )
    }
  }
})

test('does not make an owner an operator and needs no organisation for an operator', () => {
  expect(toCode(() => requireAdmin(caller({ role: 'owner' })))).toBe('forbidden')
  expect(toCode(() => requireAdmin(caller({ isAdmin: true, orgId: null, role: null })))).toBe(
    'passes',
  )
})

test('denies operator power to keys and tokens', () => {
  for (const via of ['api_key', 'mcp'] as const) {
    expect(toCode(() => requireAdmin(caller({ isAdmin: true, via })))).toBe('forbidden')
  }
})

test('returns a principal unchanged if it meets the requirement', () => {
  const given = caller({ role: 'admin' })
  expect(requireRole(given, 'admin')).toEqual(given)
  expect(requireOrg(given)).toEqual(given)
  expect(requirePrincipal(given)).toBe(given)
})

test('rejects a principal if its role or sign-in method is unknown', () => {
  expect(Principal.safeParse(caller()).success).toBe(true)
  for (const bad of [{ role: 'god' }, { via: 'telepathy' }, { userId: null }, { isAdmin: 'yes' }]) {
    expect(Principal.safeParse({ ...caller(), ...bad }).success).toBe(false)
  }
})
