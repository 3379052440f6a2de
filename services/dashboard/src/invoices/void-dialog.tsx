import type { Invoice } from '@atrium/contracts'
import { TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { DraftDialog } from '../money/draft-dialog.tsx'
import { useRequestKeys } from '../platform/request-keys.ts'
import { textField } from '../ui/text-field.ts'
import { toast } from '../ui/toast.ts'
import { stepMutation } from './invoice-changes.ts'

/** Voids an invoice for good, once its number is typed. */
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
      <span>Its number stays used and nobody can pay it any more. This cannot be undone.</span>
      <TextInput
        label={`Type ${expected} to confirm`}
        autoComplete="off"
        data-autofocus
        {...textField(typed, setTyped)}
      />
    </DraftDialog>
  )
}
