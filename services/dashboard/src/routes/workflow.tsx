import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useDraftSlot } from '../platform/drafts/use-draft.ts'
import { useStanding } from '../platform/records/queries.ts'
import { Problem } from '../ui/feedback/problem.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { usePageNavigate } from '../ui/page/use-page-navigate.ts'
import { WorkflowEditor } from '../workflows/canvas/workflow-editor.tsx'
import { nodesQuery } from '../workflows/palette-queries.ts'
import { workflowQuery } from '../workflows/workflow-queries.ts'
import type { CanvasSearch } from '../workflows/workflows-search.ts'

const route = getRouteApi('/inside/workflows/$id')

export function WorkflowPage() {
  const { id } = route.useParams()
  const search = route.useSearch()
  const navigate = usePageNavigate(route.useNavigate())
  const change = useCallback(
    (changed: Partial<CanvasSearch>) =>
      void navigate({ search: (old) => ({ ...old, ...changed }), replace: true }),
    [navigate],
  )
  const workflow = useQuery(workflowQuery(id))
  const nodes = useQuery(nodesQuery)
  const draft = useDraftSlot(`workflow.${id}`)
  const { error } = useStanding({
    data: workflow.data && nodes.data,
    error: workflow.error ?? nodes.error,
  })
  if (error !== null) {
    const retry = () => void Promise.all([workflow.refetch(), nodes.refetch()])
    return (
      <>
        <PageHeader title="Workflow" />
        <Problem error={error} onRetry={retry} />
      </>
    )
  }
  const skeleton = (
    <>
      <PageHeader title={workflow.data?.name ?? 'Workflow'} />
      <Skeleton h="100%" radius={0} />
    </>
  )
  if (workflow.data === undefined || nodes.data === undefined || draft === undefined)
    return skeleton
  return (
    <WorkflowEditor
      key={id}
      read={workflow.data}
      draft={draft}
      palette={nodes.data}
      search={search}
      onShow={change}
    />
  )
}
