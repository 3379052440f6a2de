import { SegmentedControl } from '@mantine/core'
import type { WorkflowsSearch } from '../workflows-search.ts'

const filters = [
  { value: 'all', label: 'All' },
  { value: 'active', label: 'Active' },
  { value: 'failed', label: 'Failed' },
  { value: 'broken', label: 'Incomplete' },
] as const

interface ListFilterProps {
  readonly filter: WorkflowsSearch['filter']
  readonly onChange: (filter: WorkflowsSearch['filter']) => void
}

export const ListFilter = ({ filter, onChange }: ListFilterProps) => (
  <SegmentedControl
    aria-label="Show"
    data={[...filters]}
    value={filter ?? 'all'}
    onChange={(value) => onChange(value === 'all' ? undefined : value)}
  />
)
