import type { Invoice } from '@atrium/contracts'
import { Button, Group, Modal, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import classes from '../money/money.module.css'
import { Refusal } from '../money/refusal.tsx'
import { useRequestKeys } from '../platform/request-keys.ts'
import { toast } from '../ui/toast.ts'
import { stepMutation } from './invoice-changes.ts'

/** Voids an invoice for good, once its number is typed. */
export function VoidDialog({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const step = useMutation(stepMutation(useQueryClient(), invoice.id, 'void', useRequestKeys()))
  const expected = invoice.number ?? ''
  const confirmed = typed.trim().toUpperCase() === expected
  return (
    <Modal opened onClose={onClose} title="Void the invoice" size="sm">
      <form
        className={classes.fields}
        onSubmit={(event) => {
          event.preventDefault()
          if (!confirmed) return
          step.mutate(undefined, {
            onSuccess: () => {
              toast(`${expected} is void`)
              onClose()
            },
          })
        }}
      >
        <Refusal error={step.error} />
        <span>Its number stays used and nobody can pay it any more. This cannot be undone.</span>
        <TextInput
          label={`Type ${expected} to confirm`}
          autoComplete="off"
          data-autofocus
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={onClose}>
            Keep
          </Button>
          <Button type="submit" color="red.9" disabled={!confirmed} loading={step.isPending}>
            Void the invoice
          </Button>
        </Group>
      </form>
    </Modal>
  )
}
