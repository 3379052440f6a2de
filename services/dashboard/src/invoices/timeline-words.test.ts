import { expect, test } from 'vitest'
import { timelineWords } from './timeline-words.ts'

test.each([
  ['drafted', {}, 'Drafted'],
  ['opened', { number: 'INV-2026-000001' }, 'Finalized as INV-2026-000001'],
  ['mail_failed', { reason: 'no such mailbox' }, 'The mail failed: no such mailbox'],
  ['reminded', { days: -3 }, 'The customer was reminded 3 days before the due date'],
  ['reminded', { days: 1 }, 'The customer was reminded 1 day after the due date'],
  ['paid', {}, 'Paid'],
  ['paid', { method: 'bank_transfer', reference: 'RF18' }, 'Paid by bank transfer, reference RF18'],
  ['credited', { number: 'CN-2026-000001', reason: 'Late' }, 'Credited with CN-2026-000001: Late'],
  ['paid', { method: 'barter' }, 'Paid by barter'],
] as const)('%s %j reads %s', (kind, detail, text) => {
  expect(timelineWords({ kind, detail })).toBe(text)
})
