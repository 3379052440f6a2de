import type { Offer } from '@atrium/contracts'
import { SegmentedControl, Select, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { currencyChoices } from '../money/choices.ts'
import { DraftConflict } from '../money/draft-conflict.tsx'
import { DraftDialog } from '../money/draft-dialog.tsx'
import { fault } from '../money/field-problems.ts'
import money from '../money/money.module.css'
import { offerQuery } from '../money/money-queries.ts'
import { useDraftForm } from '../money/use-draft-form.ts'
import type { Tagged } from '../platform/tagged.ts'
import { type OfferDraft, offerBodyOf, offerDraftOf, offerProblems } from './offer-draft.ts'
import { saveOffer } from './offer-queries.ts'

const parts = {
  name: ['name'],
  description: ['description'],
  billing: ['billingModel', 'interval'],
  price: ['price', 'currency'],
  address: ['slug'],
} as const

const models = [
  { value: 'one_off', label: 'Once' },
  { value: 'recurring', label: 'Recurring' },
  { value: 'custom_quote', label: 'On request' },
]

const labels: Readonly<Record<string, string>> = {
  name: 'Name',
  description: 'Description',
  billing: 'How it is billed',
  price: 'Price without VAT',
  address: 'Address',
}

/** A part of an offer in words. */
function partText(
  part: string,
  { name, description, billingModel, interval, price, currency, slug }: OfferDraft,
) {
  if (part === 'billing') {
    const model = models.find(({ value }) => value === billingModel)?.label ?? ''
    return billingModel === 'recurring' ? `${model}, every ${interval}` : model
  }
  if (part === 'price') return price === '' ? 'Nothing' : `${price} ${currency}`
  return (part === 'name' ? name : part === 'description' ? description : slug) || 'Nothing'
}

/** A new offer, or the fields of one. What is typed stays a draft until it is saved. */
export function OfferDialog({
  offer,
  onSaved,
  onClose,
}: {
  offer?: Tagged<Offer>
  onSaved: (offer: Offer) => void
  onClose: () => void
}) {
  const queryClient = useQueryClient()
  const form = useDraftForm<OfferDraft, Tagged<Offer>>({
    name: `edit.offer.${offer?.id ?? 'new'}`,
    creates: offer === undefined,
    shown: { draft: offerDraftOf(offer), etag: offer?.etag },
    parts,
    problemsOf: offerProblems,
    send: (sent, guard) => saveOffer(queryClient, { ...guard, id: offer?.id, body: offerBodyOf(sent) }),
    versionOf: (stored) => ({ draft: offerDraftOf(stored), etag: stored.etag }),
    reread: () => queryClient.fetchQuery({ ...offerQuery(offer?.id ?? ''), staleTime: 0 }),
  })
  const { draft, problems, change } = form
  const currencies = useMemo(currencyChoices, [])
  const text = (field: 'name' | 'description' | 'price' | 'slug') => ({
    value: draft[field],
    onChange: (event: { currentTarget: { value: string } }) => change({ [field]: event.currentTarget.value }),
    ...fault(problems, field === 'price' ? 'priceCents' : field),
  })
  return (
    <DraftDialog
      title={offer === undefined ? 'New offer' : 'Change the offer'}
      action={offer === undefined ? 'Add the offer' : 'Save'}
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
        onChange={(billingModel) => change({ billingModel: billingModel as OfferDraft['billingModel'] })}
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
        <div className={money.two}>
          <TextInput label="Price without VAT" inputMode="decimal" placeholder="0.00" {...text('price')} />
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
        </div>
      )}
      <TextInput
        label="Address"
        description="The end of its public address; made of the name where it is empty"
        placeholder="care-plan"
        maxLength={80}
        {...text('slug')}
      />
      <DraftConflict
        form={form}
        heading="The offer was changed elsewhere, too"
        labels={labels}
        textOf={partText}
      />
    </DraftDialog>
  )
}
