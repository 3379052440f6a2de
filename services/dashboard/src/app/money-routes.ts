import { createRoute } from '@tanstack/react-router'
import { BankSearch } from '../bank/bank-search.ts'
import { EstimatesSearch } from '../invoices/estimates/estimates-search.ts'
import { InvoicesSearch } from '../invoices/invoices-search.ts'
import { ListSearch } from '../money/records/list-search.ts'
import { at, searched } from './inside-route.ts'

// A feature's list and record pages share one route.
export const moneyRoutes = [
  createRoute(
    searched(
      '/invoices/{-$id}',
      () => import('../routes/invoices.tsx'),
      'InvoicesPage',
      InvoicesSearch,
    ),
  ),
  createRoute(
    searched(
      '/estimates/{-$id}',
      () => import('../routes/invoices.tsx'),
      'EstimatesPage',
      EstimatesSearch,
    ),
  ),
  createRoute(
    searched(
      '/customers/{-$id}',
      () => import('../routes/customers.tsx'),
      'CustomersPage',
      ListSearch,
    ),
  ),
  createRoute(
    searched('/products/{-$id}', () => import('../routes/offers.tsx'), 'OffersPage', ListSearch),
  ),
  createRoute(
    searched(
      '/subscriptions/{-$id}',
      () => import('../routes/schedules.tsx'),
      'SchedulesPage',
      ListSearch,
    ),
  ),
  createRoute(
    searched(
      '/events/{-$id}',
      () => import('../routes/happenings.tsx'),
      'HappeningsPage',
      ListSearch,
    ),
  ),
  createRoute(searched('/bank', () => import('../routes/bank.tsx'), 'BankPage', BankSearch)),
  createRoute(at('/accounting', () => import('../routes/accounting.tsx'), 'AccountingPage')),
] as const
