import { Credits } from '../../settings/credits.tsx'
import { Plan } from '../../settings/plan.tsx'
import classes from '../../settings/settings.module.css'
import { Spend } from '../../settings/spend.tsx'
import { SpendingLimits } from '../../settings/spending-limits.tsx'
import { PageHeader } from '../../ui/page-header.tsx'

export function BillingPage() {
  return (
    <>
      <PageHeader title="Billing" />
      <div className={classes.page}>
        <Plan />
        <Credits />
        <Spend />
        <SpendingLimits />
      </div>
    </>
  )
}
