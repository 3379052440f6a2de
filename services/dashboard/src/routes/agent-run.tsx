import { AtriumError } from '@atrium/sdk'
import { Skeleton } from '@mantine/core'
import { IconChevronLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { agentRunQuery } from '../agent-runs/agent-run-queries.ts'
import classes from '../agent-runs/agent-runs.module.css'
import { late } from '../platform/load-page.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { Problem } from '../ui/problem.tsx'

const route = getRouteApi('/inside/agent-runs/$id')
const NotFound = late(async () => (await import('../ui/not-found.tsx')).NotFound)
const AgentRunView = late(async () => (await import('../agent-runs/agent-run-page.tsx')).AgentRunView)

export function AgentRunPage() {
  const { id } = route.useParams()
  const { attempt } = route.useSearch()
  const navigate = route.useNavigate()
  const query = useQuery(agentRunQuery(id))
  const isGone = query.error instanceof AtriumError && query.error.status === 404
  const skeleton = <Skeleton h={400} radius="lg" />
  return (
    <>
      <PageHeader title="Agent run" />
      <div className={classes.page}>
        <Link to="/agent-runs" className={classes.back}>
          <IconChevronLeft size={16} aria-hidden />
          All agent runs
        </Link>
        <Suspense fallback={skeleton}>
          {query.data !== undefined ? (
            <AgentRunView
              run={query.data}
              attempt={attempt}
              onAttempt={(next) => void navigate({ search: { attempt: next }, replace: true })}
            />
          ) : isGone ? (
            <NotFound />
          ) : query.isError ? (
            <Problem error={query.error} onRetry={() => void query.refetch()} />
          ) : (
            skeleton
          )}
        </Suspense>
      </div>
    </>
  )
}
