import type { Seller as SellerData } from '@atrium/contracts'
import { Box } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { sellerQuery } from '../../money/seller-query.ts'
import { sellerMutation } from '../billing/payments-queries.ts'
import { SavedSwitch } from '../saved-switch.tsx'
import { Section, WaitingRows } from '../section.tsx'
import { SavedText } from '../setting.tsx'
import { useRole } from '../use-role.ts'
import { sellerGaps } from './seller-gaps.ts'

const fields = [
  ['name', 'Name', 'The name on your invoices.'],
  ['line1', 'Address', undefined],
  ['line2', 'Second line', undefined],
  ['postalCode', 'Postal code', undefined],
  ['city', 'City', undefined],
  ['country', 'Country', 'Two letters, such as FR.'],
  ['taxId', 'VAT number', undefined],
  ['registration', 'Registration', 'The register and number, if the law requires it.'],
] as const

/** Edits the seller. Only invoices issued afterwards show the changes. */
export function Seller() {
  const { org, isAdmin } = useRole()
  const query = useQuery(sellerQuery)
  const save = useMutation(sellerMutation(useQueryClient()))
  const seller = query.data
  const put = (field: keyof SellerData, typed: string) => {
    const text = field === 'country' ? typed.toUpperCase() : typed
    return save.mutateAsync({ org: org.name, part: { [field]: text === '' ? null : text } })
  }
  const gaps = seller === undefined ? [] : sellerGaps(seller)
  return (
    <Section
      title="Your company"
      lead="The sender of your invoices. Issued invoices do not change."
    >
      <WaitingRows query={query} />
      {gaps.length > 0 && (
        <Box className="note" m={0} px={16} data-tone="warn" role="status">
          <IconAlertTriangle size={16} aria-hidden />
          <span>Your invoices need more details to meet legal requirements. {gaps.join(' ')}</span>
        </Box>
      )}
      {seller !== undefined &&
        fields.map(([field, label, hint]) => (
          <SavedText
            key={field}
            label={label}
            {...(hint === undefined ? {} : { hint })}
            disabled={!isAdmin}
            maxLength={200}
            value={seller[field] ?? ''}
            validate={(text) => (field === 'name' && text === '' ? 'Enter a name' : null)}
            onSave={(text) => put(field, text)}
          />
        ))}
      {seller !== undefined && (
        <SavedSwitch
          label="Small enterprise"
          hint="Sales at 0 % state the exemption: in France article 293 B of the tax code (franchise en base)."
          disabled={!isAdmin}
          checked={seller.vatExemption === 'small_enterprise'}
          onSave={(checked) =>
            save.mutateAsync({
              org: org.name,
              part: { vatExemption: checked ? 'small_enterprise' : null },
            })
          }
        />
      )}
    </Section>
  )
}
