import type { Card, TimelineEntry } from '@atrium/contracts'
import { Box, Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useAuthorLabel } from '../../../ui/text/use-author-label.ts'
import { When } from '../../../ui/when.tsx'
import { latestChangesQuery } from '../composer-queries.ts'
import classes from '../notice.module.css'

const fieldWords: Readonly<Record<string, string>> = {
  title: 'the title',
  body: 'the text',
  tags: 'the tags',
  dueDate: 'the time',
  destination: 'the account',
  fields: 'details',
  post: 'account, link, media or comment',
  status: 'the state',
}

const describeChange = ({ kind, change }: Pick<TimelineEntry, 'kind' | 'change'>): string => {
  if (kind === 'history.approved') return 'approved it'
  if (kind === 'history.rescheduled') return 'changed the time'
  if (kind === 'history.moved') return 'changed the state'
  return `changed ${(change?.fields ?? []).map((name) => fieldWords[name] ?? name).join(', ') || 'it'}`
}

interface ConflictProps {
  readonly card: Card
  readonly onMine: () => void
  readonly onTheirs: () => void
}

/**
 * Shows who changed the post since it was opened and what changed, and lets the user choose a
 * version.
 */
export function Conflict({ card, onMine, onTheirs }: ConflictProps) {
  const label = useAuthorLabel()
  const { data } = useQuery(latestChangesQuery(card.id))
  const latest = data?.items.find(({ kind }) => kind !== 'history.created')
  return (
    <div className={`sunken ${classes.notice}`} data-tone="warn" role="alert">
      <p>
        {latest === undefined ? (
          <>Somebody has changed this post since you opened it.</>
        ) : (
          <>
            {label(latest.author)} {describeChange(latest)} since you opened this post
            {label(latest.author) === 'You' && ', on another page'}, <When at={latest.createdAt} />.
          </>
        )}
      </p>
      {card.body.trim() !== '' && (
        <Box
          className="preserved flush"
          component="blockquote"
          flex="1 0 100%"
          mah={120}
          pl={12}
          style={{ overflow: 'auto', borderLeft: '2px solid var(--line-strong)' }}
          dir="auto"
        >
          {card.body.slice(0, 400)}
        </Box>
      )}
      <Group gap={8}>
        <Button size="compact-sm" onClick={onMine}>
          Keep mine
        </Button>
        <Button size="compact-sm" variant="default" onClick={onTheirs}>
          Take theirs
        </Button>
      </Group>
    </div>
  )
}
