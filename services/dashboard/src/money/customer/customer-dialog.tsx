import { type Customer, createCustomer, updateCustomer } from '@atrium/contracts'
import { Checkbox, Select, Textarea, TextInput } from '@mantine/core'
import { useMemo } from 'react'
import { atrium } from '../../platform/connection/api.ts'
import type { Tagged } from '../../platform/records/versions.ts'
import { textField } from '../../ui/text/text-field.ts'
import { TwoFields } from '../../ui/two-fields.tsx'
import { countryChoices, currencyChoices, languageChoices, languageName } from '../choices.ts'
import { DraftDialog } from '../form/draft-dialog.tsx'
import { fault } from '../form/field-problems.ts'
import { DraftConflict, type RecordForm, useDraftForm } from '../form/use-draft-form.tsx'
import { customerQuery } from '../money-queries.ts'
import { addressLines } from './billing-address.ts'
import {
  type CustomerDraft,
  customerProblems,
  toCustomerBody,
  toCustomerDraft,
} from './customer-draft.ts'

const customerForm: RecordForm<CustomerDraft, Customer> = {
  query: customerQuery,
  toDraft: toCustomerDraft,
  problemsOf: customerProblems,
  parts: {
    name: { label: 'Name', fields: ['name'] },
    email: { label: 'Email', fields: ['email'] },
    address: {
      label: 'Address',
      fields: [
        'billingLine1',
        'billingLine2',
        'billingPostalCode',
        'billingCity',
        'billingState',
        'billingCountry',
      ],
      textOf: (draft) => addressLines(draft).join('\n'),
    },
    taxId: { label: 'VAT number', fields: ['taxId'] },
    language: {
      label: 'Language of invoices',
      fields: ['language'],
      textOf: ({ language }) =>
        language === null ? 'The language of the country' : languageName(language),
    },
    contactName: { label: 'Contact person', fields: ['contactName'] },
    phone: { label: 'Phone', fields: ['phone'] },
    notes: { label: 'Notes', fields: ['notes'] },
    to: { label: 'Other addresses for invoices', fields: ['to'] },
    cc: { label: 'Copy to', fields: ['cc'] },
    remindersPaused: {
      label: 'Reminders',
      fields: ['remindersPaused'],
      textOf: ({ remindersPaused }) => (remindersPaused ? 'Paused' : 'On'),
    },
    currency: {
      label: 'Currency',
      fields: ['currency'],
      textOf: ({ currency }) => currency ?? 'None of its own',
    },
  },
  create: (draft, options) => atrium.call(createCustomer, { body: toCustomerBody(draft) }, options),
  update: (id, draft, options) =>
    atrium.call(updateCustomer, { params: { id }, body: toCustomerBody(draft) }, options),
  shownIn: ['customers', 'invoices'],
}

interface CustomerDialogProps {
  readonly customer?: Tagged<Customer>
  /** The name to start with if the customer is new. */
  readonly name?: string
  readonly onSaved: (customer: Customer) => void
  readonly onClose: () => void
}

/** Creates or edits a customer. Typed text stays as a draft until it is saved. */
export function CustomerDialog({ customer, name = '', onSaved, onClose }: CustomerDialogProps) {
  const form = useDraftForm({
    ...customerForm,
    name: `edit.customer.${customer?.id ?? 'new'}`,
    record: customer,
    initial: { ...toCustomerDraft(), name },
  })
  const { draft, problems } = form
  const countries = useMemo(countryChoices, [])
  const currencies = useMemo(currencyChoices, [])
  const languages = useMemo(languageChoices, [])
  const change = (part: Partial<CustomerDraft>) =>
    form.change(part, (old) =>
      Object.fromEntries(
        Object.entries(old).filter(([field]) => !(field in part) && field !== 'taxId'),
      ),
    )
  const text = (
    field: Exclude<
      keyof CustomerDraft,
      'billingCountry' | 'currency' | 'language' | 'remindersPaused'
    >,
  ) => ({
    autoComplete: 'off',
    ...textField(draft[field], (value) => change({ [field]: value }), problems[field]),
  })
  return (
    <DraftDialog
      title={customer === undefined ? 'New customer' : 'Edit the customer'}
      action={customer === undefined ? 'Add the customer' : 'Save'}
      form={form}
      onSubmit={() => form.submit(onSaved)}
      onClose={onClose}
    >
      <TextInput label="Name" maxLength={200} data-autofocus {...text('name')} />
      <TextInput label="Email" type="email" maxLength={254} {...text('email')} />
      <TwoFields>
        <TextInput label="Contact person" maxLength={200} {...text('contactName')} />
        <TextInput label="Phone" type="tel" maxLength={64} {...text('phone')} />
      </TwoFields>
      <TwoFields>
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
      </TwoFields>
      <TextInput label="Address" maxLength={200} {...text('billingLine1')} />
      <TextInput
        aria-label="Second line of the address"
        maxLength={200}
        {...text('billingLine2')}
      />
      <TwoFields>
        <TextInput label="Postal code" maxLength={40} {...text('billingPostalCode')} />
        <TextInput label="City" maxLength={200} {...text('billingCity')} />
      </TwoFields>
      <TextInput label="State or region" maxLength={200} {...text('billingState')} />
      <TwoFields>
        <Select
          label="Language of invoices"
          placeholder="The language of the country"
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
      </TwoFields>
      <TextInput
        label="Send invoices to other addresses"
        description="Instead of the email above. Separate addresses with commas."
        maxLength={3_000}
        {...text('to')}
      />
      <TextInput label="Copy to" maxLength={3_000} {...text('cc')} />
      <Checkbox
        label="Pause reminders for this customer"
        checked={draft.remindersPaused}
        onChange={(event) => change({ remindersPaused: event.currentTarget.checked })}
      />
      <Textarea
        label="Notes"
        description="Only members see them."
        autosize
        minRows={2}
        maxRows={8}
        maxLength={5_000}
        dir="auto"
        {...text('notes')}
      />
      <DraftConflict form={form} heading="This customer was also changed elsewhere" />
    </DraftDialog>
  )
}
