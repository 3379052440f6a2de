import { expect, test } from 'vitest'
import { matches } from './matches.ts'

test.each([
  ['New link card', 'new'],
  ['New link card', 'card new'],
  ['New link card', 'LI'],
  ['New link card', ''],
  ['Søren Müller', 'soren mul'],
  ['Soren Muller', 'SØREN MÜL'],
])('finds %s when a user types %j', (label, typed) => {
  expect(matches(label, typed)).toBe(true)
})

test.each(['ink', 'new post', 'card.*'])(
  'does not find New link card when a user types %j',
  (typed) => {
    expect(matches('New link card', typed)).toBe(false)
  },
)
