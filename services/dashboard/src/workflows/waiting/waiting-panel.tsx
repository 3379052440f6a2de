import type { WaitingItem } from '@atrium/contracts'
import { Skeleton } from '@mantine/core'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { BusyButton } from '../../ui/busy-button.tsx'
import { Problem } from '../../ui/problem.tsx'
import { ShowMore } from '../../ui/show-more.tsx'
import { toast } from '../../ui/toast.ts'
import { When } from '../../ui/when.tsx'
import { Panel, type PanelProps } from '../canvas/panel.tsx'
import classes from '../canvas/panels.module.css'
import { type Decision, decideMutation, waitingQuery } from './waiting-queries.ts'

/** Lists the refused items. The user retries or discards them. */
export function WaitingPanel({ id, onClose }: PanelProps) {
  const query = useInfiniteQuery(waitingQuery(id))
  const decide = useMutation(decideMutation(useQueryClient(), id))
  const items = query.data?.pages.flatMap((page) => page.items) ?? []
  const run = (decision: Decision, item?: WaitingItem) =>
    decide.mutate(item === undefined ? { decision } : { decision, item }, {
      onSuccess: () =>
        toast(decision === 'let_go' ? 'No run will try it again' : 'The next run tries again'),
    })
  return (
    <Panel title="Waiting items" part="the waiting items" onClose={onClose}>
      <p className={`fine ${classes.hint}`}>
        A step could not process these items. The next runs try them again, at most 10 times over
        some days.
      </p>
      <div className={classes.scroll}>
        {query.isPending && <Skeleton h={120} mx={8} />}
        {query.error !== null && (
          <Problem error={query.error} onRetry={() => void query.refetch()} />
        )}
        {decide.error !== null && <Problem error={decide.error} />}
        {query.data !== undefined && items.length === 0 && (
          <p className={`fine ${classes.hint}`}>No items are waiting.</p>
        )}
        {items.filter(({ state }) => state === 'given_up').length > 1 && (
          <BusyButton
            variant="default"
            size="compact-md"
            mx={8}
            blocked={decide.isPending}
            onClick={() => run('retry_all')}
          >
            Try all failed items again
          </BusyButton>
        )}
        <ul className="plain-list column">
          {items.map((item) => (
            <li key={`${item.source} ${item.externalId}`} className={classes.hint}>
              <strong dir="auto">{item.title === '' ? item.externalId : item.title}</strong>
              <p className="fine">
                <State item={item} />
                {item.reason !== '' && <span dir="auto"> {item.reason}</span>}
              </p>
              <div className="line">
                <BusyButton
                  variant="default"
                  size="compact-md"
                  blocked={decide.isPending}
                  aria-label={`Try again: ${item.title}`}
                  onClick={() => run('retry', item)}
                >
                  Try again
                </BusyButton>
                <BusyButton
                  variant="subtle"
                  color="gray"
                  size="compact-md"
                  blocked={decide.isPending}
                  aria-label={`Discard: ${item.title}`}
                  onClick={() => run('let_go', item)}
                >
                  Discard
                </BusyButton>
              </div>
            </li>
          ))}
        </ul>
        <ShowMore query={query} label="More items" size="compact-md" mx={8} />
      </div>
    </Panel>
  )
}

function State({ item: { state, attempts, nextAttemptAt } }: { item: WaitingItem }) {
  if (state === 'given_up') return `Failed after ${attempts} attempts.`
  if (nextAttemptAt === null || Date.parse(nextAttemptAt) <= Date.now())
    return 'The next run tries again.'
  return (
    <>
      Tried {attempts === 1 ? 'once' : `${attempts} times`}, next attempt{' '}
      <When at={nextAttemptAt} />.
    </>
  )
}
