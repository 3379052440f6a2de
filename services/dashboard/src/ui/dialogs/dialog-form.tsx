import { Button, Group, Modal } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { BusyButton } from '../busy-button.tsx'
import { FormAlert } from '../feedback/form-alert.tsx'
import { fieldProblems } from '../feedback/to-refusal.ts'

export interface DialogFieldsProps {
  readonly action: string
  /** The label of the cancel button. Null if the dialog's cross is enough. */
  readonly cancel?: string | null
  readonly disabled?: boolean
  /** True if the step cannot be undone. */
  readonly danger?: boolean
  readonly alert: ReactNode
  readonly pending: boolean
  readonly children: ReactNode
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void
  readonly onClose: () => void
}

/** A dialog's form: its fields, the error above them, and the submit button. */
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
      // React also passes the event to a form around the dialog's component. This form must not be
      // sent.
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

/**
 * A dialog with a form. If an error names a field, it is shown at the field, otherwise above the
 * fields.
 */
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
