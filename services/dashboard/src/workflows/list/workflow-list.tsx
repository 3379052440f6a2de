import { Button, Group, SegmentedControl, Skeleton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconRoute } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useStanding } from '../../platform/records/queries.ts'
import { Problem } from '../../ui/feedback/problem.tsx'
import { Empty, NoMatch } from '../../ui/page/empty.tsx'
import { ShowMore } from '../../ui/page/show-more.tsx'
import { workflowsQuery } from '../workflow-queries.ts'
import type { WorkflowsSearch } from '../workflows-search.ts'
import { LabelFilters } from './label-filters.tsx'
import { SearchField } from './search-field.tsx'
import { shownWorkflows } from './shown-workflows.ts'
import { WorkflowRow } from './workflow-row.tsx'

interface WorkflowListProps {
  readonly search: WorkflowsSearch
  readonly onChange: (changed: Partial<WorkflowsSearch>) => void
  readonly onCreate: () => void
}

export function WorkflowList({ search, onChange, onCreate }: WorkflowListProps) {
  // Loaded workflows are searched at once. The platform searches the others.
  const [q] = useDebouncedValue((search.q ?? '').trim(), 150)
  const { folder, tag } = search
  const query = useInfiniteQuery(workflowsQuery({ q, folder, tag }))
  const { error, isPending } = useStanding(query)
  if (isPending) {
    return (
      <div className="page stack" aria-busy="true">
        {[0, 1, 2].map((at) => (
          <Skeleton key={at} h={64} mt={at === 0 ? 8 : 1} />
        ))}
      </div>
    )
  }
  if (query.data === undefined)
    return <Problem error={error} onRetry={() => void query.refetch()} />
  const all = query.data.pages.flatMap(({ items }) => items)
  const isNarrowed = q !== '' || folder !== undefined || tag !== undefined
  if (all.length === 0 && !isNarrowed && !query.isPlaceholderData) {
    return (
      <Empty
        icon={IconRoute}
        title="No workflows yet"
        action={
          <Group gap={8} justify="center">
            <Button component={Link} to="/workflows/templates">
              Start from a template
            </Button>
            <Button variant="default" onClick={() => onCreate()}>
              Create one yourself
            </Button>
          </Group>
        }
      >
        A workflow does repeated work for you. When something happens or at a set time, it reads,
        decides and acts.
      </Empty>
    )
  }
  const shown = shownWorkflows(all, search)
  // The last result says nothing about the new search.
  const isLate = query.isPlaceholderData || q !== (search.q ?? '').trim()
  return (
    <div className="page stack">
      <Group gap="8px 16px" justify="space-between" mih={36}>
        <ListFilter filter={search.filter} onChange={(filter) => onChange({ filter })} />
        <Group gap="8px">
          <LabelFilters search={search} onChange={onChange} />
          <SearchField label="Search the workflows" q={search.q} onChange={onChange} />
        </Group>
      </Group>
      {shown.length === 0 && isLate && <Skeleton h={64} mt={8} aria-busy="true" />}
      {shown.length === 0 && !isLate && (
        <NoMatch
          title="No workflow matches"
          action="Show all"
          onClear={() =>
            onChange({ q: undefined, filter: undefined, folder: undefined, tag: undefined })
          }
        >
          {search.q !== undefined
            ? 'We searched names and descriptions.'
            : isNarrowed
              ? 'Try another folder or tag.'
              : all.length === 1
                ? 'There is one workflow without the filter.'
                : `There are ${all.length} workflows without the filter.`}
        </NoMatch>
      )}
      {shown.length > 0 && (
        <ul className="card" style={{ margin: '8px 0 16px' }} aria-label="Workflows">
          {shown.map((workflow) => (
            <WorkflowRow key={workflow.id} workflow={workflow} />
          ))}
        </ul>
      )}
      <ShowMore query={query} label="Load more" />
    </div>
  )
}

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

const ListFilter = ({ filter, onChange }: ListFilterProps) => (
  <SegmentedControl
    aria-label="Show"
    data={[...filters]}
    value={filter ?? 'all'}
    onChange={(value) => onChange(value === 'all' ? undefined : value)}
  />
)
