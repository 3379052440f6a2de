import { AtriumError } from '@atrium/sdk'
import { IconChevronLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useListSearch } from '../platform/drafts/list-memory.ts'
import { NotFound } from '../ui/page/not-found.tsx'
import { Waiting } from '../ui/page/waiting.tsx'
import { agentRunQuery } from './agent-run-queries.ts'
import { AgentRunView } from './agent-run-view.tsx'

interface AgentRunPageProps {
  readonly id: string
  readonly attempt: number | undefined
  readonly onAttempt: (attempt: number | undefined) => void
}

export function AgentRunPage({ id, attempt, onAttempt }: AgentRunPageProps) {
  const query = useQuery(agentRunQuery(id))
  const back = useListSearch('/agent-tasks')
  const isGone = query.error instanceof AtriumError && query.error.status === 404
  return (
    <>
      <Link to="/agent-tasks/{-$id}" params={{ id: undefined }} search={back} className="back">
        <IconChevronLeft size={16} aria-hidden />
        All agent tasks
      </Link>
      {query.data !== undefined ? (
        <AgentRunView run={query.data} attempt={attempt} onAttempt={onAttempt} />
      ) : isGone ? (
        <NotFound />
      ) : (
        <Waiting query={query} height={400} radius="lg" />
      )}
    </>
  )
}
