import { Modal } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '../ui/toast.ts'
import { PasswordForm } from './password-form.tsx'
import { disableFactorMutation } from './security-queries.ts'

/** Ends the second factor. */
export function DisableFactor({ onClose }: { onClose: () => void }) {
  const disable = useMutation(disableFactorMutation(useQueryClient()))
  return (
    <Modal opened onClose={onClose} title="Turn the second factor off?" size="sm">
      <PasswordForm
        danger
        action="Turn off"
        error={disable.error}
        pending={disable.isPending}
        onPassword={(password) =>
          disable.mutate(password, {
            onSuccess: () => {
              toast('The second factor is off')
              onClose()
            },
          })
        }
      >
        The password alone signs in then. The recovery codes end.
      </PasswordForm>
    </Modal>
  )
}
