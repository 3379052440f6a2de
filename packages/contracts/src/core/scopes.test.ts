import { expect, test } from 'vitest'
import * as contracts from '../index.ts'
import { operationsIn } from './operation.ts'
import { ApiKeyScopes, findScopeArea, scopeAreas, scopesFor } from './scopes.ts'

const operations = operationsIn(contracts)
/** Tags whose operations span areas or concern the deployment. */
const wide = ['Platform', 'Operator']

test('gives every tag an area unless its operations span areas', () => {
  expect(operations.length).toBeGreaterThan(200)
  const without = operations.filter((operation) => findScopeArea(operation) === undefined)
  expect([...new Set(without.map(({ tag }) => tag))].filter((tag) => !wide.includes(tag))).toEqual(
    [],
  )
  const tags = new Set(operations.map(({ tag }) => tag))
  expect(
    Object.values(scopeAreas)
      .flat()
      .filter((tag) => !tags.has(tag)),
  ).toEqual([])
})

test('requires write, for all areas or for its area, if an operation changes something', () => {
  expect(scopesFor({ tag: 'Board', method: 'get' })).toEqual([
    'read',
    'write',
    'board:read',
    'board:write',
  ])
  expect(scopesFor({ tag: 'Board', method: 'delete' })).toEqual(['write', 'board:write'])
  expect(scopesFor({ tag: 'Platform', method: 'get' })).toEqual(['read', 'write'])
})

test('does not let read connect a channel or board command agents', () => {
  for (const operation of [contracts.startConnect, contracts.finishConnect]) {
    expect(scopesFor(operation)).toEqual(['write', 'channels:write'])
  }
  expect(scopesFor(contracts.implementCard)).toEqual(['write', 'agents:write'])
})

test('lets board read and change posts as cards but needs posts to approve and publish them', () => {
  for (const operation of [
    contracts.createCard,
    contracts.updateCard,
    contracts.deleteCard,
    contracts.changeCardsInBulk,
  ]) {
    expect(scopesFor(operation)).toEqual(['write', 'board:write'])
  }
  for (const operation of [contracts.approvePost, contracts.publishPostNow]) {
    expect(scopesFor(operation)).toEqual(['write', 'posts:write'])
  }
})

test('counts a GET as a change if it redirects to or from another site', () => {
  const leading = operations.filter(({ method, responses }) => method === 'get' && responses[302])
  expect(leading.filter(({ access, changes }) => access !== 'public' && changes !== true)).toEqual(
    [],
  )
})

test('accepts only known scopes, at least one and each once', () => {
  expect(ApiKeyScopes.safeParse(['board:read', 'write']).success).toBe(true)
  for (const wrong of [[], ['all'], ['board'], ['read', 'read'], ['board:admin']]) {
    expect(ApiKeyScopes.safeParse(wrong).success, String(wrong)).toBe(false)
  }
})
