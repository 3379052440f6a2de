import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { QuestionDialog } from '../../ui/dialogs/question-dialog.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { TypedConfirmation } from '../typed-confirmation.tsx'
import { useRole } from '../use-role.ts'
import { deleteOrgMutation, leaveOrgMutation } from './departure-queries.ts'

/** Asks before the user leaves, because only an invitation lets them join again. */
export function LeaveDialog({ onClose }: { onClose: () => void }) {
  const { org } = useRole()
  const router = useRouter()
  const leave = useMutation({
    ...leaveOrgMutation(useQueryClient()),
    onSuccess: async () => {
      await router.navigate({ to: '/' })
      toast(`You have left ${org.name}`)
    },
  })
  return (
    <QuestionDialog
      title={`Leave ${org.name}?`}
      action="Leave"
      keep="Stay"
      error={leave.error}
      pending={leave.isPending}
      onConfirm={() => leave.mutate(org.id)}
      onClose={onClose}
    >
      You need a new invitation to return. Your cards and posts stay with the organisation.
    </QuestionDialog>
  )
}

/** Deletes the organisation after the user has typed its name. */
export function DeleteOrgDialog({ onClose }: { onClose: () => void }) {
  const { org } = useRole()
  const router = useRouter()
  const remove = useMutation({
    ...deleteOrgMutation(useQueryClient()),
    onSuccess: async () => {
      await router.navigate({ to: '/' })
      toast(`${org.name} is deleted`)
    },
  })
  return (
    <TypedConfirmation
      title={`Delete ${org.name}?`}
      expected={org.name}
      action="Delete the organisation"
      error={remove.error}
      pending={remove.isPending}
      onConfirm={() => remove.mutate(org.id)}
      onClose={onClose}
    >
      This deletes everything for all members, including cards, posts, files, accounts, invoices,
      products and workflows. You cannot undo this.
    </TypedConfirmation>
  )
}
