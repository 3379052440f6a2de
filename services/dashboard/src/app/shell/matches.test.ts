import { expect, test } from 'vitest'
import { matches } from './matches.ts'

test.each([
  ['New link card', 'new'],
  ['New link card', 'card new'],
  ['New link card', 'LI'],
  ['New link card', ''],
])('%s is found by %j', (label, typed) => {
  expect(matches(label, typed)).toBe(true)
})

test.each(['ink', 'new post', 'card.*'])('New link card is not found by %j', (typed) => {
  expect(matches('New link card', typed)).toBe(false)
})
