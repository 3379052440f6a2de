import { getRouteApi } from '@tanstack/react-router'
import { Credits } from '../../settings/billing/credits.tsx'
import { PaymentResult } from '../../settings/billing/payment-result.tsx'
import { Plan } from '../../settings/billing/plan.tsx'
import { Spend } from '../../settings/billing/spend.tsx'
import { SpendingLimits } from '../../settings/billing/spending-limits.tsx'
import { Page } from '../../ui/page/page-header.tsx'

const route = getRouteApi('/inside/settings/{-$page}')

export function BillingPage() {
  const { result } = route.useSearch()
  return (
    <Page title="Plan and credits">
      <PaymentResult result={result} />
      <Plan />
      <Credits />
      <Spend />
      <SpendingLimits />
    </Page>
  )
}
