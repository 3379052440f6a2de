import type { InvoiceListItem } from '@atrium/contracts'
import { expect, test } from 'vitest'
import { exportPath, listQueryOf, overdueOf } from './list-query.ts'

const due = (dueDate: string | null) => ({ dueDate }) as InvoiceListItem
const now = Date.parse('2026-11-23T12:00:00.000Z')

test('overdue invoices are the first open ones by due date, up to one that is not due', () => {
  expect(listQueryOf({ status: 'overdue', sort: 'totalAmountCents' })).toEqual({
    ...{ status: 'open', sortBy: 'dueDate', sortDir: 'asc' },
  })
  const [old, later] = [due('2026-11-01T00:00:00.000Z'), due('2026-12-01T00:00:00.000Z')]
  expect(overdueOf([old, later, old], now)).toEqual({ items: [old], complete: true })
  expect(overdueOf([old, old], now)).toEqual({ items: [old, old], complete: false })
  expect(overdueOf([due(null)], now)).toEqual({ items: [], complete: true })
})

test('the export has the filters and the order of the list', () => {
  const path = exportPath({ q: 'bakery & co', from: '2026-11-01', min: 100, customer: 'cus_1' })
  expect(path).toBe(
    '/api/invoicing/export.csv?q=bakery+%26+co&customerId=cus_1&from=2026-11-01&minCents=100&sortBy=issueDate&sortDir=desc',
  )
})
