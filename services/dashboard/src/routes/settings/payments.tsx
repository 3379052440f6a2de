import { Look } from '../../settings/look.tsx'
import { PaymentsAccount } from '../../settings/payments-account.tsx'
import { Reminders } from '../../settings/reminders.tsx'
import { OnlyAdmins } from '../../settings/section.tsx'
import { Seller } from '../../settings/seller.tsx'
import { useRole } from '../../settings/use-role.ts'
import { Page } from '../../ui/page-header.tsx'

export function PaymentsPage() {
  const { org } = useRole()
  return (
    <Page title="Invoicing">
      <OnlyAdmins>Owners and admins of {org.name} change these settings.</OnlyAdmins>
      <PaymentsAccount />
      <Seller />
      <Look lead="On invoices, products and published pages." />
      <Reminders />
    </Page>
  )
}
