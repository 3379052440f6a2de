import type { Customer } from '@atrium/contracts'
import { Select, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Tagged } from '../platform/tagged.ts'
import { countryChoices, currencyChoices, languageChoices } from './choices.ts'
import { type CustomerDraft, customerBodyOf, customerDraftOf, customerProblems } from './customer-draft.ts'
import { customerParts, partLabels, partText } from './customer-parts.ts'
import { DraftConflict } from './draft-conflict.tsx'
import { DraftDialog } from './draft-dialog.tsx'
import { fault } from './field-problems.ts'
import classes from './money.module.css'
import { customerQuery, saveCustomer } from './money-queries.ts'
import { useDraftForm } from './use-draft-form.ts'

/** A new customer, or the fields of one. What is typed stays a draft until it is saved. */
export function CustomerDialog({
  customer,
  name = '',
  onSaved,
  onClose,
}: {
  customer?: Tagged<Customer>
  /** The name that a new one begins with. */
  name?: string
  onSaved: (customer: Customer) => void
  onClose: () => void
}) {
  const queryClient = useQueryClient()
  const form = useDraftForm<CustomerDraft, Tagged<Customer>>({
    name: `edit.customer.${customer?.id ?? 'new'}`,
    creates: customer === undefined,
    shown: { draft: { ...customerDraftOf(customer), ...(name && { name }) }, etag: customer?.etag },
    parts: customerParts,
    problemsOf: customerProblems,
    send: (sent, guard) =>
      saveCustomer(queryClient, { ...guard, id: customer?.id, body: customerBodyOf(sent) }),
    versionOf: (stored) => ({ draft: customerDraftOf(stored), etag: stored.etag }),
    reread: () => queryClient.fetchQuery({ ...customerQuery(customer?.id ?? ''), staleTime: 0 }),
  })
  const { draft, problems } = form
  const countries = useMemo(countryChoices, [])
  const currencies = useMemo(currencyChoices, [])
  const languages = useMemo(languageChoices, [])
  const change = (part: Partial<CustomerDraft>) =>
    form.change(part, (old) =>
      Object.fromEntries(Object.entries(old).filter(([field]) => !(field in part) && field !== 'taxId')),
    )
  const text = (field: Exclude<keyof CustomerDraft, 'billingCountry' | 'currency' | 'language'>) => ({
    value: draft[field],
    onChange: (event: { currentTarget: { value: string } }) => change({ [field]: event.currentTarget.value }),
    autoComplete: 'off',
    ...fault(problems, field),
  })
  return (
    <DraftDialog
      title={customer === undefined ? 'New customer' : 'Change the customer'}
      action={customer === undefined ? 'Add the customer' : 'Save'}
      form={form}
      onSubmit={() => form.submit(onSaved)}
      onClose={onClose}
    >
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
            form.setProblems(({ taxId: _, ...others }) =>
              taxId === undefined ? others : { ...others, taxId },
            )
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
          placeholder="EUR by default"
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
      <DraftConflict
        form={form}
        heading="The customer was changed elsewhere, too"
        labels={partLabels}
        textOf={partText}
      />
    </DraftDialog>
  )
}
