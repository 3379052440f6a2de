import { listCountryFields, type SellerField } from '@atrium/contracts'
import { Box } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { countryChoices } from '../../money/choices.ts'
import { sellerMutation, sellerQuery } from '../../money/seller-query.ts'
import type { CompanyPart } from '../../money/set-up/company-draft.ts'
import { companyWords } from '../../money/set-up/company-words.ts'
import { SavedSwitch } from '../saved-switch.tsx'
import { Section, WaitingRows } from '../section.tsx'
import { SavedSelect, SavedText } from '../setting.tsx'
import { useRole } from '../use-role.ts'
import { sellerGaps } from './seller-gaps.ts'

const identity: readonly SellerField[] = ['name', 'line1', 'line2', 'postalCode', 'city']
const contact: readonly SellerField[] = ['email', 'phone', 'website']
const bank: readonly SellerField[] = ['iban', 'bic', 'bankName']

const hints: Readonly<Partial<Record<SellerField, string>>> = {
  name: 'The name on your invoices.',
  legalForm: 'Such as GmbH, SARL or Ltd.',
  shareCapital: 'As it is printed, such as 10 000 EUR.',
  iban: 'Where your customers transfer the money.',
}

/** Edits the company on invoices. Only invoices issued afterwards show the changes. */
export function Seller() {
  const { org, isAdmin } = useRole()
  const query = useQuery(sellerQuery)
  const save = useMutation(sellerMutation(useQueryClient()))
  const seller = query.data
  const put = (part: CompanyPart) => save.mutateAsync({ org: org.name, part })
  const gaps = seller === undefined ? [] : sellerGaps(seller)
  const texts = (fields: readonly SellerField[]) =>
    seller !== undefined &&
    fields.map((field) => {
      const { label, description } = companyWords(field, seller.country)
      const hint = hints[field] ?? description
      return (
        <SavedText
          key={field}
          label={label}
          {...(hint === undefined ? {} : { hint })}
          disabled={!isAdmin}
          maxLength={200}
          value={seller[field] ?? ''}
          validate={(text) => (field === 'name' && text === '' ? 'Enter a name' : null)}
          onSave={(text) => put({ [field]: text === '' ? null : text })}
        />
      )
    })
  const asked = new Set<SellerField>(listCountryFields(seller?.country))
  // A detail that is stored stays visible if the country does not ask for it.
  const further = (['legalForm', 'registration', 'shareCapital'] as const).filter(
    (field) => field !== 'shareCapital' || asked.has(field) || Boolean(seller?.[field]),
  )
  return (
    <>
      <Section
        anchor="settings-company"
        title="Your company"
        lead="The sender of your invoices. Issued invoices do not change."
      >
        <WaitingRows query={query} />
        {gaps.length > 0 && (
          <Box className="note" m={0} px={16} data-tone="warn" role="status">
            <IconAlertTriangle size={16} aria-hidden />
            <span>
              Your invoices need more details to meet legal requirements. {gaps.join(' ')}
            </span>
          </Box>
        )}
        {texts(identity)}
        {seller !== undefined && (
          <SavedSelect
            label="Country"
            hint="Decides which details and VAT rates you are asked for."
            disabled={!isAdmin}
            value={seller.country ?? ''}
            choices={countryChoices}
            onSave={(country) => put({ country: country === '' ? null : country })}
          />
        )}
        {texts(further)}
        {texts(contact)}
      </Section>
      <Section anchor="settings-vat" title="VAT" lead="The tax numbers on your invoices.">
        <WaitingRows query={query} />
        {texts(['taxId', 'taxNumber'])}
        {seller !== undefined && (
          <SavedSwitch
            label="Small business"
            hint="You charge no VAT. Your invoices state the exemption of your country."
            disabled={!isAdmin}
            checked={seller.vatExemption === 'small_enterprise'}
            onSave={(smallBusiness) => put({ smallBusiness })}
          />
        )}
      </Section>
      <Section
        anchor="settings-bank"
        title="Bank account"
        lead="Printed on your invoices, so that customers can pay."
      >
        <WaitingRows query={query} />
        {texts(bank)}
      </Section>
    </>
  )
}
