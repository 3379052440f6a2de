import { AtriumError } from '@atrium/sdk'
import { Group, Modal, PasswordInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { BusyButton } from '../ui/busy-button.tsx'
import { FormAlert } from '../ui/feedback/form-alert.tsx'
import { toDetail } from '../ui/feedback/problem.tsx'

interface SecretDialogProps {
  readonly title: string
  readonly label: string
  readonly description: ReactNode
  readonly before?: ReactNode
  readonly children: ReactNode
  readonly error: unknown
  readonly isPending: boolean
  readonly onSend: (secret: string) => void
  readonly onClose: () => void
}

/**
 * A dialog that connects an account with a secret. Other fields come before and after the secret.
 */
export function SecretDialog({
  title,
  label,
  description,
  before,
  children,
  error,
  isPending,
  onSend,
  onClose,
}: SecretDialogProps) {
  const [secret, setSecret] = useState('')
  const ofField = error instanceof AtriumError && [400, 422].includes(error.status)
  return (
    <Modal opened onClose={onClose} title={title}>
      <form
        className="stack"
        style={{ gap: 12 }}
        onSubmit={(event) => {
          event.preventDefault()
          onSend(secret.trim())
        }}
      >
        <FormAlert error={ofField ? undefined : error} />
        {before}
        <PasswordInput
          label={label}
          description={description}
          autoComplete="off"
          maxLength={4_096}
          required
          withAsterisk={false}
          data-autofocus
          visibilityToggleButtonProps={{ 'aria-label': `Show or hide the ${label.toLowerCase()}` }}
          error={ofField ? toDetail(error) : undefined}
          aria-invalid={ofField}
          value={secret}
          onChange={(event) => setSecret(event.currentTarget.value)}
        />
        {children}
        <Group justify="flex-end">
          <BusyButton type="submit" loading={isPending} disabled={secret.trim() === ''}>
            Connect
          </BusyButton>
        </Group>
      </form>
    </Modal>
  )
}
