import type { CardStatus } from '@atrium/contracts'
import { ActionIcon, Button, Group, Select, TagsInput, Textarea, Tooltip } from '@mantine/core'
import { IconArchive } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef } from 'react'
import type { ReadCard } from '../../platform/records/shared-queries.ts'
import { toast, withUndo } from '../../ui/feedback/toast.tsx'
import { toastRefusal } from '../../ui/feedback/toast-refusal.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { statusLabel } from '../../ui/status-looks.ts'
import { When } from '../../ui/when.tsx'
import { plainOffers } from '../../ui/writing/offer.ts'
import { WritingHelp } from '../../ui/writing/writing-help.tsx'
import classes from '../board.module.css'
import { changeCardMutation } from '../board-queries.ts'
import { isMovable } from '../columns/columns.ts'
import { CardChain } from './card-chain.tsx'
import { CardConflict } from './card-conflict.tsx'
import { CardDetails } from './card-details.tsx'
import { Timeline } from './card-timeline.tsx'
import { DueField, dueLabelId } from './due-field.tsx'
import { AssigneeField, CustomerField } from './people-fields.tsx'
import { useCardEdit } from './use-card-edit.ts'

const ordinary: readonly CardStatus[] = ['todo', 'doing', 'done', 'failed', 'archived']

interface CardFormProps {
  readonly read: ReadCard
  /** Set to a function that saves the typed text. */
  readonly commit: RefObject<(() => void) | undefined>
  readonly onClose: () => void
}

/** The card's fields. Each one is saved when it loses the focus. */
export function CardForm({ read, commit, onClose }: CardFormProps) {
  const { card } = read
  const queryClient = useQueryClient()
  const edit = useCardEdit(read)
  const { text, save, type } = edit
  const body = text.body ?? card.body
  const latest = useRef(edit)
  useEffect(() => {
    latest.current = edit
    commit.current = () => void edit.commit()
  })
  // A suggestion counts as typed text until the user saves it. Its undo applies to the card's
  // current state.
  const typeBody = (suggestion: string) => {
    type({ body: suggestion })
    return () => {
      latest.current.type({ body })
      void latest.current.commit()
    }
  }
  const change = useMutation(changeCardMutation(queryClient))
  // The drawer closes before the response arrives. Callbacks passed to the call itself would be
  // dropped with the drawer.
  const archive = async () => {
    const { status } = card
    await edit.commit()
    onClose()
    await change.mutateAsync({ card, patch: { status: 'archived' } }).then(({ card: now }) => {
      const back = () => change.mutateAsync({ card: now, patch: { status } }).catch(toastRefusal())
      toast('Archived', withUndo(back))
    }, toastRefusal())
  }
  const choices = [...new Set([card.status, ...ordinary])].map((value) => ({
    value,
    label: statusLabel(value),
  }))
  return (
    <div className="fields">
      {edit.conflict !== undefined && (
        <CardConflict
          conflict={edit.conflict}
          onResolve={(patch) => void edit.resolve(patch)}
          onLeave={edit.leave}
        />
      )}
      <Textarea
        className={classes.titleField}
        aria-label="Title"
        placeholder="Untitled"
        autosize
        maxRows={8}
        maxLength={500}
        dir="auto"
        value={text.title ?? card.title}
        onChange={(event) => type({ title: event.currentTarget.value.replaceAll('\n', ' ') })}
        onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
        onBlur={() => void edit.commit()}
      />
      <dl className={`facts ${classes.properties}`}>
        <dt>Status</dt>
        <dd>
          {isMovable(card) ? (
            <Select
              aria-label="Status"
              data={choices}
              allowDeselect={false}
              value={card.status}
              onChange={(status) => status !== null && save({ status: status as CardStatus })}
            />
          ) : (
            <StatusBadge status={card.status} by={card.post?.postedBy} />
          )}
        </dd>
        <dt>Assignee</dt>
        <dd>
          <AssigneeField
            aria-label="Assignee"
            value={card.assigneeId}
            onChange={(assigneeId) => save({ assigneeId })}
          />
        </dd>
        <dt>Customer</dt>
        <dd>
          <CustomerField value={card.customerId} onChange={(customerId) => save({ customerId })} />
        </dd>
        <dt id={dueLabelId}>Due</dt>
        <dd>
          <DueField due={card} onChange={(dueDate) => save({ dueDate })} />
        </dd>
        <dt>Tags</dt>
        <dd>
          <TagsInput
            aria-label="Tags"
            placeholder={card.tags.length === 0 ? 'Add a tag' : ''}
            maxTags={50}
            maxLength={100}
            value={card.tags}
            onChange={(tags) => save({ tags })}
          />
        </dd>
      </dl>
      <CardDetails card={card} text={text} onType={type} onLeave={() => void edit.commit()} />
      <Textarea
        aria-label="Notes"
        placeholder="Notes"
        autosize
        minRows={5}
        maxRows={20}
        maxLength={100_000}
        dir="auto"
        value={body}
        onChange={(event) => type({ body: event.currentTarget.value })}
        onBlur={() => void edit.commit()}
      />
      <WritingHelp text={body} offers={plainOffers(body, typeBody)} />
      <Group justify="space-between" c="dimmed" fz="sm" gap={8}>
        {edit.isSaving ? (
          <span role="status">Saving …</span>
        ) : edit.isKept ? (
          <Group gap={8} role="status">
            Not saved yet
            <Button size="compact-sm" onClick={() => void edit.commit()}>
              Save
            </Button>
            <Button size="compact-sm" variant="default" onClick={edit.discard}>
              Take back
            </Button>
          </Group>
        ) : (
          <span>
            Changed <When at={card.updatedAt} />
          </span>
        )}
        {card.status !== 'archived' && isMovable(card) && (
          <Tooltip label="Archive">
            <ActionIcon aria-label="Archive the card" onClick={() => void archive()}>
              <IconArchive size={18} stroke={1.75} />
            </ActionIcon>
          </Tooltip>
        )}
      </Group>
      <CardChain card={card} />
      <Timeline id={card.id} />
    </div>
  )
}
