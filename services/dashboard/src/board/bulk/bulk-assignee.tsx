import { Button, Menu } from '@mantine/core'
import { IconUser } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { membersQuery } from '../../platform/records/shared-queries.ts'
import type { BulkSet } from './bulk-plan.ts'

interface BulkAssigneeProps {
  readonly onChange: (set: BulkSet, done: string) => void
}

/** Assigns the selected cards to a member or to nobody. */
export function BulkAssignee({ onChange }: BulkAssigneeProps) {
  const { data: members = [] } = useQuery(membersQuery)
  return (
    <Menu position="top-start">
      <Menu.Target>
        <Button
          variant="default"
          size="compact-md"
          leftSection={<IconUser size={16} aria-hidden />}
        >
          Assign
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflow: 'auto' }}>
        {members.map(({ userId, user }) => (
          <Menu.Item
            key={userId}
            onClick={() => onChange({ assigneeId: userId }, `assigned to ${user.name}`)}
          >
            {user.name}
          </Menu.Item>
        ))}
        <Menu.Item onClick={() => onChange({ assigneeId: null }, 'assigned to nobody')}>
          Nobody
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
