import { getRouteApi } from '@tanstack/react-router'
import { Credits } from '../../settings/credits.tsx'
import { PaymentResult } from '../../settings/payment-result.tsx'
import { Plan } from '../../settings/plan.tsx'
import { Spend } from '../../settings/spend.tsx'
import { SpendingLimits } from '../../settings/spending-limits.tsx'
import { Page } from '../../ui/page-header.tsx'

const route = getRouteApi('/inside/settings/{-$page}')

export function BillingPage() {
  const { result } = route.useSearch()
  return (
    <Page title="Billing">
      <PaymentResult result={result} />
      <Plan />
      <Credits />
      <Spend />
      <SpendingLimits />
    </Page>
  )
}
