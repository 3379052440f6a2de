import { Button, Group, Modal } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { BusyButton } from './busy-button.tsx'
import { FormAlert } from './form-alert.tsx'
import { fieldProblems } from './to-refusal.ts'

export interface DialogFieldsProps {
  /** The text of the button that sends. */
  readonly action: string
  /** The text of the button that closes; null where the cross of the dialog is enough. */
  readonly cancel?: string | null
  readonly disabled?: boolean
  /** Whether the step cannot be undone. */
  readonly danger?: boolean
  /** The refusal above the fields. */
  readonly alert: ReactNode
  readonly pending: boolean
  readonly children: ReactNode
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void
  readonly onClose: () => void
}

/** The form of a dialog: its fields, the refusal above them, and the button that sends. */
export const DialogFields = ({
  action,
  cancel = 'Cancel',
  disabled = false,
  danger = false,
  alert,
  pending,
  children,
  onSubmit,
  onClose,
}: DialogFieldsProps) => (
  <form
    noValidate
    className="fields"
    onSubmit={(event) => {
      event.preventDefault()
      // A form around the place that opened the dialog is not meant.
      event.stopPropagation()
      onSubmit(event)
    }}
  >
    {alert}
    {children}
    <Group justify="flex-end" gap={8}>
      {cancel !== null && (
        <Button variant="default" onClick={onClose}>
          {cancel}
        </Button>
      )}
      <BusyButton
        type="submit"
        loading={pending}
        disabled={disabled}
        {...(danger ? { color: 'red.9' } : {})}
      >
        {action}
      </BusyButton>
    </Group>
  </form>
)

/** A dialog with a form. A refusal that names one of the fields stands there, any other one above them. */
export const DialogForm = ({
  title,
  size = 'md',
  closeOnClickOutside = true,
  error,
  fields = [],
  ...form
}: Omit<DialogFieldsProps, 'alert'> & {
  title: string
  size?: number | 'sm' | 'md'
  closeOnClickOutside?: boolean
  error: unknown
  fields?: readonly string[]
}) => (
  <Modal
    opened
    onClose={form.onClose}
    title={title}
    size={size}
    closeOnClickOutside={closeOnClickOutside}
  >
    <DialogFields
      {...form}
      alert={
        <FormAlert error={Object.keys(fieldProblems(error, fields)).length > 0 ? null : error} />
      }
    />
  </Modal>
)
