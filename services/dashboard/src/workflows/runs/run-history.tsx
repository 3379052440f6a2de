import { ActionIcon, Button, Skeleton } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Problem } from '../../ui/problem.tsx'
import { When } from '../../ui/when.tsx'
import classes from '../canvas/panels.module.css'
import { RunBadge } from '../run-badge.tsx'
import { durationWords, triggerWords } from '../run-words.ts'
import { RunEstimate } from './run-estimate.tsx'
import { runsQuery } from './run-queries.ts'

/** The newest runs of a workflow; one is shown above the graph. */
export function RunHistory({
  id,
  shown,
  onRun,
  onClose,
}: {
  id: string
  shown: string | undefined
  onRun: (run: string) => void
  onClose: () => void
}) {
  const { data, error, isPending, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useInfiniteQuery(runsQuery(id))
  const runs = data?.pages.flatMap(({ items }) => items)
  return (
    <section className={classes.inspector} aria-label="Runs">
      <div className={classes.head}>
        <h2 className={classes.title}>Runs</h2>
        <ActionIcon aria-label="Close the runs" onClick={onClose}>
          <IconX size={16} />
        </ActionIcon>
      </div>
      <RunEstimate id={id} />
      <div className={classes.scroll}>
        {isPending && <Skeleton h={120} mx={8} />}
        {error !== null && <Problem error={error} onRetry={() => void refetch()} />}
        {runs?.length === 0 && (
          <p className={classes.hint}>
            It has not run yet. Press Run, or activate it and wait for its trigger.
          </p>
        )}
        {runs !== undefined && runs.length > 0 && (
          <ul className={classes.runs}>
            {runs.map((run) => (
              <li key={run.id}>
                <button
                  type="button"
                  className={classes.run}
                  aria-current={run.id === shown}
                  onClick={() => onRun(run.id)}
                >
                  <RunBadge status={run.status} />
                  <span className="grow">{triggerWords[run.trigger]}</span>
                  <span className="quiet">{durationWords(run.startedAt, run.finishedAt)}</span>
                  <span className="quiet">
                    <When at={run.createdAt} />
                  </span>
                </button>
              </li>
            ))}
          </ul>
        )}
        {hasNextPage && (
          <Button
            variant="default"
            size="compact-md"
            mx={8}
            loading={isFetchingNextPage}
            onClick={() => void fetchNextPage()}
          >
            Earlier runs
          </Button>
        )}
      </div>
    </section>
  )
}
