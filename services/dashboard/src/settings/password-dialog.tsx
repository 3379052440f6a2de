import { PasswordInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { DialogForm } from '../ui/dialog-form.tsx'
import { fieldProblems } from '../ui/refusal-of.ts'
import { toast } from '../ui/toast.ts'
import { changePasswordMutation } from './security-queries.ts'

const shortest = 8
const fields = ['currentPassword', 'newPassword'] as const

/** Another password; all other sessions end with the former one. */
export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const form = useForm({
    initialValues: { currentPassword: '', newPassword: '' },
    validate: {
      currentPassword: (typed) => (typed === '' ? 'Your present password is needed' : null),
      newPassword: (typed) => (typed.length < shortest ? `At least ${shortest} characters` : null),
    },
  })
  const change = useMutation(changePasswordMutation(useQueryClient()))
  return (
    <DialogForm
      title="Change the password"
      size="sm"
      action="Change"
      error={change.error}
      fields={fields}
      pending={change.isPending}
      onClose={onClose}
      onSubmit={form.onSubmit((values) =>
        change.mutate(values, {
          onError: (error) => form.setErrors(fieldProblems(error, fields)),
          onSuccess: () => {
            toast('The password is changed and your other sessions have ended')
            onClose()
          },
        }),
      )}
    >
      <PasswordInput
        label="Present password"
        autoComplete="current-password"
        data-autofocus
        {...form.getInputProps('currentPassword')}
      />
      <PasswordInput
        label="New password"
        autoComplete="new-password"
        maxLength={128}
        description={`At least ${shortest} characters`}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        {...form.getInputProps('newPassword')}
      />
    </DialogForm>
  )
}
