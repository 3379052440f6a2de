import type { InvoiceSchedule } from '@atrium/contracts'
import { TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { amountText, parseCents, parseRate } from '../money/amounts/amount.ts'
import { RateField } from '../money/amounts/rate-field.tsx'
import { useMoney } from '../money/amounts/viewer.ts'
import { DraftDialog, useCheckedForm } from '../money/form/draft-dialog.tsx'
import { Facts } from '../money/records/facts.tsx'
import { OfferSelect } from '../money/records/record-select.tsx'
import { DayField } from '../ui/dates/day-field.tsx'
import { textField } from '../ui/text/text-field.ts'
import { scheduleChangeMutation, schedulePreviewQuery } from './one-schedule.ts'

/** Changes product, price, VAT rate and next date of a schedule from the next period on. */
export function ChangeDialog({
  schedule,
  onClose,
}: {
  schedule: InvoiceSchedule
  onClose: () => void
}) {
  const [offerId, setOfferId] = useState<string | null>(schedule.offerId)
  const [currency, setCurrency] = useState(schedule.currency)
  const [price, setPrice] = useState(amountText(schedule.unitAmountCents, schedule.currency))
  const [rate, setRate] = useState(String(schedule.vatRateBps / 100))
  const [day, setDay] = useState(schedule.nextInvoiceOn)
  const form = useCheckedForm(scheduleChangeMutation(useQueryClient(), schedule.id))
  const unitAmountCents = parseCents(price, currency)
  const vatRateBps = parseRate(rate)
  const submit = () =>
    form.submit(
      {
        ...(unitAmountCents === undefined || unitAmountCents < 0
          ? { unitAmountCents: 'Enter an amount' }
          : {}),
        ...(vatRateBps === undefined ? { vatRateBps: 'Enter a rate' } : {}),
        ...(day === '' ? { nextInvoiceDate: 'Choose a day' } : {}),
      },
      {
        ...(unitAmountCents === undefined ? {} : { unitAmountCents }),
        ...(vatRateBps === undefined ? {} : { vatRateBps }),
        ...(offerId === null || offerId === schedule.offerId ? {} : { offerId }),
        ...(day === schedule.nextInvoiceOn ? {} : { nextInvoiceDate: day }),
      },
      onClose,
    )
  return (
    <DraftDialog
      title="Change the subscription"
      action="Save"
      cancel="Back"
      form={form}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="muted" style={{ margin: 0 }}>
        Changes apply from the next invoice on. The customer gets no mail about them.
      </p>
      <OfferSelect
        label="Product"
        billingModel="recurring"
        priced
        value={offerId}
        onChange={(offer) => {
          if (offer === null) return
          setOfferId(offer.id)
          setCurrency(offer.currency)
          if (offer.priceCents !== null) setPrice(amountText(offer.priceCents, offer.currency))
        }}
        {...(form.problems['offerId'] === undefined ? {} : { error: form.problems['offerId'] })}
      />
      <TextInput
        label="Price without VAT"
        inputMode="decimal"
        rightSection={currency}
        rightSectionWidth={56}
        {...textField(price, setPrice, form.problems['unitAmountCents'])}
      />
      <RateField rate={rate} error={form.problems['vatRateBps']} onChange={setRate} />
      <DayField
        label="Next invoice"
        description="Later invoices follow from this day"
        value={day}
        error={form.problems['nextInvoiceDate']}
        onChange={setDay}
      />
    </DraftDialog>
  )
}

/** Shows the next invoice unless the schedule is cancelled. */
export function NextInvoice({ id }: { id: string }) {
  const { amount, day } = useMoney()
  const preview = useQuery(schedulePreviewQuery(id)).data
  if (preview === undefined) return null
  const { currency } = preview
  return (
    <Facts
      facts={{
        'Next invoice': preview.issuedOn !== null && day(preview.issuedOn),
        For: preview.lineItems.map(({ description }) => description).join(', '),
        'Amount without VAT': amount(preview.subtotalAmountCents, currency),
        VAT: amount(preview.vatAmountCents, currency),
        Total: amount(preview.totalAmountCents, currency),
      }}
    />
  )
}
