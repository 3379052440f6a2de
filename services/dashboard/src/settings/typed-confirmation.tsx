import { Button, Group, Modal, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { FormAlert } from '../ui/form-alert.tsx'
import shapes from '../ui/shapes.module.css'

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
    <Modal opened onClose={onClose} title={title} closeOnClickOutside={!pending}>
      <form
        className={shapes.fields}
        onSubmit={(event) => {
          event.preventDefault()
          if (confirmed) onConfirm()
        }}
      >
        <FormAlert error={error} />
        <span>{children}</span>
        <TextInput
          label={
            <>
              Type <bdi>{expected}</bdi> to confirm
            </>
          }
          autoComplete="off"
          data-autofocus
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {field}
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" color="red.9" disabled={!confirmed} loading={pending}>
            {action}
          </Button>
        </Group>
      </form>
    </Modal>
  )
}
