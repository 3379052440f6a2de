import { cardTitle } from '@atrium/contracts'
import { Box, Button, Checkbox, Group } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { IconChecks } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useRef, useState } from 'react'
import { BusyButton } from '../../ui/busy-button.tsx'
import { useLeaving } from '../../ui/feedback/leaving.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { Empty } from '../../ui/page/empty.tsx'
import { Skeletons } from '../../ui/page/skeletons.tsx'
import { Waiting } from '../../ui/page/waiting.tsx'
import { type PostCard, sentBackTag, waitsForReview } from '../post-card.ts'
import { approveAllMutation } from '../post-changes.ts'
import { stateQuery } from '../post-queries.ts'
import { toastReason } from '../to-reason.ts'
import classes from './queue.module.css'
import { isReady } from './readiness.ts'
import { ReviewItem } from './review-item.tsx'

const named = 2

/**
 * Approves the chosen drafts together. Rejected drafts stay chosen. Drafts without a channel or a
 * future time are left out.
 */
function useApproveAll(setChosen: (ids: ReadonlySet<string>) => void) {
  const { mutateAsync, isPending } = useMutation(approveAllMutation(useQueryClient()))
  const approve = (selected: readonly PostCard[]): void => {
    const fit = selected.filter((card) => isReady(card, new Date()))
    const left = selected.length - fit.length
    if (fit.length === 0) {
      toast('Each post needs an account and a time in the future', { tone: 'bad' })
      return
    }
    mutateAsync(fit).then(({ changed, refused }) => {
      setChosen(new Set(refused.map(({ id }) => id)))
      const count = changed.length === 1 ? '1 post' : `${changed.length} posts`
      if (changed.length > 0)
        toast(
          left === 0 ? `Approved ${count}` : `Approved ${count}; ${left} cannot be approved yet`,
        )
      for (const { id, message } of refused.slice(0, named)) {
        const card = fit.find((post) => post.id === id)
        const name = card === undefined ? 'A post' : cardTitle(card).slice(0, 40)
        toast(`${name} stays: ${message}`, { tone: 'bad' })
      }
    }, toastReason)
  }
  return { approve, isPending }
}

const actions: Readonly<Record<string, string>> = { a: 'approve', x: 'choose', e: 'edit' }

const isTaken = ({ target, defaultPrevented, metaKey, ctrlKey, altKey }: KeyboardEvent): boolean =>
  defaultPrevented ||
  metaKey ||
  ctrlKey ||
  altKey ||
  (target instanceof HTMLElement &&
    target.closest(
      'input:not([type="checkbox"]), textarea, select, [role="dialog"], [role="menu"]',
    ) !== null)

/**
 * Handles the queue's shortcuts: `j` and `k` move between items, and letters press the control that
 * the item assigns to them.
 */
function useQueueKeys(list: RefObject<HTMLElement | null>): void {
  useWindowEvent('keydown', (event) => {
    if (isTaken(event)) return
    const items = [...(list.current?.querySelectorAll<HTMLElement>('[data-item]') ?? [])]
    const at = items.findIndex((item) => item.contains(document.activeElement))
    if (event.key === 'j' || event.key === 'k') {
      const next = items[at === -1 ? 0 : at + (event.key === 'j' ? 1 : -1)]
      next?.focus()
      next?.scrollIntoView({ block: 'nearest' })
      return
    }
    const control = items[at]?.querySelector<HTMLElement>(`[data-action="${actions[event.key]}"]`)
    if (control == null) return
    event.preventDefault()
    // An approved item leaves the list, so its neighbour gets the focus.
    if (event.key === 'a' && !control.matches(':disabled'))
      (items[at + 1] ?? items[at - 1])?.focus()
    control.click()
  })
}

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
        Drafts for your accounts appear here until somebody approves them or sends them back. Posts
        that you publish yourself need no approval.
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
            <Box className="title" component="h2" m="32px 0 12px" pl={17}>
              Sent back
            </Box>
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
