import { Skeleton } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense } from 'react'
import { AgentRuns } from '../agent-runs/agent-runs.tsx'
import { late } from '../platform/load-page.ts'
import { Page } from '../ui/page-header.tsx'

const route = getRouteApi('/inside/agent-tasks/{-$id}')
const AgentRunPage = late(
  async () => (await import('../agent-runs/agent-run-page.tsx')).AgentRunPage,
)

export function AgentRunsPage() {
  const { id } = route.useParams()
  const { attempt } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <Page title={id === undefined ? 'Agent tasks' : 'Agent task'}>
      {id === undefined ? (
        <AgentRuns />
      ) : (
        <Suspense fallback={<Skeleton h={400} radius="lg" />}>
          <AgentRunPage
            id={id}
            attempt={attempt}
            onAttempt={(next) => void navigate({ search: { attempt: next }, replace: true })}
          />
        </Suspense>
      )}
    </Page>
  )
}
