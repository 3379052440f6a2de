import { Button, Group, Modal, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { BusyButton } from '../busy-button.tsx'
import { FormAlert } from '../feedback/form-alert.tsx'

/** Asks for confirmation before a step without an undo. */
export const QuestionDialog = ({
  title,
  action,
  keep = 'Keep',
  danger = true,
  error,
  pending,
  other,
  children,
  onConfirm,
  onClose,
}: {
  title: string
  action: string
  keep?: string
  danger?: boolean
  error: unknown
  pending: boolean
  /** A second way to continue. */
  other?: { readonly label: string; readonly run: () => void }
  children: ReactNode
  onConfirm: () => void
  onClose: () => void
}) => (
  <Modal opened onClose={onClose} title={title} size="sm">
    <Stack gap={16}>
      <FormAlert error={error} />
      <span>{children}</span>
      <Group justify="flex-end" gap={8}>
        <Button variant="default" data-autofocus onClick={onClose}>
          {keep}
        </Button>
        {other !== undefined && (
          <Button variant="default" onClick={other.run}>
            {other.label}
          </Button>
        )}
        <BusyButton loading={pending} onClick={onConfirm} {...(danger ? { color: 'red.9' } : {})}>
          {action}
        </BusyButton>
      </Group>
    </Stack>
  </Modal>
)
