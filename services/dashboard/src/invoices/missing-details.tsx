import { type Invoice, type InvoiceCheck, type Seller, updateInvoice } from '@atrium/contracts'
import { Group } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { rateLabel } from '../money/amounts/amount.ts'
import { countryName } from '../money/customer/billing-address.ts'
import { CompanyFields } from '../money/set-up/company-fields.tsx'
import { countryRatesQuery } from '../money/set-up/set-up-queries.ts'
import type { useCompanyForm } from '../money/set-up/use-company-form.ts'
import { WayToPayField } from '../money/set-up/way-to-pay-field.tsx'
import { atrium } from '../platform/connection/api.ts'
import { type Tagged, tagged } from '../platform/records/versions.ts'
import { BusyButton } from '../ui/busy-button.tsx'
import { FormAlert } from '../ui/feedback/form-alert.tsx'
import { takeInvoice } from './invoice-changes.ts'

interface MissingDetailsProps {
  readonly invoice: Tagged<Invoice>
  readonly check: InvoiceCheck
  readonly seller: Seller
  readonly org: string
  readonly company: ReturnType<typeof useCompanyForm>
  readonly asksWay: boolean
}

/** Says what the invoice lacks before it is issued, with the fields to complete it. */
export function MissingDetails({
  invoice,
  check,
  seller,
  org,
  company,
  asksWay,
}: MissingDetailsProps) {
  const asksCompany = check.warnings.some(
    ({ code }) => code === 'seller_incomplete' || code === 'bank_account_missing',
  )
  const country = company.part.country ?? seller.country
  if (!asksCompany && !asksWay) return <RateChoice invoice={invoice} country={country} />
  return (
    <fieldset className="plain-group fields">
      <legend className="legend">Missing on the invoice</legend>
      {asksCompany && (
        <p className="sunken note" data-tone="warn">
          <IconAlertTriangle size={16} aria-hidden />
          <span className="grow">
            Complete your company once. The details are on this and all later invoices.
          </span>
        </p>
      )}
      {asksCompany && (
        <CompanyFields
          fields={company.fields}
          stored={seller}
          org={org}
          part={company.part}
          problems={company.problems}
          onChange={company.change}
        />
      )}
      <RateChoice invoice={invoice} country={country} />
      {asksWay && <WayToPayField way={company.way} onChange={company.setWay} />}
    </fieldset>
  )
}

/** Offers the country's rates if the draft has a VAT rate that does not exist there. */
function RateChoice({ invoice, country }: { invoice: Tagged<Invoice>; country: string | null }) {
  const queryClient = useQueryClient()
  const rates =
    useQuery({ ...countryRatesQuery(country ?? ''), enabled: country !== null }).data ?? []
  const change = useMutation({
    mutationFn: (vatRateBps: number) =>
      tagged<Invoice>(
        atrium.call(
          updateInvoice,
          { params: { id: invoice.id }, body: { vatRateBps } },
          invoice.etag === null ? {} : { ifMatch: invoice.etag },
        ),
      ),
    onSuccess: (changed) => takeInvoice(queryClient, changed),
  })
  const isKnown = rates.some(({ rateBps }) => rateBps === invoice.vatRateBps)
  if (country === null || isKnown || rates.length < 2 || invoice.vatRateBps === 0) return null
  return (
    <div className="column" style={{ gap: 8 }}>
      <FormAlert error={change.error} />
      <p className="sunken note" data-tone="warn">
        <IconAlertTriangle size={16} aria-hidden />
        <span className="grow">
          {countryName(country)} has no VAT rate of {rateLabel(invoice.vatRateBps)}. Choose the rate
          of this invoice.
        </span>
      </p>
      <Group gap={8}>
        {rates.map(({ rateBps, isDefault }) => (
          <BusyButton
            key={rateBps}
            size="xs"
            variant={isDefault ? 'filled' : 'default'}
            loading={change.isPending && change.variables === rateBps}
            onClick={() => change.mutate(rateBps)}
          >
            Use {rateLabel(rateBps)}
          </BusyButton>
        ))}
      </Group>
    </div>
  )
}
