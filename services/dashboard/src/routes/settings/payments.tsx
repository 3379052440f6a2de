import { InvoiceDefaults, NumberingSettings } from '../../settings/billing/invoice-defaults.tsx'
import { PaymentsAccount } from '../../settings/billing/payments-account.tsx'
import { Reminders } from '../../settings/billing/reminders.tsx'
import { Look } from '../../settings/organisation/look.tsx'
import { Seller } from '../../settings/organisation/seller.tsx'
import { OnlyAdmins } from '../../settings/section.tsx'
import { useRole } from '../../settings/use-role.ts'
import { Page } from '../../ui/page/page-header.tsx'

export function PaymentsPage() {
  const { org } = useRole()
  return (
    <Page title="Invoicing">
      <OnlyAdmins>Owners and admins of {org.name} change these settings.</OnlyAdmins>
      <Seller />
      <InvoiceDefaults />
      <NumberingSettings />
      <PaymentsAccount />
      <Look lead="On invoices, products and published pages." />
      <Reminders />
    </Page>
  )
}
