import type { Offer } from '@atrium/contracts'
import { Button, Group, Modal, SegmentedControl, Select, Textarea, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { currencyChoices } from '../money/choices.ts'
import { type FieldProblems, fault, problemsOfError } from '../money/field-problems.ts'
import money from '../money/money.module.css'
import { Refusal } from '../money/refusal.tsx'
import { useDraft } from '../platform/use-draft.ts'
import { type OfferDraft, offerBodyOf, offerDraftOf, offerProblems } from './offer-draft.ts'
import { saveOfferMutation } from './offer-queries.ts'

const models = [
  { value: 'one_off', label: 'Once' },
  { value: 'recurring', label: 'Recurring' },
  { value: 'custom_quote', label: 'On request' },
]

/** A new offer, or the fields of one. What is typed stays a draft until it is saved. */
export function OfferDialog({
  offer,
  onSaved,
  onClose,
}: {
  offer?: Offer
  onSaved: (offer: Offer) => void
  onClose: () => void
}) {
  const [left, keep] = useDraft<OfferDraft>(`offer.${offer?.id ?? 'new'}`)
  const [draft, setDraft] = useState(left ?? offerDraftOf(offer))
  const [problems, setProblems] = useState<FieldProblems>({})
  const [key] = useState(() => crypto.randomUUID())
  const currencies = useMemo(currencyChoices, [])
  const save = useMutation(saveOfferMutation(useQueryClient()))
  const change = (part: Partial<OfferDraft>) => {
    const changed = { ...draft, ...part }
    setDraft(changed)
    keep(changed)
    setProblems({})
  }
  const text = (field: 'name' | 'description' | 'price' | 'slug') => ({
    value: draft[field],
    onChange: (event: { currentTarget: { value: string } }) => change({ [field]: event.currentTarget.value }),
    ...fault(problems, field === 'price' ? 'priceCents' : field),
  })
  const submit = () => {
    const found = offerProblems(draft)
    setProblems(found)
    if (Object.keys(found).length > 0) return
    save.mutate(
      { id: offer?.id, key, body: offerBodyOf(draft) },
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
    <Modal opened onClose={onClose} title={offer === undefined ? 'New offer' : 'Change the offer'}>
      <form
        noValidate
        className={money.fields}
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Refusal error={Object.keys(problems).length > 0 ? null : save.error} />
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
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending}>
            {offer === undefined ? 'Add the offer' : 'Save'}
          </Button>
        </Group>
      </form>
    </Modal>
  )
}
