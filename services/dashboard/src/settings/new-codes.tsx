import { Modal } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { PasswordForm } from './password-form.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { newCodesMutation } from './security-queries.ts'

/** Another set of recovery codes. */
export function NewCodes({ onClose }: { onClose: () => void }) {
  const make = useMutation(newCodesMutation())
  if (make.isSuccess) {
    return (
      <Modal
        opened
        onClose={onClose}
        title="Your recovery codes"
        withCloseButton={false}
        closeOnClickOutside={false}
        closeOnEscape={false}
      >
        <RecoveryCodes codes={make.data} onDone={onClose} />
      </Modal>
    )
  }
  return (
    <Modal opened onClose={onClose} title="New recovery codes" size="sm">
      <PasswordForm
        action="Make new codes"
        error={make.error}
        pending={make.isPending}
        onPassword={(password) => make.mutate(password)}
      >
        The former codes end.
      </PasswordForm>
    </Modal>
  )
}
