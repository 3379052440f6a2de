import { Button } from '@mantine/core'
import { IconChevronRight, IconTerminal2 } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Empty } from '../ui/page/empty.tsx'
import { RecordList } from '../ui/records/record-list.tsx'
import { When } from '../ui/when.tsx'
import { AgentRunBadge } from './agent-run-badge.tsx'
import { agentRunsQuery } from './agent-run-queries.ts'

export function AgentRuns() {
  const query = useInfiniteQuery(agentRunsQuery)
  return (
    <RecordList
      label="Agent tasks"
      query={query}
      height={208}
      empty={
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
          agent” and an API key, then open a card and choose “Give to an agent”.
        </Empty>
      }
      row={(run) => (
        <li key={run.id}>
          <Link
            to="/agent-tasks/{-$id}"
            params={{ id: run.id }}
            search={{}}
            data-row
            className="row"
          >
            <span className="clipped grow strong own-line" dir="auto">
              {run.prompt.slice(0, 200)}
            </span>
            <AgentRunBadge {...run} />
            <span className="figures quiet">{run.agent?.name ?? run.workspace ?? 'Any agent'}</span>
            <span className="figures quiet">
              <When at={run.createdAt} />
            </span>
            <IconChevronRight size={16} className="glyph wide-only" aria-hidden />
          </Link>
        </li>
      )}
    />
  )
}
