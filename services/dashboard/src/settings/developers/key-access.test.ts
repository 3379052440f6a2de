import { expect, test } from 'vitest'
import { areaChoices, scopeLabel, toAccess, toScopes } from './key-access.ts'

test('converts an access to scopes and back', () => {
  expect(toScopes('all', ['board:read'])).toBe(null)
  expect(toScopes('read', ['board:read'])).toEqual(['read'])
  expect(toScopes('areas', ['board:read'])).toEqual(['board:read'])
  expect(toAccess(undefined)).toEqual({ access: 'all', scopes: [] })
  expect(toAccess(null)).toEqual({ access: 'all', scopes: [] })
  expect(toAccess(['read'])).toEqual({ access: 'read', scopes: [] })
  expect(toAccess(['board:write'])).toEqual({ access: 'areas', scopes: ['board:write'] })
})

test('describes scopes by area', () => {
  expect(scopeLabel('board:read')).toBe('Board: read')
  expect(scopeLabel('invoicing:write')).toBe('Invoicing: read and change')
  expect(areaChoices.every(({ value }) => value.includes(':'))).toBe(true)
})
