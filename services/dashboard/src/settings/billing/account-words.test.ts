import { expect, test } from 'vitest'
import { accountWords } from './account-words.ts'

test.each([
  [
    { connected: false, accountId: null, chargesEnabled: false, detailsSubmitted: false },
    'Not connected',
  ],
  [{ connected: true, accountId: 'acct_1', chargesEnabled: true, detailsSubmitted: true }, 'Ready'],
  [
    { connected: true, accountId: 'acct_1', chargesEnabled: false, detailsSubmitted: true },
    'Being checked',
  ],
  [
    { connected: true, accountId: 'acct_1', chargesEnabled: false, detailsSubmitted: false },
    'Cannot charge',
  ],
  [
    {
      connected: true,
      accountId: 'acct_1',
      chargesEnabled: false,
      detailsSubmitted: false,
      lost: true,
    },
    'Lost',
  ],
] as const)('describes the account %j as %s', (status, label) => {
  const words = accountWords(status)
  expect(words.label).toBe(label)
  // Every state except the good one needs a next step.
  expect(words.action === null).toBe(label === 'Ready')
})
