import type { InvoiceSchedule } from '@atrium/contracts'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { parseRate } from '../money/amounts/amount.ts'
import { RateField } from '../money/amounts/rate-field.tsx'
import { CustomerDialog } from '../money/customer/customer-dialog.tsx'
import { DraftDialog, useCheckedForm } from '../money/form/draft-dialog.tsx'
import type { FieldProblems } from '../money/form/field-problems.ts'
import { CustomerSelect, OfferSelect } from '../money/records/record-select.tsx'
import { usePresetRate } from '../money/set-up/use-preset-rate.ts'
import { useRequestKeys } from '../platform/connection/request-keys.ts'
import { DayField } from '../ui/dates/day-field.tsx'
import { EndFields } from './end-fields.tsx'
import { createScheduleMutation } from './one-schedule.ts'
import { endProblems, noTerms, termsBody } from './schedule-terms.ts'

export function ScheduleDialog({
  onSaved,
  onClose,
}: {
  onSaved: (schedule: InvoiceSchedule) => void
  onClose: () => void
}) {
  const [customerId, setCustomer] = useState<string | null>(null)
  const [offerId, setOffer] = useState<string | null>(null)
  const preset = usePresetRate()
  const [chosenRate, setRate] = useState<string>()
  const rate = chosenRate ?? preset ?? '20'
  const [terms, setTerms] = useState(noTerms)
  const [newCustomer, setNewCustomer] = useState<string>()
  const form = useCheckedForm(createScheduleMutation(useQueryClient(), useRequestKeys()))
  const { problems } = form
  const submit = () => {
    const vatRateBps = parseRate(rate)
    const found: FieldProblems = {
      ...(customerId === null ? { customerId: 'Choose a customer' } : {}),
      ...(offerId === null ? { offerId: 'Choose a recurring product' } : {}),
      ...(vatRateBps === undefined || vatRateBps < 0 || vatRateBps > 10_000
        ? { vatRateBps: '0 to 100 %' }
        : {}),
      ...endProblems(terms),
    }
    const body = {
      customerId: customerId ?? '',
      offerId: offerId ?? '',
      vatRateBps,
      ...termsBody(terms),
    }
    form.submit(found, body, onSaved)
  }
  if (newCustomer !== undefined) {
    return (
      <CustomerDialog
        name={newCustomer}
        onClose={() => setNewCustomer(undefined)}
        onSaved={({ id }) => {
          setNewCustomer(undefined)
          setCustomer(id)
        }}
      />
    )
  }
  return (
    <DraftDialog
      title="New subscription"
      action="Create the subscription"
      form={form}
      onSubmit={submit}
      onClose={onClose}
    >
      <CustomerSelect
        label="Customer"
        value={customerId}
        error={problems['customerId']}
        onChange={setCustomer}
        onCreate={setNewCustomer}
      />
      <OfferSelect
        label="Product"
        placeholder="A recurring product"
        billingModel="recurring"
        value={offerId}
        error={problems['offerId']}
        onChange={(offer) => setOffer(offer?.id ?? null)}
        none={
          <span className="quiet">
            You have no recurring product yet.{' '}
            <Link
              to="/products/{-$id}"
              params={{ id: undefined }}
              search={{ create: true }}
              className="link"
            >
              Add a product
            </Link>
          </span>
        }
      />
      <RateField rate={rate} error={problems['vatRateBps']} onChange={setRate} />
      <DayField
        label="First invoice"
        description="Leave it empty to bill within a day."
        value={terms.firstDay}
        error={problems['nextInvoiceDate']}
        onChange={(firstDay) => setTerms({ ...terms, firstDay })}
      />
      <DayField
        label="Full periods start on"
        description="Optional, for example the first of a month. The days before are billed in proportion."
        value={terms.prorateUntil}
        error={problems['prorateUntil']}
        onChange={(prorateUntil) => setTerms({ ...terms, prorateUntil })}
      />
      <EndFields terms={terms} problems={problems} onChange={setTerms} />
    </DraftDialog>
  )
}
