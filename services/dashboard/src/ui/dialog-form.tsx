import { Button, Group, Modal, type ModalProps } from '@mantine/core'
import type { FormEventHandler, ReactNode } from 'react'
import { FormAlert } from './form-alert.tsx'
import { fieldProblems } from './refusal-of.ts'

/** A dialog with a form. A refusal that names one of the fields stands there, any other one above them. */
export const DialogForm = ({
  action,
  danger = false,
  disabled = false,
  error,
  fields = [],
  pending,
  children,
  onSubmit,
  onClose,
  ...modal
}: Pick<ModalProps, 'size' | 'closeOnClickOutside'> & {
  title: string
  action: string
  danger?: boolean
  disabled?: boolean
  error: unknown
  fields?: readonly string[]
  pending: boolean
  children: ReactNode
  onSubmit: FormEventHandler<HTMLFormElement>
  onClose: () => void
}) => (
  <Modal {...modal} opened onClose={onClose}>
    <form className="fields" noValidate onSubmit={onSubmit}>
      <FormAlert error={Object.keys(fieldProblems(error, fields)).length > 0 ? null : error} />
      {children}
      <Group justify="flex-end" gap={8}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={pending} disabled={disabled} {...(danger ? { color: 'red.9' } : {})}>
          {action}
        </Button>
      </Group>
    </form>
  </Modal>
)
