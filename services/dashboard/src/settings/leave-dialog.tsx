import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { QuestionDialog } from '../ui/question-dialog.tsx'
import { toast } from '../ui/toast.ts'
import { leaveOrgMutation } from './departure-queries.ts'
import { useRole } from './use-role.ts'

/** Asks before the person leaves: only an invitation leads back. */
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
      You come back with a new invitation only. Cards and posts of yours stay with the organisation.
    </QuestionDialog>
  )
}
