import { Button, Group, Modal, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMe } from '../platform/me.ts'
import { FormAlert } from '../ui/form-alert.tsx'
import { toast } from '../ui/toast.ts'
import { isAddress } from './is-address.ts'
import { fieldProblems } from './refusal-of.ts'
import { changeEmailMutation } from './security-queries.ts'
import classes from './settings.module.css'

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
  const problems = fieldProblems(change.error, ['newEmail'])
  const waiting = change.data?.changed === false
  return (
    <Modal opened onClose={onClose} title={waiting ? 'Look into your mail' : 'Change the address'} size="sm">
      {waiting ? (
        <div className={classes.fields}>
          <span>
            The change needs your confirmation: open the link that is on its way. You sign in with{' '}
            {user.email} until then. An address that has an account already gets no mail.
          </span>
          <Group justify="flex-end">
            <Button onClick={onClose}>Close</Button>
          </Group>
        </div>
      ) : (
        <form
          className={classes.fields}
          noValidate
          onSubmit={form.onSubmit(({ newEmail }) =>
            change.mutate(newEmail.trim(), {
              onError: (error) => form.setErrors(fieldProblems(error, ['newEmail'])),
              onSuccess: ({ changed }) => {
                if (!changed) return
                toast('The address is changed')
                onClose()
              },
            }),
          )}
        >
          <FormAlert error={Object.keys(problems).length > 0 ? null : change.error} />
          <TextInput
            label="New address"
            type="email"
            autoComplete="email"
            maxLength={254}
            data-autofocus
            {...form.getInputProps('newEmail')}
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
      )}
    </Modal>
  )
}
