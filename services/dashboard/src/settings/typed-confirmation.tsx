import { TextInput } from '@mantine/core'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { DialogForm } from '../ui/dialogs/dialog-form.tsx'
import { textField } from '../ui/text/text-field.ts'

const plain = (text: string): string => text.normalize('NFC').trim().replace(/\s+/g, ' ')

/** Asks the user to type a text before a step that cannot be undone. `field` adds another field. */
export function TypedConfirmation({
  expected,
  ready = true,
  field,
  children,
  onConfirm,
  ...dialog
}: Omit<ComponentProps<typeof DialogForm>, 'onSubmit'> & {
  expected: string
  ready?: boolean
  field?: ReactNode
  onConfirm: () => void
}) {
  const [typed, setTyped] = useState('')
  const confirmed = plain(typed) === plain(expected) && ready
  return (
    <DialogForm
      {...dialog}
      closeOnClickOutside={!dialog.pending}
      danger
      disabled={!confirmed}
      onSubmit={() => confirmed && onConfirm()}
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
