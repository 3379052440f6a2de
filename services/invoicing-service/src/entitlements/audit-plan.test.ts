import { expect, test } from 'vitest'
import { findPlanAction } from './audit-plan.ts'

const until = new Date('2026-05-01T00:00:00Z')
const active = { status: 'active', payments_status: 'active', until } as const
const ended = { status: 'ended', until } as const

test.each([
  ['the first that gives access', undefined, active, 'entitlement.bought'],
  [
    'a first payment that was awaited',
    { ...ended, payments_status: 'incomplete' },
    active,
    'entitlement.bought',
  ],
  ['a beginning without access', undefined, { ...ended, payments_status: 'incomplete' }, undefined],
  ['the same again', active, active, undefined],
  [
    'a renewal',
    active,
    { ...active, until: new Date('2026-06-01T00:00:00Z') },
    'entitlement.changed',
  ],
  ['the end of a trial', { ...active, payments_status: 'trialing' }, active, 'entitlement.changed'],
  [
    'a payment that failed',
    active,
    { ...active, payments_status: 'past_due' },
    'entitlement.past_due',
  ],
  [
    'a payment that came late',
    { ...active, payments_status: 'past_due' },
    active,
    'entitlement.changed',
  ],
  ['a pause', active, { ...ended, payments_status: 'paused' }, 'entitlement.ended'],
  ['the end of a pause', { ...ended, payments_status: 'paused' }, active, 'entitlement.changed'],
  ['an end', active, { ...ended, payments_status: 'canceled' }, 'entitlement.ended'],
  [
    'the end of what gave none',
    { ...ended, payments_status: 'unpaid' },
    { ...ended, payments_status: 'canceled' },
    undefined,
  ],
  [
    'one after a state that was not stored',
    { ...active, payments_status: null },
    active,
    undefined,
  ],
] as const)('maps %s to its audit action', (_, before, after, action) => {
  expect(findPlanAction(before, after)).toBe(action)
})
