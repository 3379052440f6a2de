import { useMutation, useQueryClient } from '@tanstack/react-query'
import { QuestionDialog } from '../ui/question-dialog.tsx'
import { toast } from '../ui/toast.ts'
import { When } from '../ui/when.tsx'
import { type ApiKey, revokeApiKeyMutation } from './api-key-queries.ts'

/** Asks before a key is revoked, because its secret cannot be restored. */
export function RevokeKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const revoke = useMutation(revokeApiKeyMutation(useQueryClient()))
  const name = apiKey.name ?? 'the key'
  return (
    <QuestionDialog
      title={`Revoke ${name}?`}
      action="Revoke"
      error={revoke.error}
      pending={revoke.isPending}
      onConfirm={() =>
        revoke.mutate(apiKey.id, {
          onSuccess: () => {
            onClose()
            toast(`${name} is revoked`)
          },
        })
      }
      onClose={onClose}
    >
      Programs that use this key lose access immediately.{' '}
      {apiKey.lastRequest !== null && (
        <>
          It was used <When at={apiKey.lastRequest} />.
        </>
      )}
    </QuestionDialog>
  )
}
