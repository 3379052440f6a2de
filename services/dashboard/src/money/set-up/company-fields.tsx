import type { Seller, SellerField } from '@atrium/contracts'
import { Autocomplete, Select, TextInput } from '@mantine/core'
import { useMemo } from 'react'
import { countryChoices } from '../choices.ts'
import { type FieldProblems, fault } from '../form/field-problems.ts'
import type { CompanyPart } from './company-draft.ts'
import { companyWords, legalForms } from './company-words.ts'
import { guessCountry } from './guess-country.ts'

interface CompanyFieldsProps {
  readonly fields: readonly SellerField[]
  readonly stored: Seller
  /** The organisation's name, which is the company's until another one is typed. */
  readonly org: string
  readonly part: CompanyPart
  readonly problems: FieldProblems
  readonly onChange: (part: CompanyPart) => void
}

/** The company fields in a form. */
export function CompanyFields(props: CompanyFieldsProps) {
  return props.fields.map((field) => <CompanyField key={field} field={field} {...props} />)
}

function CompanyField({
  field,
  stored,
  org,
  part,
  problems,
  onChange,
}: CompanyFieldsProps & { field: SellerField }) {
  const country = part.country ?? stored.country
  const { label, description } = companyWords(field, country)
  const common = {
    label,
    ...(description === undefined ? {} : { description }),
    ...fault(problems, field),
  }
  const value = part[field] ?? stored[field] ?? (field === 'name' ? org : '')
  const change = (typed: string) => onChange({ [field]: typed })
  if (field === 'country') {
    return <CountryField {...common} value={country ?? null} onChange={change} />
  }
  if (field === 'legalForm') {
    return <Autocomplete {...common} data={legalForms(country)} value={value} onChange={change} />
  }
  return (
    <TextInput
      {...common}
      maxLength={200}
      autoComplete="off"
      value={value}
      onChange={(event) => change(event.currentTarget.value)}
    />
  )
}

interface CountryFieldProps {
  readonly label: string
  readonly description?: string
  readonly error?: string
  readonly value: string | null
  readonly onChange: (country: string) => void
}

/** Chooses a country. The browser's own region is first in the list. */
function CountryField({ onChange, ...props }: CountryFieldProps) {
  const data = useMemo(() => {
    const near = guessCountry()
    const all = countryChoices()
    return [
      ...all.filter(({ value }) => value === near),
      ...all.filter(({ value }) => value !== near),
    ]
  }, [])
  return (
    <Select
      {...props}
      data={data}
      searchable
      selectFirstOptionOnChange
      limit={300}
      nothingFoundMessage="Nothing found"
      onChange={(country) => country !== null && onChange(country)}
    />
  )
}
