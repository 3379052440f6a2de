import type { OrgRole } from '@atrium/contracts'
import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { DialogForm } from '../../ui/dialogs/dialog-form.tsx'
import { fieldProblems } from '../../ui/feedback/to-refusal.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { useRole } from '../use-role.ts'
import { inviteMutation } from './member-queries.ts'
import { RoleSelect } from './role-select.tsx'

export interface InviteDraft {
  email: string
  role: OrgRole
}

const fields = ['email', 'role'] as const

/**
 * Invites an email address with a role. The page owns the draft, so closing the dialog loses
 * nothing.
 */
export function InviteDialog({
  form,
  onClose,
}: {
  form: UseFormReturnType<InviteDraft>
  onClose: () => void
}) {
  const { org } = useRole()
  const invite = useMutation(inviteMutation(useQueryClient(), org.id))
  const send = ({ email, role }: InviteDraft) =>
    invite.mutate(
      { email: email.trim(), role },
      {
        onSuccess: () => {
          toast(`The invitation is on its way to ${email.trim()}`)
          form.reset()
          onClose()
        },
        onError: (error) => form.setErrors(fieldProblems(error, fields)),
      },
    )
  return (
    <DialogForm
      title={`Invite to ${org.name}`}
      action="Send the invitation"
      error={invite.error}
      fields={fields}
      pending={invite.isPending}
      onClose={onClose}
      onSubmit={form.onSubmit(send)}
    >
      <TextInput
        label="Email"
        type="email"
        autoComplete="off"
        placeholder="colleague@example.com"
        maxLength={254}
        data-autofocus
        {...form.getInputProps('email')}
      />
      <RoleSelect own={org.role} role={form.values.role} {...form.getInputProps('role')} />
    </DialogForm>
  )
}
