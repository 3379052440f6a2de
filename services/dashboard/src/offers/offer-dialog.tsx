import { createOffer, type Offer, updateOffer } from '@atrium/contracts'
import { SegmentedControl, Select, Textarea, TextInput } from '@mantine/core'
import { useMemo } from 'react'
import { currencyChoices } from '../money/choices.ts'
import { DraftDialog } from '../money/form/draft-dialog.tsx'
import { fault } from '../money/form/field-problems.ts'
import { DraftConflict, type RecordForm, useDraftForm } from '../money/form/use-draft-form.tsx'
import { offerQuery } from '../money/money-queries.ts'
import { atrium } from '../platform/connection/api.ts'
import type { Tagged } from '../platform/records/versions.ts'
import { textField } from '../ui/text/text-field.ts'
import { TwoFields } from '../ui/two-fields.tsx'
import { type OfferDraft, offerProblems, toOfferBody, toOfferDraft } from './offer-draft.ts'

const models = [
  { value: 'one_off', label: 'Once' },
  { value: 'recurring', label: 'Recurring' },
  { value: 'custom_quote', label: 'On request' },
]

const offerForm: RecordForm<OfferDraft, Offer> = {
  query: offerQuery,
  toDraft: toOfferDraft,
  problemsOf: offerProblems,
  parts: {
    name: { label: 'Name', fields: ['name'] },
    description: { label: 'Description', fields: ['description'] },
    billing: {
      label: 'How it is billed',
      fields: ['billingModel', 'interval'],
      textOf: ({ billingModel, interval }) => {
        const model = models.find(({ value }) => value === billingModel)?.label ?? ''
        return billingModel === 'recurring' ? `${model}, every ${interval}` : model
      },
    },
    price: {
      label: 'Price without VAT',
      fields: ['price', 'currency'],
      textOf: ({ price, currency }) => price && `${price} ${currency}`,
    },
    address: { label: 'Web address', fields: ['slug'] },
  },
  // Visitors see an offer only after its owner has published it on the next page.
  create: (draft, options) =>
    atrium.call(createOffer, { body: { ...toOfferBody(draft), published: false } }, options),
  update: (id, draft, options) =>
    atrium.call(updateOffer, { params: { id }, body: toOfferBody(draft) }, options),
  shownIn: ['offers'],
}

interface OfferDialogProps {
  readonly offer?: Tagged<Offer>
  readonly onSaved: (offer: Offer) => void
  readonly onClose: () => void
}

/** Creates or edits an offer. Typed text stays as a draft until it is saved. */
export function OfferDialog({ offer, onSaved, onClose }: OfferDialogProps) {
  const form = useDraftForm({
    ...offerForm,
    name: `edit.offer.${offer?.id ?? 'new'}`,
    record: offer,
    initial: toOfferDraft(),
  })
  const { draft, problems, change } = form
  const currencies = useMemo(currencyChoices, [])
  const text = (field: 'name' | 'description' | 'price' | 'slug') =>
    textField(
      draft[field],
      (value) => change({ [field]: value }),
      problems[field === 'price' ? 'priceCents' : field],
    )
  return (
    <DraftDialog
      title={offer === undefined ? 'New product' : 'Edit the product'}
      action={offer === undefined ? 'Add the product' : 'Save'}
      form={form}
      onSubmit={() => form.submit(onSaved)}
      onClose={onClose}
    >
      <TextInput label="Name" maxLength={200} data-autofocus {...text('name')} />
      <Textarea
        label="Description"
        autosize
        minRows={2}
        maxRows={8}
        maxLength={5_000}
        {...text('description')}
      />
      <SegmentedControl
        aria-label="How it is billed"
        fullWidth
        data={models}
        value={draft.billingModel}
        onChange={(billingModel) =>
          change({ billingModel: billingModel as OfferDraft['billingModel'] })
        }
      />
      {draft.billingModel === 'recurring' && (
        <Select
          label="Every"
          allowDeselect={false}
          data={[
            { value: 'month', label: 'Month' },
            { value: 'year', label: 'Year' },
          ]}
          value={draft.interval}
          onChange={(interval) => change({ interval: interval === 'year' ? 'year' : 'month' })}
          {...fault(problems, 'interval')}
        />
      )}
      {draft.billingModel !== 'custom_quote' && (
        <TwoFields>
          <TextInput
            label="Price without VAT"
            inputMode="decimal"
            placeholder="0.00"
            {...text('price')}
          />
          <Select
            label="Currency"
            data={currencies}
            searchable
            limit={200}
            allowDeselect={false}
            value={draft.currency}
            onChange={(currency) => change({ currency: currency ?? 'EUR' })}
            {...fault(problems, 'currency')}
          />
        </TwoFields>
      )}
      <TextInput
        label="Web address"
        description="The last part of the public web address. Leave it empty to use the name."
        placeholder="care-plan"
        maxLength={80}
        {...text('slug')}
      />
      <DraftConflict form={form} heading="This product was also changed elsewhere" />
    </DraftDialog>
  )
}
