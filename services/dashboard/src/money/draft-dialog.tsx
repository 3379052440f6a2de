import { Button, Group, Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './money.module.css'
import { Refusal } from './refusal.tsx'

/** A dialog with one form: its fields, the refusal above them, and the button that saves. */
export const DraftDialog = ({
  title,
  action,
  form,
  size,
  children,
  onSubmit,
  onClose,
}: {
  title: string
  /** The text of the button. */
  action: string
  form: { readonly error: unknown; readonly isPending: boolean }
  size?: number
  children: ReactNode
  onSubmit: () => void
  onClose: () => void
}) => (
  <Modal opened onClose={onClose} title={title} {...(size === undefined ? {} : { size })}>
    <form
      noValidate
      className={classes.fields}
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
          Cancel
        </Button>
        <Button type="submit" loading={form.isPending}>
          {action}
        </Button>
      </Group>
    </form>
  </Modal>
)
