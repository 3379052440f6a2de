import { expect, test } from 'vitest'
import { spenderName } from './spender-name.ts'

const names = new Map([['wf_1', 'Thank for a payment']])

test.each([
  ['wf_1', names, 'Thank for a payment'],
  ['wf_2', names, 'A deleted workflow'],
  ['wf_2', undefined, 'wf_2'],
  [null, names, 'Outside of workflows'],
  ['internal:link-enrichment:task_1', names, 'Link enrichment of a card'],
])('names the spender %j', (key, known, expected) => {
  expect(spenderName(key, known)).toBe(expected)
})
