import type { InvoiceSchedule } from '@atrium/contracts'
import { Button, Group, Modal, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { rateOf } from '../money/amount.ts'
import { CustomerDialog } from '../money/customer-dialog.tsx'
import { CustomerSelect } from '../money/customer-select.tsx'
import { type FieldProblems, fault, problemsOfError } from '../money/field-problems.ts'
import money from '../money/money.module.css'
import { OfferSelect } from '../money/offer-select.tsx'
import { RateField } from '../money/rate-field.tsx'
import { Refusal } from '../money/refusal.tsx'
import { useRequestKeys } from '../platform/request-keys.ts'
import { EndFields } from './end-fields.tsx'
import { createScheduleMutation } from './one-schedule.ts'
import { endProblems, noTerms, termsBody } from './schedule-terms.ts'

/** A new recurring agreement. */
export function ScheduleDialog({
  onSaved,
  onClose,
}: {
  onSaved: (schedule: InvoiceSchedule) => void
  onClose: () => void
}) {
  const [customerId, setCustomer] = useState<string | null>(null)
  const [offerId, setOffer] = useState<string | null>(null)
  const [rate, setRate] = useState('20')
  const [terms, setTerms] = useState(noTerms)
  const [newCustomer, setNewCustomer] = useState<string>()
  const [problems, setProblems] = useState<FieldProblems>({})
  const create = useMutation(createScheduleMutation(useQueryClient(), useRequestKeys()))
  const submit = () => {
    const vatRateBps = rateOf(rate)
    const found: FieldProblems = {
      ...(customerId === null ? { customerId: 'Choose a customer' } : {}),
      ...(offerId === null ? { offerId: 'Choose a recurring offer' } : {}),
      ...(vatRateBps === undefined || vatRateBps < 0 || vatRateBps > 10_000
        ? { vatRateBps: '0 to 100 %' }
        : {}),
      ...endProblems(terms),
    }
    setProblems(found)
    if (customerId === null || offerId === null || vatRateBps === undefined) return
    if (Object.keys(found).length > 0) return
    create.mutate(
      { customerId, offerId, vatRateBps, ...termsBody(terms) },
      { onError: (error) => setProblems(problemsOfError(error)), onSuccess: onSaved },
    )
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
    <Modal opened onClose={onClose} title="New agreement">
      <form
        noValidate
        className={money.fields}
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Refusal error={Object.keys(problems).length > 0 ? null : create.error} />
        <CustomerSelect
          label="Customer"
          value={customerId}
          error={problems['customerId']}
          onChange={setCustomer}
          onCreate={setNewCustomer}
        />
        <OfferSelect
          label="Offer"
          placeholder="A recurring offer"
          billingModel="recurring"
          value={offerId}
          error={problems['offerId']}
          onChange={(offer) => setOffer(offer?.id ?? null)}
          none={
            <span className={money.quiet}>
              No offer is recurring yet.{' '}
              <Link
                to="/offers/{-$id}"
                params={{ id: undefined }}
                search={{ create: true }}
                className={money.link}
              >
                Add one
              </Link>
            </span>
          }
        />
        <RateField rate={rate} error={problems['vatRateBps']} onChange={setRate} />
        <TextInput
          type="date"
          label="First invoice"
          description="Without a day, at the next daily run"
          value={terms.firstDay}
          onChange={(event) => setTerms({ ...terms, firstDay: event.currentTarget.value })}
          {...fault(problems, 'nextInvoiceDate')}
        />
        <TextInput
          type="date"
          label="Whole periods from"
          description="The days until then are billed first, by their share"
          value={terms.prorateUntil}
          onChange={(event) => setTerms({ ...terms, prorateUntil: event.currentTarget.value })}
          {...fault(problems, 'prorateUntil')}
        />
        <EndFields terms={terms} problems={problems} onChange={setTerms} />
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={create.isPending}>
            Make the agreement
          </Button>
        </Group>
      </form>
    </Modal>
  )
}
