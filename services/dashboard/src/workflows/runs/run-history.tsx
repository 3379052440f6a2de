import { describeWorkflow } from '@atrium/workflow-rules'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ShowMore } from '../../ui/page/show-more.tsx'
import { usePlace } from '../../ui/records/record-list.tsx'
import { When } from '../../ui/when.tsx'
import { Panel, type PanelProps } from '../canvas/panel.tsx'
import classes from '../canvas/panels.module.css'
import { eventWordsQuery } from '../palette-queries.ts'
import { RunBadge } from '../run-badge.tsx'
import { durationWords, triggerWords } from '../run-words.ts'
import { estimateWords } from './estimate-words.ts'
import { estimateQuery, runsQuery } from './run-queries.ts'

export function RunHistory({ id, graph, run: shown, onRun }: PanelProps) {
  const { data: events } = useQuery(eventWordsQuery)
  const query = useInfiniteQuery(runsQuery(id))
  const place = usePlace(query, 120)
  const runs = query.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <Panel title="Runs">
      {events !== undefined && (
        <p className={`fine ${classes.hint}`} dir="auto">
          {describeWorkflow(graph, events)}
        </p>
      )}
      <RunEstimate id={id} />
      <div className={classes.scroll}>
        {place}
        {query.data !== undefined && runs.length === 0 && (
          <p className={`fine ${classes.hint}`}>
            No runs yet. Press Run, or activate the workflow and wait for its trigger.
          </p>
        )}
        <ul className="plain-list column">
          {runs.map((run) => (
            <li key={run.id}>
              <button
                type="button"
                className={classes.run}
                aria-current={run.id === shown}
                onClick={() => onRun(run.id)}
              >
                <RunBadge status={run.status} />
                <span style={{ flex: '1 0 auto' }}>{triggerWords[run.trigger]}</span>
                <span className="quiet">
                  {durationWords(run.startedAt, run.finishedAt)} <When at={run.createdAt} />
                </span>
              </button>
            </li>
          ))}
        </ul>
        <ShowMore query={query} label="Earlier runs" size="compact-md" mx={8} />
      </div>
    </Panel>
  )
}

function RunEstimate({ id }: { id: string }) {
  const { data } = useQuery(estimateQuery(id))
  const words = data && estimateWords(data)
  if (words === undefined) return null
  return (
    <p className={`fine ${classes.hint}`}>
      {words}
      {data?.covered === false && (
        <>
          {' '}
          That may not cover a run:{' '}
          <Link to="/settings/{-$page}" params={{ page: 'billing' }} search={{}}>
            top up or raise the limit
          </Link>
          .
        </>
      )}
    </p>
  )
}
