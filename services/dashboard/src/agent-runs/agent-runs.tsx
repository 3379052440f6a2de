import { Button, Skeleton } from '@mantine/core'
import { IconChevronRight, IconTerminal2 } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Empty } from '../ui/page/empty.tsx'
import { ShowMore } from '../ui/page/show-more.tsx'
import { Waiting } from '../ui/page/waiting.tsx'
import { When } from '../ui/when.tsx'
import { AgentRunBadge } from './agent-run-badge.tsx'
import { agentRunsQuery } from './agent-run-queries.ts'

export function AgentRuns() {
  const query = useInfiniteQuery(agentRunsQuery)
  if (query.data === undefined) {
    return (
      <Waiting query={query}>
        {[1, 2, 3].map((row) => (
          <Skeleton key={row} h={64} mb={8} radius="lg" />
        ))}
      </Waiting>
    )
  }
  const runs = query.data.pages.flatMap(({ items }) => items)
  if (runs.length === 0) {
    return (
      <Empty
        icon={IconTerminal2}
        title="No agent tasks yet"
        action={
          <Button variant="default" renderRoot={(props) => <Link {...props} to="/board" />}>
            Open the board
          </Button>
        }
      >
        An agent on your own computer works on the cards that you give it. Start one with “atrium
        agent” and an API key, then open a card and choose “Implement”.
      </Empty>
    )
  }
  return (
    <>
      <ul className="card" aria-label="Agent tasks">
        {runs.map((run) => (
          <li key={run.id}>
            <Link to="/agent-tasks/{-$id}" params={{ id: run.id }} search={{}} className="row">
              <span className="clipped grow strong own-line" dir="auto">
                {run.prompt.slice(0, 200)}
              </span>
              <AgentRunBadge {...run} />
              <span className="figures quiet">
                {run.agent?.name ?? run.workspace ?? 'Any agent'}
              </span>
              <span className="figures quiet">
                <When at={run.createdAt} />
              </span>
              <IconChevronRight size={16} className="glyph wide-only" aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
      <ShowMore query={query} mt={16} />
    </>
  )
}
