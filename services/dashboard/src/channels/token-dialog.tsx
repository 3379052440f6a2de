import type { ConnectNetwork } from '@atrium/contracts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '../ui/feedback/toast.tsx'
import { networkName } from '../ui/network.tsx'
import { pasteTokenMutation } from './channel-queries.ts'
import { SecretDialog } from './secret-dialog.tsx'

const rules: Readonly<Partial<Record<ConnectNetwork, string>>> = {
  pagenet:
    'A token of a person, of a system user or of a Page, with the right to manage Pages. Of several Pages you choose one.',
  notebook:
    'The secret of an internal integration. It reads only the pages that are shared with the integration there.',
}

interface TokenDialogProps {
  readonly network: ConnectNetwork
  readonly shared: boolean
  readonly onClose: () => void
  readonly onPicker: (id: string) => void
}

export function TokenDialog({ network, shared, onClose, onPicker }: TokenDialogProps) {
  const paste = useMutation(pasteTokenMutation(useQueryClient()))
  const send = (token: string) =>
    void paste.mutateAsync({ network, token, shared }).then(
      (answer) => {
        if ('picker' in answer) return onPicker(answer.picker.id)
        toast(`${answer.channel.name} is connected`)
        onClose()
      },
      // The error is shown in the form.
      () => undefined,
    )
  return (
    <SecretDialog
      title={`Connect ${networkName(network)} with a token`}
      label="Token"
      description={rules[network]}
      error={paste.error}
      isPending={paste.isPending}
      onSend={send}
      onClose={onClose}
    >
      <p className="quiet">Atrium stores it encrypted and never shows it again.</p>
    </SecretDialog>
  )
}
