import type { Customer } from '@atrium/contracts'
import { Button, Group, Modal, Select, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useDraft } from '../platform/use-draft.ts'
import { FormAlert } from '../ui/form-alert.tsx'
import { countryChoices, currencyChoices, languageChoices } from './choices.ts'
import { type CustomerDraft, customerBodyOf, customerDraftOf, customerProblems } from './customer-draft.ts'
import { type FieldProblems, fault, problemsOfError } from './field-problems.ts'
import classes from './money.module.css'
import { saveCustomerMutation } from './money-queries.ts'

/** A new customer, or the fields of one. What is typed stays a draft until it is saved. */
export function CustomerDialog({
  customer,
  name = '',
  onSaved,
  onClose,
}: {
  customer?: Customer
  /** The name that a new one begins with. */
  name?: string
  onSaved: (customer: Customer) => void
  onClose: () => void
}) {
  const [left, keep] = useDraft<CustomerDraft>(`customer.${customer?.id ?? 'new'}`)
  const [draft, setDraft] = useState(() => left ?? { ...customerDraftOf(customer), ...(name && { name }) })
  const [problems, setProblems] = useState<FieldProblems>({})
  const [key] = useState(() => crypto.randomUUID())
  const countries = useMemo(countryChoices, [])
  const currencies = useMemo(currencyChoices, [])
  const languages = useMemo(languageChoices, [])
  const save = useMutation(saveCustomerMutation(useQueryClient()))
  const change = (part: Partial<CustomerDraft>) => {
    const changed = { ...draft, ...part }
    setDraft(changed)
    keep(changed)
    setProblems((old) =>
      Object.fromEntries(Object.entries(old).filter(([field]) => !(field in part) && field !== 'taxId')),
    )
  }
  const text = (field: Exclude<keyof CustomerDraft, 'billingCountry' | 'currency' | 'language'>) => ({
    value: draft[field],
    onChange: (event: { currentTarget: { value: string } }) => change({ [field]: event.currentTarget.value }),
    autoComplete: 'off',
    ...fault(problems, field),
  })
  const submit = () => {
    const found = customerProblems(draft)
    setProblems(found)
    if (Object.keys(found).length > 0) return
    save.mutate(
      { id: customer?.id, key, body: customerBodyOf(draft) },
      {
        onError: (error) => setProblems(problemsOfError(error)),
        onSuccess: (saved) => {
          keep(undefined)
          onSaved(saved)
        },
      },
    )
  }
  return (
    <Modal opened onClose={onClose} title={customer === undefined ? 'New customer' : 'Change the customer'}>
      <form
        noValidate
        className={classes.fields}
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation()
          submit()
        }}
      >
        <FormAlert error={Object.keys(problems).length > 0 ? null : save.error} />
        <TextInput label="Name" maxLength={200} data-autofocus {...text('name')} />
        <TextInput label="Email" type="email" maxLength={254} {...text('email')} />
        <div className={classes.two}>
          <Select
            label="Country"
            data={countries}
            searchable
            clearable
            limit={300}
            value={draft.billingCountry}
            onChange={(billingCountry) => change({ billingCountry })}
            clearButtonProps={{ 'aria-label': 'No country' }}
            {...fault(problems, 'billingCountry')}
          />
          <TextInput
            label="VAT number"
            maxLength={64}
            {...text('taxId')}
            onBlur={() => {
              const { taxId } = customerProblems(draft)
              setProblems(({ taxId: _, ...others }) => (taxId === undefined ? others : { ...others, taxId }))
            }}
          />
        </div>
        <TextInput label="Address" maxLength={200} {...text('billingLine1')} />
        <TextInput aria-label="Second line of the address" maxLength={200} {...text('billingLine2')} />
        <div className={classes.two}>
          <TextInput label="Postal code" maxLength={40} {...text('billingPostalCode')} />
          <TextInput label="City" maxLength={200} {...text('billingCity')} />
        </div>
        <TextInput label="State or region" maxLength={200} {...text('billingState')} />
        <div className={classes.two}>
          <Select
            label="Language of invoices"
            placeholder="That of the country"
            data={languages}
            clearable
            value={draft.language ?? null}
            onChange={(language) => change({ language })}
            clearButtonProps={{ 'aria-label': 'No language of its own' }}
            {...fault(problems, 'language')}
          />
          <Select
            label="Currency"
            placeholder="EUR unless an offer has another"
            data={currencies}
            searchable
            clearable
            limit={200}
            value={draft.currency}
            onChange={(currency) => change({ currency })}
            clearButtonProps={{ 'aria-label': 'No currency of its own' }}
            {...fault(problems, 'currency')}
          />
        </div>
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending}>
            {customer === undefined ? 'Add the customer' : 'Save'}
          </Button>
        </Group>
      </form>
    </Modal>
  )
}
