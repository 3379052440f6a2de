import { Button, Group, Modal } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FormAlert } from '../ui/form-alert.tsx'
import { toast } from '../ui/toast.ts'
import { When } from '../ui/when.tsx'
import { type ApiKey, revokeApiKeyMutation } from './api-key-queries.ts'
import classes from './settings.module.css'

/** Asks before a key ends: its secret cannot be restored. */
export function RevokeKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const revoke = useMutation(revokeApiKeyMutation(useQueryClient()))
  const name = apiKey.name ?? 'the key'
  return (
    <Modal opened onClose={onClose} title={`Revoke ${name}?`} size="sm">
      <div className={classes.fields}>
        <FormAlert error={revoke.error} />
        <span>
          Programs that use it are refused from the next request on.{' '}
          {apiKey.lastRequest !== null && (
            <>
              It was used <When at={apiKey.lastRequest} />.
            </>
          )}
        </span>
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={onClose}>
            Keep
          </Button>
          <Button
            color="red"
            loading={revoke.isPending}
            onClick={() =>
              revoke.mutate(apiKey.id, {
                onSuccess: () => {
                  onClose()
                  toast(`${name} is revoked`)
                },
              })
            }
          >
            Revoke
          </Button>
        </Group>
      </div>
    </Modal>
  )
}
