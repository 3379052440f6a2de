import { Group, Select, type SelectProps } from '@mantine/core'
import { IconArrowUpRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CustomerSelect } from '../../money/records/record-select.tsx'
import { membersQuery } from '../../platform/records/shared-queries.ts'
import { useMe } from '../../platform/session/me.ts'

interface AssigneeFieldProps extends Pick<SelectProps, 'label' | 'aria-label' | 'placeholder'> {
  readonly value: string | null
  readonly onChange: (userId: string | null) => void
}

/** Chooses a member of the organisation. The signed-in user comes first. */
export function AssigneeField({ value, onChange, ...select }: AssigneeFieldProps) {
  const { user } = useMe()
  const { data: members = [], isSuccess } = useQuery(membersQuery)
  const choices = members
    .map(({ userId, user: { name } }) => ({
      value: userId,
      label: userId === user.id ? `${name} (you)` : name,
    }))
    .sort((one, other) => Number(other.value === user.id) - Number(one.value === user.id))
  const isGone = value !== null && isSuccess && !choices.some((one) => one.value === value)
  return (
    <Select
      placeholder="Nobody"
      {...select}
      clearable
      searchable
      nothingFoundMessage="No member is found"
      data={isGone ? [...choices, { value, label: 'A former member' }] : choices}
      value={value}
      onChange={onChange}
    />
  )
}

interface CustomerFieldProps {
  readonly value: string | null
  readonly onChange: (customerId: string | null) => void
}

/** Chooses the customer whom a card is about, and links to the customer's page. */
export const CustomerField = ({ value, onChange }: CustomerFieldProps) => (
  <Group gap={8} wrap="nowrap">
    <div className="grow">
      <CustomerSelect
        aria-label="Customer"
        placeholder="No customer"
        clearable
        clearLabel="Without a customer"
        value={value}
        onChange={onChange}
      />
    </div>
    {value !== null && (
      <Link to="/customers/{-$id}" params={{ id: value }} className="link line" style={{ gap: 4 }}>
        Open
        <IconArrowUpRight size={14} aria-hidden />
        <span className="hidden"> the customer</span>
      </Link>
    )}
  </Group>
)
