import { Button, Group, Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { Refusal } from './refusal.tsx'

interface FormProps {
  /** The text of the button that sends. */
  readonly action: string
  readonly cancel?: string
  readonly disabled?: boolean
  /** Whether the step cannot be undone. */
  readonly danger?: boolean
  readonly form: { readonly error: unknown; readonly isPending: boolean }
  readonly children: ReactNode
  readonly onSubmit: () => void
  readonly onClose: () => void
}

/** The form of a dialog: its fields, the refusal above them, and the button that sends. */
export const DraftForm = ({
  action,
  cancel = 'Cancel',
  disabled = false,
  danger = false,
  form,
  children,
  onSubmit,
  onClose,
}: FormProps) => (
  <form
    noValidate
    className="fields"
    onSubmit={(event) => {
      event.preventDefault()
      // A form around the place that opened the dialog is not meant.
      event.stopPropagation()
      onSubmit()
    }}
  >
    <Refusal error={form.error} />
    {children}
    <Group justify="flex-end" gap={8}>
      <Button variant="default" onClick={onClose}>
        {cancel}
      </Button>
      <Button
        type="submit"
        disabled={disabled}
        loading={form.isPending}
        {...(danger ? { color: 'red.9' } : {})}
      >
        {action}
      </Button>
    </Group>
  </form>
)

/** A dialog with one form. */
export const DraftDialog = ({
  title,
  size = 'md',
  ...form
}: FormProps & { title: string; size?: number | 'sm' | 'md' }) => (
  <Modal opened onClose={form.onClose} title={title} size={size}>
    <DraftForm {...form} />
  </Modal>
)
