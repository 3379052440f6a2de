import type { NodeCategory, TemplateGroup, WorkflowTemplate } from '@atrium/contracts'
import { describeWorkflow } from '@atrium/workflow-rules'
import { Box, Button, Group, SegmentedControl, Skeleton } from '@mantine/core'
import { IconFilterOff, IconSparkles } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { BusyButton } from '../../ui/busy-button.tsx'
import { Problem } from '../../ui/feedback/problem.tsx'
import { Empty } from '../../ui/page/empty.tsx'
import { checkInWorker } from '../graph/check-in-worker.ts'
import type { Palette } from '../graph/graph.ts'
import { arranged } from '../graph/layout.ts'
import { SearchField } from '../list/search-field.tsx'
import { useNewWorkflow } from '../list/use-new-workflow.ts'
import { eventWordsQuery, nodesQuery, templatesQuery } from '../palette-queries.ts'
import type { TemplatesSearch } from '../workflows-search.ts'
import { drawPicture } from './picture.ts'
import { shownTemplates } from './shown-templates.ts'

const groups: Readonly<Record<TemplateGroup, string>> = {
  posts: 'Posts',
  clients: 'Clients and money',
  inbox: 'Inbox and calendar',
  housekeeping: 'Housekeeping',
  ai: 'With AI',
}

const fills: Readonly<Record<NodeCategory, string>> = {
  trigger: 'light-dark(#d9a04e, #f0b35a)',
  ingest: 'light-dark(#3f9dba, #5cc4e0)',
  decide: 'light-dark(#b76cc6, #d79ae6)',
  enrich: 'light-dark(#8a8ff8, #a2a8fd)',
  act: 'light-dark(#3fa878, #5bd19a)',
}

const isGroup = (text: string | undefined): text is TemplateGroup =>
  text !== undefined && Object.hasOwn(groups, text)

interface GalleryProps {
  readonly search: TemplatesSearch
  readonly onChange: (changed: Partial<TemplatesSearch>) => void
}

export function Gallery({ search: { q, group: chosen }, onChange }: GalleryProps) {
  const templates = useQuery(templatesQuery)
  const nodes = useQuery(nodesQuery)
  const group = isGroup(chosen) ? chosen : undefined
  const { create, isPending } = useNewWorkflow()
  const error = templates.error ?? nodes.error
  const retry = () => {
    for (const query of [templates, nodes]) if (query.isError) void query.refetch()
  }
  const shown = templates.data && shownTemplates(templates.data, { q, group })
  // Templates are listed once the organisation has the nodes that they need.
  const lacksModel =
    group === 'ai' && templates.data?.every((template) => template.group !== 'ai') === true
  if (error === null && (shown === undefined || nodes.data === undefined))
    return <GallerySkeleton />
  return (
    <div className="page">
      <Group gap="8px 16px" justify="space-between" mb={16}>
        <SegmentedControl
          style={{ maxWidth: '100%', overflow: 'auto' }}
          aria-label="Kind of template"
          data={[
            { value: 'all', label: 'All' },
            ...Object.entries(groups).map(([value, label]) => ({ value, label })),
          ]}
          value={group ?? 'all'}
          onChange={(value) => onChange({ group: isGroup(value) ? value : undefined })}
        />
        <SearchField label="Search the templates" q={q} onChange={onChange} />
      </Group>
      {error !== null && <Problem error={error} onRetry={retry} />}
      {lacksModel && (
        <Empty
          icon={IconSparkles}
          title="Connect an AI account first"
          action={
            <Button component={Link} to="/channels">
              Accounts
            </Button>
          }
        >
          These templates sort mail, write drafts and sum up with a language model.
        </Empty>
      )}
      {shown?.length === 0 && !lacksModel && (
        <Empty
          icon={IconFilterOff}
          title="No template matches"
          action={
            <Button variant="default" onClick={() => onChange({ q: undefined, group: undefined })}>
              Show all
            </Button>
          }
        >
          Try another word, or create the workflow yourself.
        </Empty>
      )}
      {shown !== undefined && shown.length > 0 && nodes.data !== undefined && (
        <Box
          className="plain-list"
          component="ul"
          display="grid"
          style={{ gridTemplateColumns: 'repeat(auto-fill, minmax(260px, 1fr))', gap: 16 }}
        >
          {shown.map((template) => (
            <Card
              key={template.id}
              template={template}
              palette={nodes.data}
              isPending={isPending}
              onUse={() =>
                create(template.name, template.graph, template.description, { panel: 'steps' })
              }
            />
          ))}
        </Box>
      )}
    </div>
  )
}

interface CardProps {
  readonly template: WorkflowTemplate
  readonly palette: Palette
  readonly isPending: boolean
  readonly onUse: () => void
}

function Card({
  template: { id, name, description, graph },
  palette,
  isPending,
  onUse,
}: CardProps) {
  const picture = useMemo(() => drawPicture(graph, arranged(graph), palette), [graph, palette])
  const { data: events } = useQuery(eventWordsQuery)
  const { data: missing = 0 } = useQuery({
    queryKey: ['workflows', 'templates', id, 'missing'],
    queryFn: async () => (await checkInWorker(graph, palette, undefined)).length,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <li className="raised column" style={{ overflow: 'hidden' }}>
      <Box
        component="svg"
        w="100%"
        h={112}
        bg="var(--sunken)"
        style={{ borderBottom: '1px solid var(--line)' }}
        viewBox={picture.viewBox}
        aria-hidden
      >
        {picture.lines.map(({ id, path }) => (
          <path
            key={id}
            d={path}
            style={{ fill: 'none', stroke: 'var(--mantine-color-gray-5)', strokeWidth: 6 }}
          />
        ))}
        {picture.boxes.map(({ id, x, y, category }) => (
          <rect
            key={id}
            x={x}
            y={y}
            width={232}
            height={64}
            rx={14}
            style={{
              fill: category === undefined ? 'var(--mantine-color-gray-5)' : fills[category],
            }}
          />
        ))}
      </Box>
      <h2 className="title" style={{ margin: '12px 16px 4px' }}>
        {name}
      </h2>
      <p className="quiet" style={{ margin: '0 16px' }}>
        {description}
      </p>
      {events !== undefined && (
        <p className="fine grow" style={{ margin: '8px 16px 0' }}>
          {describeWorkflow(graph, events)}
        </p>
      )}
      <div className="line" style={{ justifyContent: 'space-between', padding: '12px 16px' }}>
        <span className="fine">
          {graph.nodes.length === 1 ? '1 step' : `${graph.nodes.length} steps`}
          {missing > 0 && `, ${missing === 1 ? 'one thing' : `${missing} things`} to choose`}
        </span>
        <BusyButton
          variant="default"
          size="compact-md"
          aria-label={`Use ${name}`}
          blocked={isPending}
          onClick={onUse}
        >
          Use
        </BusyButton>
      </div>
    </li>
  )
}

const GallerySkeleton = () => (
  <div className="page" aria-busy="true">
    <Box
      className="plain-list"
      display="grid"
      style={{ gridTemplateColumns: 'repeat(auto-fill, minmax(260px, 1fr))', gap: 16 }}
    >
      {[0, 1, 2, 3, 4, 5].map((at) => (
        <Skeleton key={at} h={240} radius={12} />
      ))}
    </Box>
  </div>
)
