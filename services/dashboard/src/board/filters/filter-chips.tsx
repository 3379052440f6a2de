import { Box, CloseButton, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Member, membersQuery } from '../../platform/records/shared-queries.ts'
import type { BoardSearch, DueRange } from '../board-search.ts'
import { kindLabel } from '../card-kind.tsx'

export const dueLabels: Readonly<Record<DueRange, string>> = {
  overdue: 'Overdue',
  week: 'In the next seven days',
}

export const assigneeWords = { me: 'Mine', none: 'Assigned to nobody' } as const

function assigneeLabel(assignee: string, members: readonly Member[] | undefined): string {
  if (assignee === 'me' || assignee === 'none') return assigneeWords[assignee]
  const name = members?.find(({ userId }) => userId === assignee)?.user.name
  return `Assigned to ${name ?? 'a member'}`
}

interface FilterChipsProps {
  readonly search: BoardSearch
  readonly onChange: (change: Partial<BoardSearch>) => void
}

export function FilterChips({
  search: { kind = [], tag = [], due, assignee, archived },
  onChange,
}: FilterChipsProps) {
  const { data: members } = useQuery(membersQuery)
  const without = <T,>(list: readonly T[], one: T) => {
    const rest = list.filter((value) => value !== one)
    return rest.length === 0 ? undefined : rest
  }
  const chips: { label: string; change: Partial<BoardSearch> }[] = [
    ...kind.map((one) => ({ label: kindLabel(one), change: { kind: without(kind, one) } })),
    ...tag.map((one) => ({ label: one, change: { tag: without(tag, one) } })),
    ...(due === undefined ? [] : [{ label: dueLabels[due], change: { due: undefined } }]),
    ...(assignee === undefined
      ? []
      : [{ label: assigneeLabel(assignee, members), change: { assignee: undefined } }]),
    ...(archived === true ? [{ label: 'With archived', change: { archived: undefined } }] : []),
  ]
  return (
    <Box
      className="wrapped plain-list firm"
      component="ul"
      p="0 var(--gutter) 12px"
      aria-label="Filters in use"
    >
      {chips.map(({ label, change }) => (
        <Group
          key={label}
          component="li"
          gap={4}
          wrap="nowrap"
          maw={240}
          p="2px 4px 2px 10px"
          bdrs={99}
          bg="var(--pressed)"
          fz="sm"
        >
          <span className="clipped" dir="auto">
            {label}
          </span>
          <CloseButton
            size="xs"
            aria-label={`Remove the filter ${label}`}
            onClick={() => onChange(change)}
          />
        </Group>
      ))}
    </Box>
  )
}
