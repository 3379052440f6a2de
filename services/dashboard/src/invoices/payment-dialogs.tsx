import { type Invoice, type PaymentMethod, RecordPayment, recordPayment } from '@atrium/contracts'
import { Select, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { amountText, parseCents } from '../money/amounts/amount.ts'
import { useMoney } from '../money/amounts/viewer.ts'
import { DraftDialog, useCheckedForm } from '../money/form/draft-dialog.tsx'
import { fault, problemsOfBody } from '../money/form/field-problems.ts'
import { atrium } from '../platform/connection/api.ts'
import { useRequestKeys } from '../platform/connection/request-keys.ts'
import { DayField } from '../ui/dates/day-field.tsx'
import { toast } from '../ui/feedback/toast.tsx'
import { textField } from '../ui/text/text-field.ts'
import { refreshInvoices, stepMutation } from './invoice-changes.ts'

const methods: { value: PaymentMethod; label: string }[] = [
  { value: 'transfer', label: 'Bank transfer' },
  { value: 'cash', label: 'Cash' },
  { value: 'cheque', label: 'Cheque' },
  { value: 'card', label: 'Card terminal' },
  { value: 'other', label: 'Other' },
]

/** Records a payment outside the processor, for all or part of an invoice. */
export function RecordPaymentDialog({
  invoice,
  onClose,
}: {
  invoice: Invoice
  onClose: () => void
}) {
  const { amount, today } = useMoney()
  const queryClient = useQueryClient()
  const keyed = useRequestKeys()
  const { currency, amountDueCents } = invoice
  const [typed, setTyped] = useState(() => amountText(amountDueCents, currency))
  const [day, setDay] = useState(today)
  const [method, setMethod] = useState<PaymentMethod>('transfer')
  const [reference, setReference] = useState('')
  const form = useCheckedForm({
    mutationFn: (body: z.input<typeof RecordPayment>) =>
      keyed(body, (idempotencyKey) =>
        atrium.call(recordPayment, { params: { id: invoice.id }, body }, { idempotencyKey }),
      ),
    onSuccess: () => refreshInvoices(queryClient),
    onError: () => refreshInvoices(queryClient),
  })
  const amountCents = parseCents(typed, currency) ?? Number.NaN
  const isWhole = amountCents === amountDueCents
  const submit = () => {
    const body = { amountCents, paidAt: day, method, reference: reference.trim() || null }
    const problems = problemsOfBody(RecordPayment, body, [
      [/^amountCents$/, 'An amount above zero, such as 120.00'],
      [/^paidAt$/, 'The day of the payment'],
    ])
    form.submit(problems, body, () => {
      toast(
        isWhole
          ? `${invoice.number} is paid`
          : `A payment of ${amount(amountCents, currency)} is recorded`,
      )
      onClose()
    })
  }
  return (
    <DraftDialog
      title="Record payment"
      action="Record payment"
      form={form}
      onSubmit={submit}
      onClose={onClose}
    >
      <span>
        {amount(amountDueCents, currency)} is due. Enter what was paid outside the payment page.
        {invoice.paymentsInvoiceId !== null &&
          ' The payment page asks for the rest, and closes when nothing is due.'}
      </span>
      <TextInput
        label="Amount"
        inputMode="decimal"
        rightSection={<span className="fine">{currency}</span>}
        rightSectionWidth={56}
        {...textField(typed, setTyped, form.problems['amountCents'])}
      />
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
        onChange={(value) =>
          setMethod(methods.find((each) => each.value === value)?.value ?? 'other')
        }
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
  const step = useMutation(stepMutation(useQueryClient(), invoice.id, 'void'))
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
