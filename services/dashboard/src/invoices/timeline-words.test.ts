import { expect, test } from 'vitest'
import { timelineWords } from './timeline-words.ts'

test.each([
  ['drafted', {}, 'Draft created'],
  ['opened', { number: 'INV-2026-000001' }, 'Issued as INV-2026-000001'],
  ['mail_failed', { reason: 'no such mailbox' }, 'The mail failed: no such mailbox'],
  ['reminded', { days: -3 }, 'The customer was reminded 3 days before the due date'],
  ['reminded', { days: 1 }, 'The customer was reminded 1 day after the due date'],
  ['paid', {}, 'Paid'],
  ['paid', { method: 'bank_transfer', reference: 'RF18' }, 'Paid by bank transfer, reference RF18'],
  ['credited', { number: 'CN-2026-000001', reason: 'Late' }, 'Credited with CN-2026-000001: Late'],
  ['refunded', { amountCents: 1_250, currency: 'EUR' }, '€12.50 was refunded'],
  [
    'disputed',
    { amountCents: 1_250, currency: 'EUR', reason: 'duplicate' },
    'The customer disputes €12.50: duplicate',
  ],
  [
    'dispute_won',
    { amountCents: 1_250, currency: 'EUR' },
    'The dispute over €12.50 ended in your favour',
  ],
  ['dispute_lost', {}, 'The dispute over the payment was lost'],
  ['paid', { method: 'barter' }, 'Paid by barter'],
] as const)('describes the entry %s %j as "%s"', (kind, detail, text) => {
  expect(timelineWords({ kind, detail })).toBe(text)
})
