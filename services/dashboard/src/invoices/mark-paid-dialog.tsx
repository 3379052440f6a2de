import type { Invoice } from '@atrium/contracts'
import { Button, Group, Modal, Select, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { paidMomentOf, today } from '../money/calendar-day.ts'
import { type FieldProblems, fault, problemsOfError } from '../money/field-problems.ts'
import classes from '../money/money.module.css'
import { Refusal } from '../money/refusal.tsx'
import { useMoney } from '../money/use-money.ts'
import { useRequestKeys } from '../platform/request-keys.ts'
import { toast } from '../ui/toast.ts'
import { markPaidMutation } from './invoice-changes.ts'

const methods = [
  { value: 'bank_transfer', label: 'Bank transfer' },
  { value: 'cash', label: 'Cash' },
  { value: 'cheque', label: 'Cheque' },
  { value: 'card', label: 'Card terminal' },
  { value: 'other', label: 'Other' },
]

/** Records a payment that did not go through the processor. */
export function MarkPaidDialog({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const { amount } = useMoney()
  const [day, setDay] = useState(() => today())
  const [method, setMethod] = useState('bank_transfer')
  const [reference, setReference] = useState('')
  const [problems, setProblems] = useState<FieldProblems>({})
  const mark = useMutation(markPaidMutation(useQueryClient(), invoice.id, useRequestKeys()))
  const submit = () => {
    if (day === '') return setProblems({ paidAt: 'The day of the payment' })
    const body = {
      paidAt: paidMomentOf(day),
      method,
      reference: reference.trim() === '' ? null : reference.trim(),
    }
    mark.mutate(body, {
      onError: (error) => setProblems(problemsOfError(error)),
      onSuccess: () => {
        toast(`${invoice.number} is paid`)
        onClose()
      },
    })
  }
  return (
    <Modal opened onClose={onClose} title="Mark as paid">
      <form
        noValidate
        className={classes.fields}
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Refusal error={Object.keys(problems).length > 0 ? null : mark.error} />
        <span>
          {amount(invoice.amountDueCents, invoice.currency)} came in outside the payment page, which closes
          with this.
        </span>
        <TextInput
          type="date"
          label="Paid on"
          max={today()}
          value={day}
          onChange={(event) => setDay(event.currentTarget.value)}
          {...fault(problems, 'paidAt')}
        />
        <Select
          label="Method"
          data={methods}
          allowDeselect={false}
          value={method}
          onChange={(value) => setMethod(value ?? 'other')}
          {...fault(problems, 'method')}
        />
        <TextInput
          label="Reference"
          placeholder="As on the bank statement"
          maxLength={200}
          value={reference}
          onChange={(event) => setReference(event.currentTarget.value)}
          {...fault(problems, 'reference')}
        />
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={mark.isPending}>
            Mark as paid
          </Button>
        </Group>
      </form>
    </Modal>
  )
}
