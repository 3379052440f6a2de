import type { ConnectNetwork } from '@atrium/contracts'
import { AtriumError } from '@atrium/sdk'
import { Button, Group, Modal, PasswordInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormAlert } from '../ui/form-alert.tsx'
import { networkName } from '../ui/network.tsx'
import { detailOf } from '../ui/problem.tsx'
import { toast } from '../ui/toast.ts'
import { pasteTokenMutation } from './channel-queries.ts'

const rules: Readonly<Partial<Record<ConnectNetwork, string>>> = {
  pagenet:
    'A token of a person, of a system user or of a Page, with the right to manage Pages. Of several Pages you choose one.',
  notebook:
    'The secret of an internal integration. It reads only the pages that are shared with the integration there.',
}

interface TokenDialogProps {
  readonly network: ConnectNetwork
  readonly onClose: () => void
  readonly onPicker: (id: string) => void
}

export function TokenDialog({ network, onClose, onPicker }: TokenDialogProps) {
  const [token, setToken] = useState('')
  const paste = useMutation(pasteTokenMutation(useQueryClient()))
  const ofField = paste.error instanceof AtriumError && [400, 422].includes(paste.error.status)
  const send = () =>
    void paste.mutateAsync({ network, token: token.trim() }).then(
      (answer) => {
        if ('picker' in answer) return onPicker(answer.picker.id)
        toast(`${answer.channel.name} is connected`)
        onClose()
      },
      // The error is shown in the form.
      () => undefined,
    )
  return (
    <Modal opened onClose={onClose} title={`Connect ${networkName(network)} with a token`}>
      <form
        className="stack"
        style={{ gap: 12 }}
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <FormAlert error={ofField ? undefined : paste.error} />
        <PasswordInput
          label="Token"
          description={rules[network]}
          autoComplete="off"
          maxLength={4_096}
          required
          withAsterisk={false}
          data-autofocus
          visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the token' }}
          error={ofField ? detailOf(paste.error) : undefined}
          aria-invalid={ofField}
          value={token}
          onChange={(event) => setToken(event.currentTarget.value)}
        />
        <p className="quiet">It is stored encrypted, and shown to nobody again.</p>
        <Group justify="flex-end">
          <Button type="submit" loading={paste.isPending} disabled={token.trim() === ''}>
            Connect
          </Button>
        </Group>
      </form>
    </Modal>
  )
}
