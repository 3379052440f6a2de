import { expect, test } from 'vitest'
import { exportPath, toListQuery } from './list-query.ts'

test('filters overdue invoices and sorts by due date unless another order is chosen', () => {
  expect(toListQuery({ status: 'overdue' })).toEqual({
    overdue: 'true',
    sortBy: 'dueDate',
    sortDir: 'asc',
  })
  expect(toListQuery({ status: 'overdue', sort: 'totalAmountCents', dir: 'desc' })).toEqual({
    overdue: 'true',
    sortBy: 'totalAmountCents',
    sortDir: 'desc',
  })
  expect(toListQuery({ status: 'open' })).toEqual({
    status: 'open',
    sortBy: 'issueDate',
    sortDir: 'desc',
  })
})

test('exports with the filters and the order of the list', () => {
  const path = exportPath({ q: 'bakery & co', from: '2026-11-01', min: 100, customer: 'cus_1' })
  expect(path).toBe(
    '/api/invoicing/export.csv?q=bakery+%26+co&customerId=cus_1&from=2026-11-01&minCents=100&sortBy=issueDate&sortDir=desc',
  )
})
