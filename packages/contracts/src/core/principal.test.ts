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
const codeOf = (attempt: () => unknown): string => {
  try {
    attempt()
    return 'passes'
  } catch (error) {
    return error instanceof AppError ? error.code : String(error)
  }
}

test('roles are ordered: owner above admin above member', () => {
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

test('nobody is unauthenticated, whatever is required', () => {
  for (const attempt of [
    () => requirePrincipal(null),
    () => requireOrg(null),
    () => requireRole(null, 'member'),
    () => requireAdmin(null),
  ]) {
    expect(codeOf(attempt)).toBe('unauthenticated')
  }
})

test('without an active org nothing of an org is allowed', () => {
  for (const without of [
    caller({ orgId: null }),
    caller({ role: null }),
    caller({ orgId: null, role: null }),
  ]) {
    expect(codeOf(() => requireOrg(without))).toBe('no_active_org')
    expect(codeOf(() => requireRole(without, 'member'))).toBe('no_active_org')
    expect(codeOf(() => requirePrincipal(without))).toBe('passes')
  }
})

test('a role below the minimum is forbidden', () => {
  for (const role of orgRoles) {
    for (const minimum of orgRoles) {
      expect(codeOf(() => requireRole(caller({ role }), minimum))).toBe(
        roleAtLeast(role, minimum) ? 'passes' : 'forbidden',
      )
    }
  }
})

test('being an owner does not make an operator, and an operator needs no org', () => {
  expect(codeOf(() => requireAdmin(caller({ role: 'owner' })))).toBe('forbidden')
  expect(codeOf(() => requireAdmin(caller({ isAdmin: true, orgId: null, role: null })))).toBe('passes')
})

test('no key and no token carries the power of an operator', () => {
  for (const via of ['api_key', 'mcp'] as const) {
    expect(codeOf(() => requireAdmin(caller({ isAdmin: true, via })))).toBe('forbidden')
  }
})

test('a principal that meets the requirement is returned unchanged', () => {
  const given = caller({ role: 'admin' })
  expect(requireRole(given, 'admin')).toEqual(given)
  expect(requireOrg(given)).toEqual(given)
  expect(requirePrincipal(given)).toBe(given)
})

test('a principal with an unknown role or way in is none', () => {
  expect(Principal.safeParse(caller()).success).toBe(true)
  for (const bad of [{ role: 'god' }, { via: 'telepathy' }, { userId: null }, { isAdmin: 'yes' }]) {
    expect(Principal.safeParse({ ...caller(), ...bad }).success).toBe(false)
  }
})
