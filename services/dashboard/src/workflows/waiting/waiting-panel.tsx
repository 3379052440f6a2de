import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { BusyButton } from '../../ui/busy-button.tsx'
import { Problem } from '../../ui/feedback/problem.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { ShowMore } from '../../ui/page/show-more.tsx'
import { usePlace } from '../../ui/records/record-list.tsx'
import { Panel, type PanelProps } from '../canvas/panel.tsx'
import classes from '../canvas/panels.module.css'
import { prepareNames } from '../graph/name-fields.ts'
import { eventTypesQuery } from '../palette-queries.ts'
import { readableMessage } from '../run-words.ts'
import { discardMutation, waitingQuery } from './waiting-queries.ts'

/** Lists the refused items. The next run tries them again unless the user discards them. */
export function WaitingPanel({ id, graph, palette }: PanelProps) {
  const { data: events = [] } = useQuery(eventTypesQuery)
  // Any step may have refused the item. Behind the last one, all fields are known.
  const last = graph.nodes.find(({ id: own }) => graph.edges.every(({ from }) => from.node !== own))
  const { nameField } = prepareNames(graph, { palette, events })(last?.id ?? '')
  const query = useInfiniteQuery(waitingQuery(id))
  const place = usePlace(query, 120)
  const discard = useMutation(discardMutation(useQueryClient(), id))
  const items = query.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <Panel title="Waiting items" isTitled>
      <p className={`fine ${classes.hint}`}>
        A step could not process these items. Each run tries them again until you discard them.
      </p>
      <div className={classes.scroll}>
        {place}
        {discard.error !== null && <Problem error={discard.error} />}
        {query.data !== undefined && items.length === 0 && (
          <p className={`fine ${classes.hint}`}>No items are waiting.</p>
        )}
        <ul className="plain-list column">
          {items.map((item) => (
            <li key={`${item.source} ${item.externalId}`} className={classes.hint}>
              <strong dir="auto">{item.title === '' ? item.externalId : item.title}</strong>
              <p className="fine">
                {describeAttempts(item.attempts)}
                {item.reason !== '' && (
                  <span dir="auto" title={item.reason}>
                    {' '}
                    {readableMessage(item.reason, nameField)}
                  </span>
                )}
              </p>
              <BusyButton
                variant="subtle"
                color="gray"
                size="compact-md"
                blocked={discard.isPending}
                aria-label={`Discard: ${item.title}`}
                onClick={() =>
                  discard.mutate(item, { onSuccess: () => toast('No run will try it again') })
                }
              >
                Discard
              </BusyButton>
            </li>
          ))}
        </ul>
        <ShowMore query={query} label="More items" size="compact-md" mx={8} />
      </div>
    </Panel>
  )
}

function describeAttempts(attempts: number): string {
  if (attempts === 0) return 'Not tried yet.'
  return attempts === 1 ? 'Tried once.' : `Tried ${attempts} times.`
}
