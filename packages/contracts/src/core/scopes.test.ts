import { expect, test } from 'vitest'
import * as contracts from '../index.ts'
import { operationsIn } from './operation.ts'
import { ApiKeyScopes, areaOf, scopeAreas, scopesFor } from './scopes.ts'

const operations = operationsIn(contracts)
/** Operations that answer things of several areas, or of the deployment. */
const wide = ['Platform', 'Operator']

test('every tag has an area, except those that span areas', () => {
  expect(operations.length).toBeGreaterThan(200)
  const without = operations.filter((operation) => areaOf(operation) === undefined)
  expect([...new Set(without.map(({ tag }) => tag))].filter((tag) => !wide.includes(tag))).toEqual([])
  const tags = new Set(operations.map(({ tag }) => tag))
  expect(
    Object.values(scopeAreas)
      .flat()
      .filter((tag) => !tags.has(tag)),
  ).toEqual([])
})

test('a change needs write, of all areas or of its own', () => {
  expect(scopesFor({ tag: 'Board', method: 'get' })).toEqual(['read', 'write', 'board:read', 'board:write'])
  expect(scopesFor({ tag: 'Board', method: 'delete' })).toEqual(['write', 'board:write'])
  expect(scopesFor({ tag: 'Platform', method: 'get' })).toEqual(['read', 'write'])
})

test('reading does not connect a channel, and the board does not command the agents', () => {
  for (const operation of [contracts.startConnect, contracts.finishConnect]) {
    expect(scopesFor(operation)).toEqual(['write', 'channels:write'])
  }
  expect(scopesFor(contracts.implementCard)).toEqual(['write', 'agents:write'])
})

test('the board reads and changes posts as the cards that they are; posts approves and publishes them', () => {
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

test('a GET that redirects to or from another site counts as a change', () => {
  const leading = operations.filter(({ method, responses }) => method === 'get' && responses[302])
  expect(leading.filter(({ access, changes }) => access !== 'public' && changes !== true)).toEqual([])
})

test('scopes of a key are known, at least one, each once', () => {
  expect(ApiKeyScopes.safeParse(['board:read', 'write']).success).toBe(true)
  for (const wrong of [[], ['all'], ['board'], ['read', 'read'], ['board:admin']]) {
    expect(ApiKeyScopes.safeParse(wrong).success, String(wrong)).toBe(false)
  }
})
