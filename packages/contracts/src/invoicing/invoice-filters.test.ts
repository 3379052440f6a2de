import { expect, test } from 'vitest'
import { InvoiceFilters } from './invoice-filters.ts'
import { SummaryQuery } from './invoice-summary.ts'

test.each([
  [{ from: '2026-02-01', to: '2026-02-01' }, true],
  [{ from: '2026-02-02', to: '2026-02-01' }, false],
  [{ minCents: '5', maxCents: '5' }, true],
  [{ minCents: '6', maxCents: '5' }, false],
  [{ minCents: '-999999999999' }, true],
  [{ minCents: '-1000000000000' }, false],
])('validates the filter %j: %j', (filter, taken) => {
  expect(InvoiceFilters.safeParse(filter).success).toBe(taken)
})

test('rejects a summary period if there is no key', () => {
  expect(SummaryQuery.safeParse({ from: '2026-02-01' }).success).toBe(false)
  expect(SummaryQuery.safeParse({ by: 'month', from: '2026-02-01' }).success).toBe(true)
})
