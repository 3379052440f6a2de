import { Button, Group, Modal, PasswordInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FormAlert } from '../ui/form-alert.tsx'
import { toast } from '../ui/toast.ts'
import { fieldProblems } from './refusal-of.ts'
import { changePasswordMutation } from './security-queries.ts'
import classes from './settings.module.css'

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
  const problems = fieldProblems(change.error, fields)
  return (
    <Modal opened onClose={onClose} title="Change the password" size="sm">
      <form
        className={classes.fields}
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
        <FormAlert error={Object.keys(problems).length > 0 ? null : change.error} />
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
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={change.isPending}>
            Change
          </Button>
        </Group>
      </form>
    </Modal>
  )
}
