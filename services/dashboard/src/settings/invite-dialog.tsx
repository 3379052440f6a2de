import type { OrgRole } from '@atrium/contracts'
import { Button, Group, Modal, Select, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FormAlert } from '../ui/form-alert.tsx'
import { toast } from '../ui/toast.ts'
import { inviteMutation } from './member-queries.ts'
import { rolesUpTo, roleWords } from './member-rules.ts'
import { fieldProblems } from './refusal-of.ts'
import classes from './settings.module.css'
import { useRole } from './use-role.ts'

/** An invitation that is being written. */
export interface InviteDraft {
  email: string
  role: OrgRole
}

/** Invites an address with a role. The draft is the page's, so that closing the dialog loses nothing. */
export function InviteDialog({
  form,
  onClose,
}: {
  form: UseFormReturnType<InviteDraft>
  onClose: () => void
}) {
  const { org } = useRole()
  const invite = useMutation(inviteMutation(useQueryClient(), org.id))
  const problems = fieldProblems(invite.error, ['email', 'role'])
  const send = ({ email, role }: InviteDraft) =>
    invite.mutate(
      { email: email.trim(), role },
      {
        onSuccess: () => {
          toast(`The invitation is on its way to ${email.trim()}`)
          form.reset()
          onClose()
        },
        onError: (error) => form.setErrors(fieldProblems(error, ['email', 'role'])),
      },
    )
  return (
    <Modal opened onClose={onClose} title={`Invite to ${org.name}`}>
      <form className={classes.fields} noValidate onSubmit={form.onSubmit(send)}>
        <FormAlert error={Object.keys(problems).length > 0 ? null : invite.error} />
        <TextInput
          label="Email"
          type="email"
          autoComplete="off"
          placeholder="colleague@example.com"
          maxLength={254}
          data-autofocus
          {...form.getInputProps('email')}
        />
        <Select
          label="Role"
          allowDeselect={false}
          description={roleWords[form.values.role][1]}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          data={rolesUpTo(org.role).map((value) => ({ value, label: roleWords[value][0] }))}
          {...form.getInputProps('role')}
        />
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={invite.isPending}>
            Send the invitation
          </Button>
        </Group>
      </form>
    </Modal>
  )
}
