import type { ZenAnswer } from '@atrium/contracts'
import { expect, test } from 'vitest'
import { formatCost } from '../text/format-cost.ts'
import { toOutcome } from './to-outcome.ts'

const usage = {
  model: 'sandbox/small',
  provider: 'gateway',
  calls: 1,
  costUsd: null,
  inputTokens: 100,
  outputTokens: 20,
  credits: 3,
}
const answered: ZenAnswer = {
  id: 'zen_1',
  runId: 'run_1',
  status: 'completed',
  answer: ' Fresh bread\n',
  truncated: false,
  error: null,
  fix: null,
  usage,
  createdAt: '2026-06-01T12:00:00.000Z',
  finishedAt: null,
}

test('returns a suggestion with its cost when the model has responded', () => {
  expect(toOutcome(answered)).toEqual({
    kind: 'answer',
    text: 'Fresh bread',
    cost: 'Cost 3 credits (sandbox/small)',
  })
})

test.each(['queued', 'running'] as const)('waits while a question is %s', (status) => {
  expect(toOutcome({ ...answered, status, answer: null, usage: null })).toEqual({ kind: 'waiting' })
})

test('returns the reason, the remedy and the cost when a question has failed', () => {
  const fix = { label: 'Top up credits', href: '/settings/billing' }
  const error = 'agent: Your credits are used up'
  expect(
    toOutcome({ ...answered, status: 'failed', answer: null, error, fix, usage: null }),
  ).toEqual({
    kind: 'failed',
    message: 'Your credits are used up',
    fix,
    cost: null,
  })
})

test.each([
  [{ status: 'cancelled', answer: null, error: 'Cancelled' }, 'You stopped the suggestion'],
  [{ truncated: true }, 'The suggestion is too long to be shown'],
  [{ answer: ' ' }, 'The AI has no suggestion'],
] as const)('returns no suggestion if the response is %j', (given, message) => {
  expect(toOutcome({ ...answered, ...given })).toMatchObject({ kind: 'failed', message })
})

test.each([
  [{ ...usage, credits: 0 }, 'Cost no credits (sandbox/small)'],
  [{ ...usage, credits: 1 }, 'Cost 1 credit (sandbox/small)'],
  [null, null],
  ['free', null],
])('formats the usage %j', (given, words) => {
  expect(formatCost(given)).toBe(words)
})
