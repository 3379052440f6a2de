import { expect, test } from 'vitest'
import { accessOf, areaChoices, scopeLabel, scopesOf } from './key-access.ts'

test('an access becomes scopes and is recognised by them', () => {
  expect(scopesOf('all', ['board:read'])).toBe(null)
  expect(scopesOf('read', ['board:read'])).toEqual(['read'])
  expect(scopesOf('areas', ['board:read'])).toEqual(['board:read'])
  expect(accessOf(undefined)).toEqual({ access: 'all', scopes: [] })
  expect(accessOf(null)).toEqual({ access: 'all', scopes: [] })
  expect(accessOf(['read'])).toEqual({ access: 'read', scopes: [] })
  expect(accessOf(['board:write'])).toEqual({ access: 'areas', scopes: ['board:write'] })
})

test('scopes have words', () => {
  expect(scopeLabel('board:read')).toBe('Board: read')
  expect(scopeLabel('invoicing:write')).toBe('Invoicing: read and change')
  expect(areaChoices.every(({ value }) => value.includes(':'))).toBe(true)
})
