import { Button, Group, Modal, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMe } from '../platform/me.ts'
import { DialogForm } from '../ui/dialog-form.tsx'
import { fieldProblems } from '../ui/refusal-of.ts'
import { toast } from '../ui/toast.ts'
import { isAddress } from './is-address.ts'
import { changeEmailMutation } from './security-queries.ts'

const fields = ['newEmail'] as const

/** Another address for the account: it counts once it is confirmed, where that is asked for. */
export function EmailDialog({ onClose }: { onClose: () => void }) {
  const { user } = useMe()
  const form = useForm({
    initialValues: { newEmail: '' },
    validate: {
      newEmail: (typed) =>
        typed.trim().toLowerCase() === user.email
          ? 'This is the present address'
          : isAddress(typed.trim())
            ? null
            : 'An email address is needed',
    },
  })
  const change = useMutation(changeEmailMutation(useQueryClient()))
  if (change.data?.changed === false) {
    return (
      <Modal opened onClose={onClose} title="Look into your mail" size="sm">
        <div className="fields">
          <span>
            The change needs your confirmation: open the link that is on its way. You sign in with{' '}
            {user.email} until then. An address that has an account already gets no mail.
          </span>
          <Group justify="flex-end">
            <Button onClick={onClose}>Close</Button>
          </Group>
        </div>
      </Modal>
    )
  }
  return (
    <DialogForm
      title="Change the address"
      size="sm"
      action="Change"
      error={change.error}
      fields={fields}
      pending={change.isPending}
      onClose={onClose}
      onSubmit={form.onSubmit(({ newEmail }) =>
        change.mutate(newEmail.trim(), {
          onError: (error) => form.setErrors(fieldProblems(error, fields)),
          onSuccess: ({ changed }) => {
            if (!changed) return
            toast('The address is changed')
            onClose()
          },
        }),
      )}
    >
      <TextInput
        label="New address"
        type="email"
        autoComplete="email"
        maxLength={254}
        data-autofocus
        {...form.getInputProps('newEmail')}
      />
    </DialogForm>
  )
}
