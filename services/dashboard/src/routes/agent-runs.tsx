import { getRouteApi } from '@tanstack/react-router'
import { AgentRunPage } from '../agent-runs/agent-run-page.tsx'
import { AgentRuns } from '../agent-runs/agent-runs.tsx'
import { Page } from '../ui/page/page-header.tsx'
import { usePageNavigate } from '../ui/page/use-page-navigate.ts'

const route = getRouteApi('/inside/agent-tasks/{-$id}')

export function AgentRunsPage() {
  const { id } = route.useParams()
  const { attempt } = route.useSearch()
  const navigate = usePageNavigate(route.useNavigate())
  return (
    <Page title={id === undefined ? 'Agent tasks' : 'Agent task'}>
      {id === undefined ? (
        <AgentRuns />
      ) : (
        <AgentRunPage
          id={id}
          attempt={attempt}
          onAttempt={(next) => void navigate({ search: { attempt: next }, replace: true })}
        />
      )}
    </Page>
  )
}
