import type { TemplateGroup, WorkflowTemplate } from '@atrium/contracts'
import { Button, SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Problem } from '../../ui/problem.tsx'
import { checkInWorker } from '../graph/check-in-worker.ts'
import type { Palette } from '../graph/graph.ts'
import { arranged } from '../graph/layout.ts'
import { useNewWorkflow } from '../list/use-new-workflow.ts'
import { nodesQuery, templatesQuery } from '../palette-queries.ts'
import classes from './gallery.module.css'
import { GallerySkeleton } from './gallery-skeleton.tsx'
import { pictureOf } from './picture.ts'

const groups: Readonly<Record<TemplateGroup, string>> = {
  posts: 'Posts',
  clients: 'Clients and money',
  inbox: 'Inbox and calendar',
  housekeeping: 'Housekeeping',
}

/** Graphs to begin with, each with its picture; one becomes a workflow of the organisation. */
export function Gallery() {
  const templates = useQuery(templatesQuery)
  const nodes = useQuery(nodesQuery)
  const [group, setGroup] = useState<TemplateGroup | 'all'>('all')
  const { create, isPending } = useNewWorkflow()
  const error = templates.error ?? nodes.error
  const shown = templates.data?.filter((template) => group === 'all' || template.group === group)
  if (error === null && (shown === undefined || nodes.data === undefined)) return <GallerySkeleton />
  return (
    <div className={classes.page}>
      <SegmentedControl
        className={classes.groups}
        aria-label="Kind of template"
        data={[
          { value: 'all', label: 'All' },
          ...Object.entries(groups).map(([value, label]) => ({ value, label })),
        ]}
        value={group}
        onChange={(value) => setGroup(value as TemplateGroup | 'all')}
      />
      {error !== null && <Problem error={error} onRetry={() => void templates.refetch()} />}
      {shown !== undefined && nodes.data !== undefined && (
        <ul className={classes.list}>
          {shown.map((template) => (
            <Card
              key={template.id}
              template={template}
              palette={nodes.data}
              isPending={isPending}
              onUse={() => create(template.name, template.graph, template.description, { panel: 'steps' })}
            />
          ))}
        </ul>
      )}
    </div>
  )
}

function Card({
  template: { id, name, description, graph },
  palette,
  isPending,
  onUse,
}: {
  template: WorkflowTemplate
  palette: Palette
  isPending: boolean
  onUse: () => void
}) {
  const picture = useMemo(() => pictureOf(graph, arranged(graph), palette), [graph, palette])
  const { data: missing = 0 } = useQuery({
    queryKey: ['workflows', 'templates', id, 'missing'],
    queryFn: async () => (await checkInWorker(graph, palette, undefined)).length,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <li className={classes.card}>
      <svg className={classes.picture} viewBox={picture.viewBox} aria-hidden>
        {picture.lines.map(({ id, path }) => (
          <path key={id} d={path} className={classes.line} />
        ))}
        {picture.boxes.map(({ id, x, y, category }) => (
          <rect
            key={id}
            x={x}
            y={y}
            width={232}
            height={64}
            rx={14}
            className={classes.box}
            data-category={category}
          />
        ))}
      </svg>
      <h2 className={classes.name}>{name}</h2>
      <p className={classes.text}>{description}</p>
      <div className={classes.foot}>
        <span className={classes.quiet}>
          {graph.nodes.length} nodes
          {missing > 0 && `, ${missing === 1 ? 'one thing' : `${missing} things`} to choose`}
        </span>
        <Button
          variant="default"
          size="compact-md"
          aria-label={`Use ${name}`}
          disabled={isPending}
          onClick={onUse}
        >
          Use
        </Button>
      </div>
    </li>
  )
}
