import { TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { DialogForm } from '../ui/dialog-form.tsx'
import { textField } from '../ui/text-field.ts'

const plain = (text: string): string => text.normalize('NFC').trim().replace(/\s+/g, ' ')

/** Asks for a typed text before a step that cannot be undone; `field` adds another field. */
export function TypedConfirmation({
  title,
  expected,
  action,
  error,
  pending,
  ready = true,
  field,
  children,
  onConfirm,
  onClose,
}: {
  title: string
  expected: string
  action: string
  error: unknown
  pending: boolean
  ready?: boolean
  field?: ReactNode
  children: ReactNode
  onConfirm: () => void
  onClose: () => void
}) {
  const [typed, setTyped] = useState('')
  const confirmed = plain(typed) === plain(expected) && ready
  return (
    <DialogForm
      title={title}
      closeOnClickOutside={!pending}
      action={action}
      danger
      disabled={!confirmed}
      error={error}
      pending={pending}
      onSubmit={(event) => {
        event.preventDefault()
        if (confirmed) onConfirm()
      }}
      onClose={onClose}
    >
      <span>{children}</span>
      <TextInput
        label={
          <>
            Type <bdi>{expected}</bdi> to confirm
          </>
        }
        autoComplete="off"
        data-autofocus
        {...textField(typed, setTyped)}
      />
      {field}
    </DialogForm>
  )
}
