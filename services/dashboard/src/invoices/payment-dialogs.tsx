import { type Invoice, type MarkInvoicePaid, markInvoicePaid } from '@atrium/contracts'
import { Select, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { DraftDialog, useCheckedForm } from '../money/draft-dialog.tsx'
import { fault } from '../money/field-problems.ts'
import { useMoney } from '../money/viewer.ts'
import { atrium } from '../platform/connection/api.ts'
import { useRequestKeys } from '../platform/connection/request-keys.ts'
import { tagged } from '../platform/records/versions.ts'
import { DayField } from '../ui/dates/day-field.tsx'
import { toast } from '../ui/feedback/toast.tsx'
import { textField } from '../ui/text/text-field.ts'
import { stepMutation, takeInvoice } from './invoice-changes.ts'

const methods = [
  { value: 'bank_transfer', label: 'Bank transfer' },
  { value: 'cash', label: 'Cash' },
  { value: 'cheque', label: 'Cheque' },
  { value: 'card', label: 'Card terminal' },
  { value: 'other', label: 'Other' },
]

/** Records a payment that did not go through the processor. */
export function MarkPaidDialog({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const { amount, today } = useMoney()
  const queryClient = useQueryClient()
  const keyed = useRequestKeys()
  const [day, setDay] = useState(today)
  const [method, setMethod] = useState('bank_transfer')
  const [reference, setReference] = useState('')
  const form = useCheckedForm({
    mutationFn: (body: z.input<typeof MarkInvoicePaid>) =>
      keyed(body, (idempotencyKey) =>
        tagged<Invoice>(
          atrium.call(markInvoicePaid, { params: { id: invoice.id }, body }, { idempotencyKey }),
        ),
      ),
    onSuccess: (paid) => takeInvoice(queryClient, paid),
  })
  const submit = () =>
    form.submit(
      day === '' ? { paidAt: 'The day of the payment' } : {},
      { paidAt: day, method, reference: reference.trim() || null },
      () => {
        toast(`${invoice.number} is paid`)
        onClose()
      },
    )
  return (
    <DraftDialog
      title="Record payment"
      action="Record payment"
      form={form}
      onSubmit={submit}
      onClose={onClose}
    >
      <span>
        {amount(invoice.amountDueCents, invoice.currency)} was paid outside the payment page. The
        payment page closes when you record the payment.
      </span>
      <DayField
        label="Paid on"
        maxDate={today()}
        clearable={false}
        value={day}
        error={form.problems['paidAt']}
        onChange={setDay}
      />
      <Select
        label="Method"
        data={methods}
        allowDeselect={false}
        value={method}
        onChange={(value) => setMethod(value ?? 'other')}
        {...fault(form.problems, 'method')}
      />
      <TextInput
        label="Reference"
        placeholder="As on the bank statement"
        maxLength={200}
        {...textField(reference, setReference, form.problems['reference'])}
      />
    </DraftDialog>
  )
}

/** Voids an invoice for good after the user has typed its number. */
export function VoidDialog({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const step = useMutation(stepMutation(useQueryClient(), invoice.id, 'void', useRequestKeys()))
  const expected = invoice.number ?? ''
  const submit = () =>
    step.mutate(undefined, {
      onSuccess: () => {
        toast(`${expected} is void`)
        onClose()
      },
    })
  return (
    <DraftDialog
      title="Void the invoice"
      size="sm"
      action="Void the invoice"
      cancel="Keep"
      danger
      disabled={typed.trim().toUpperCase() !== expected}
      form={step}
      onSubmit={submit}
      onClose={onClose}
    >
      <span>
        Nobody can pay this invoice any more, and its number is not used again. You cannot undo
        this.
      </span>
      <TextInput
        label={`Type ${expected} to confirm`}
        autoComplete="off"
        data-autofocus
        {...textField(typed, setTyped)}
      />
    </DraftDialog>
  )
}
