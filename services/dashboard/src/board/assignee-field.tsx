import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { membersQuery } from '../platform/records/shared-queries.ts'

interface AssigneeFieldProps {
  readonly value: unknown
  readonly onChange: (value: string | null) => void
}

/**
 * Chooses a card's assignee. The free field `assignee` holds the member's id
 * (docs/reference/board.md, "Cards").
 */
export function AssigneeField({ value, onChange }: AssigneeFieldProps) {
  const { data: members = [], isSuccess } = useQuery(membersQuery)
  const id = typeof value === 'string' && value !== '' ? value : null
  const known = members.map(({ userId, user }) => ({ value: userId, label: user.name }))
  const isGone = id !== null && isSuccess && !known.some((one) => one.value === id)
  return (
    <Select
      aria-label="Assignee"
      placeholder="Nobody"
      clearable
      searchable
      data={isGone ? [...known, { value: id, label: 'A former member' }] : known}
      value={id}
      onChange={onChange}
    />
  )
}
