import { expect, test } from 'vitest'
import { balance, isBalanced } from './tally.ts'

const account = {
  name: 'cards',
  acknowledged: ['a', 'b'],
  unknown: ['c', 'd'],
}

test('balances when unacknowledged ids exist once or not at all', () => {
  const found = new Map([
    ['a', 1],
    ['b', 1],
    ['c', 1],
  ])
  const result = balance({ ...account, found })
  expect(result).toMatchObject({ acknowledged: 2, unknownFound: 1, lost: [], doubled: [] })
  expect(isBalanced(result)).toBe(true)
})

test('names what is lost or doubled', () => {
  const found = new Map([
    ['a', 2],
    ['d', 2],
  ])
  const result = balance({ ...account, found })
  expect(result).toMatchObject({ lost: ['b'], doubled: ['a', 'd'] })
  expect(isBalanced(result)).toBe(false)
})
