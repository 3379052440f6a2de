import { Button, Group, Modal } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { FormAlert } from '../ui/form-alert.tsx'
import { toast } from '../ui/toast.ts'
import { leaveOrgMutation } from './organisation-queries.ts'
import classes from './settings.module.css'
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
    <Modal opened onClose={onClose} title={`Leave ${org.name}?`} size="sm">
      <div className={classes.fields}>
        <FormAlert error={leave.error} />
        <span>
          You come back with a new invitation only. Cards and posts of yours stay with the organisation.
        </span>
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={onClose}>
            Stay
          </Button>
          <Button color="red" loading={leave.isPending} onClick={() => leave.mutate(org.id)}>
            Leave
          </Button>
        </Group>
      </div>
    </Modal>
  )
}
