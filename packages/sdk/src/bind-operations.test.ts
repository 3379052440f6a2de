import * as contracts from '@atrium/contracts'
import { expect, test } from 'vitest'
import { createClient } from './create-client.ts'

const names = contracts.operationsIn(contracts).flatMap(({ sdk }) => sdk ?? [])

test('uses each SDK name once and never also as a group', () => {
  expect(names.length).toBeGreaterThan(200)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  expect(names.filter((name) => names.some((other) => other.startsWith(`${name}.`)))).toEqual([])
  expect(names.filter((name) => !/^[a-z]\w*(?:\.[a-z]\w*)*$/.test(name))).toEqual([])
})

test('provides each named operation as a method, even if the client adds methods to its group', () => {
  const client: unknown = createClient({ baseUrl: 'http://127.0.0.1:1' })
  const find = (name: string): unknown =>
    name.split('.').reduce((at, key) => (at as Record<string, unknown> | undefined)?.[key], client)
  expect(names.filter((name) => typeof find(name) !== 'function')).toEqual([])
})
