import { Avatar } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { membersQuery } from '../../platform/records/shared-queries.ts'

/** Shows a card's assignee by their initials, with the name on hover and for screen readers. */
export function AssigneeMark({ userId }: { userId: string }) {
  const { data, isPending } = useQuery(membersQuery)
  if (isPending) return null
  const name = data?.find((member) => member.userId === userId)?.user.name ?? 'A former member'
  return (
    <span title={name} style={{ marginInlineStart: 'auto' }}>
      <Avatar name={name} size={20} color="initials" aria-hidden alt="" />
      <span className="hidden">Assigned to {name}</span>
    </span>
  )
}
