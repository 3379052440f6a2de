import { createRoute } from '@tanstack/react-router'
import { InvoicesSearch } from '../invoices/invoices-search.ts'
import { ListSearch } from '../money/list-search.ts'
import { page } from '../platform/load-page.ts'
import { inside } from './inside-route.ts'

// One route for the list and the pages of a feature: each address costs every other page bytes.
const invoices = createRoute({
  getParentRoute: () => inside,
  path: '/invoices/{-$id}',
  validateSearch: InvoicesSearch,
  component: page(() => import('../routes/invoices.tsx'), 'InvoicesPage'),
})
const customers = createRoute({
  getParentRoute: () => inside,
  path: '/customers/{-$id}',
  validateSearch: ListSearch,
  component: page(() => import('../routes/customers.tsx'), 'CustomersPage'),
})
const offers = createRoute({
  getParentRoute: () => inside,
  path: '/offers/{-$id}',
  validateSearch: ListSearch,
  component: page(() => import('../routes/offers.tsx'), 'OffersPage'),
})
const schedules = createRoute({
  getParentRoute: () => inside,
  path: '/schedules/{-$id}',
  validateSearch: ListSearch,
  component: page(() => import('../routes/schedules.tsx'), 'SchedulesPage'),
})
const happenings = createRoute({
  getParentRoute: () => inside,
  path: '/happenings/{-$id}',
  validateSearch: ListSearch,
  component: page(() => import('../routes/happenings.tsx'), 'HappeningsPage'),
})
const accounting = createRoute({
  getParentRoute: () => inside,
  path: '/accounting',
  component: page(() => import('../routes/accounting.tsx'), 'AccountingPage'),
})

/** The pages of money. */
export const moneyRoutes = [invoices, customers, offers, schedules, happenings, accounting] as const
