import { Button, Checkbox, Group } from '@mantine/core'
import { IconChecks } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { BusyButton } from '../../ui/busy-button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { useLeaving } from '../../ui/leaving.ts'
import { Skeletons } from '../../ui/skeletons.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { type PostCard, sentBackTag, waitsForReview } from '../post-card.ts'
import { stateQuery } from '../post-queries.ts'
import classes from './queue.module.css'
import { isReady } from './readiness.ts'
import { ReviewItem } from './review-item.tsx'
import { useApproveAll } from './use-approve-all.ts'
import { useQueueKeys } from './use-queue-keys.ts'

interface ReviewQueueProps {
  readonly zone: string
  readonly onOpen: (id: string) => void
  /** Opens the composer with a post id, or with `new`. */
  readonly onEdit: (id: string) => void
}

export function ReviewQueue({ zone, onOpen, onEdit }: ReviewQueueProps) {
  const query = useQuery(stateQuery('draft'))
  const leaving = useLeaving()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const list = useRef<HTMLUListElement>(null)
  const approveAll = useApproveAll(setChosen)
  useQueueKeys(list)
  if (query.data === undefined) {
    return (
      <Waiting query={query}>
        <div className="page" aria-busy="true">
          <Skeletons count={3} h={148} mb={12} radius="md" />
        </div>
      </Waiting>
    )
  }
  const { items, total } = query.data
  const drafts = items.filter(({ id, status }) => status === 'draft' && !leaving.has(id))
  const waiting = drafts.filter(waitsForReview)
  const sentBack = drafts.filter(({ tags }) => tags.includes(sentBackTag))
  if (waiting.length === 0 && sentBack.length === 0) {
    return (
      <Empty
        icon={IconChecks}
        title="Nothing is waiting for approval"
        action={
          <Button variant="default" onClick={() => onEdit('new')}>
            Write a post
          </Button>
        }
      >
        Drafts appear here until somebody approves them or sends them back.
      </Empty>
    )
  }
  const selected = waiting.filter(({ id }) => chosen.has(id))
  const ready = waiting.filter((card) => isReady(card, new Date()))
  const isAll = selected.length > 0 && ready.every(({ id }) => chosen.has(id))
  const choose = (id: string) =>
    setChosen((ids) => {
      const changed = new Set(ids)
      if (!changed.delete(id)) changed.add(id)
      return changed
    })
  const item = (card: PostCard) => (
    <ReviewItem
      key={card.id}
      card={card}
      zone={zone}
      isChosen={chosen.has(card.id)}
      onChoose={() => choose(card.id)}
      onOpen={() => onOpen(card.id)}
      onEdit={() => onEdit(card.id)}
    />
  )
  return (
    <div className="scrolling">
      <div className="page">
        {waiting.length > 0 && (
          <Group gap="8px 16px" mih={40} mb={8} pl={17}>
            <Checkbox
              size="xs"
              label={
                selected.length === 0 ? `${waiting.length} to review` : `${selected.length} chosen`
              }
              checked={isAll}
              indeterminate={selected.length > 0 && !isAll}
              disabled={ready.length === 0}
              onChange={() =>
                setChosen(selected.length > 0 ? new Set() : new Set(ready.map(({ id }) => id)))
              }
            />
            {selected.length > 0 && (
              <BusyButton
                size="compact-sm"
                loading={approveAll.isPending}
                onClick={() => approveAll.approve(selected)}
              >
                Approve {selected.length}
              </BusyButton>
            )}
            <span className={`fine wide-only ${classes.keys}`}>
              <kbd>j</kbd> <kbd>k</kbd> move · <kbd>a</kbd> approve · <kbd>x</kbd> choose ·{' '}
              <kbd>e</kbd> edit
            </span>
          </Group>
        )}
        <ul
          ref={list}
          className="plain-list stack"
          style={{ gap: 12 }}
          aria-label="Posts to review"
        >
          {waiting.map(item)}
        </ul>
        {sentBack.length > 0 && (
          <>
            <h2 className={`title ${classes.heading}`}>Sent back</h2>
            <ul className="plain-list stack" style={{ gap: 12 }} aria-label="Posts sent back">
              {sentBack.map(item)}
            </ul>
          </>
        )}
        {total > items.length && (
          <p className="quiet" style={{ marginBlock: '1em' }}>
            The first {items.length} drafts are shown.
          </p>
        )}
      </div>
    </div>
  )
}
