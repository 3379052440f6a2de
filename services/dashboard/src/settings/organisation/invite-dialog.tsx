import type { OrgRole } from '@atrium/contracts'
import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { DialogForm } from '../../ui/dialogs/dialog-form.tsx'
import { toRefusal } from '../../ui/feedback/to-refusal.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { isAddress } from '../is-address.ts'
import { useRole } from '../use-role.ts'
import { inviteAllMutation } from './member-queries.ts'
import { RoleSelect } from './role-select.tsx'

export interface InviteDraft {
  emails: string
  role: OrgRole
}

const most = 20

const splitAddresses = (typed: string): string[] => [
  ...new Set(typed.split(/[\s,;]+/).filter((email) => email !== '')),
]

/** Returns what is wrong with the typed email addresses, or null. */
export function addressesProblem(typed: string): string | null {
  const emails = splitAddresses(typed)
  if (emails.length === 0) return 'Enter an email address'
  if (emails.length > most) return `At most ${most} at once`
  const wrong = emails.find((email) => !isAddress(email))
  return wrong === undefined ? null : `${wrong} is not an email address`
}

/**
 * Invites email addresses with a role. The page owns the draft, so closing the dialog loses
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
  const invite = useMutation(inviteAllMutation(useQueryClient(), org.id))
  const send = ({ emails: typed, role }: InviteDraft) => {
    const emails = splitAddresses(typed)
    invite.mutate(
      { emails, role },
      {
        onSuccess: (refused) => {
          const sent = emails.length - refused.length
          if (sent === 1) {
            const email = emails.find((one) => refused.every((other) => other.email !== one))
            toast(`The invitation is on its way to ${email}`)
          } else if (sent > 1) toast(`${sent} invitations are on their way`)
          const [first] = refused
          if (first === undefined) {
            form.reset()
            onClose()
            return
          }
          // The refused addresses stay in the field.
          form.setFieldValue('emails', refused.map(({ email }) => email).join(', '))
          const reason = toRefusal(first.error)
          form.setFieldError('emails', refused.length === 1 ? reason : `${first.email}: ${reason}`)
        },
      },
    )
  }
  return (
    <DialogForm
      title={`Invite to ${org.name}`}
      action="Send the invitation"
      error={invite.error}
      pending={invite.isPending}
      onClose={onClose}
      onSubmit={form.onSubmit(send)}
    >
      <TextInput
        label="Email addresses"
        description="Separate several with commas."
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="colleague@example.com"
        maxLength={5_000}
        data-autofocus
        {...form.getInputProps('emails')}
      />
      <RoleSelect own={org.role} role={form.values.role} {...form.getInputProps('role')} />
    </DialogForm>
  )
}
