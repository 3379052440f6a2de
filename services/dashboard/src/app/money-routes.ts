import { createRoute } from '@tanstack/react-router'
import { InvoicesSearch } from '../invoices/invoices-search.ts'
import { ListSearch } from '../money/list-search.ts'
import { at } from './inside-route.ts'

// One route for the list and the pages of a feature: each address costs every other page bytes.
const invoices = createRoute({
  ...at('/invoices/{-$id}', () => import('../routes/invoices.tsx'), 'InvoicesPage'),
  validateSearch: InvoicesSearch,
})
const customers = createRoute({
  ...at('/customers/{-$id}', () => import('../routes/customers.tsx'), 'CustomersPage'),
  validateSearch: ListSearch,
})
const offers = createRoute({
  ...at('/offers/{-$id}', () => import('../routes/offers.tsx'), 'OffersPage'),
  validateSearch: ListSearch,
})
const schedules = createRoute({
  ...at('/schedules/{-$id}', () => import('../routes/schedules.tsx'), 'SchedulesPage'),
  validateSearch: ListSearch,
})
const happenings = createRoute({
  ...at('/happenings/{-$id}', () => import('../routes/happenings.tsx'), 'HappeningsPage'),
  validateSearch: ListSearch,
})
const accounting = createRoute(at('/accounting', () => import('../routes/accounting.tsx'), 'AccountingPage'))

export const moneyRoutes = [invoices, customers, offers, schedules, happenings, accounting] as const
