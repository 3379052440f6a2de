import type { Card, CardPatch, CardStatus } from '@atrium/contracts'
import { AtriumError } from '@atrium/sdk'
import {
  ActionIcon,
  Button,
  Drawer,
  Group,
  Select,
  Skeleton,
  TagsInput,
  Textarea,
  Tooltip,
} from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconArchive } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { detailOf, Problem } from '../ui/problem.tsx'
import { StatusBadge, statusLabel } from '../ui/status-badge.tsx'
import { toast } from '../ui/toast.ts'
import { When } from '../ui/when.tsx'
import classes from './board.module.css'
import { cardQuery, changeCardMutation } from './board-queries.ts'
import { KindIcon, kindLabel } from './card-kind.tsx'
import { Timeline } from './card-timeline.tsx'
import { isMovable } from './columns.ts'
import { DueField, dueLabelId } from './due-field.tsx'

const ordinary: readonly CardStatus[] = ['todo', 'doing', 'done', 'failed', 'archived']

/** One card: its fields, saved when they are left, and its timeline. */
export function CardDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const narrow = useMediaQuery('(max-width: 767px)', undefined, { getInitialValueInEffect: false })
  const query = useQuery(cardQuery(id))
  const card = query.data?.card
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={narrow ? '100%' : 540}
      title={
        card !== undefined && (
          <Group gap={8} c="dimmed">
            <KindIcon kind={card.kind} />
            {kindLabel(card.kind)}
          </Group>
        )
      }
      closeButtonProps={{ 'aria-label': 'Close the card' }}
    >
      {query.isPending && (
        <div className={classes.drawer}>
          <Skeleton h={28} w="70%" />
          <Skeleton h={120} />
        </div>
      )}
      {query.isError && card === undefined && (
        <Problem error={query.error} onRetry={() => void query.refetch()} />
      )}
      {card !== undefined && <CardForm card={card} etag={query.data?.etag ?? null} onClose={onClose} />}
    </Drawer>
  )
}

function CardForm({ card, etag, onClose }: { card: Card; etag: string | null; onClose: () => void }) {
  const queryClient = useQueryClient()
  const [title, setTitle] = useState(card.title)
  const [body, setBody] = useState(card.body)
  const [refused, setRefused] = useState<CardPatch>()
  const change = useMutation(changeCardMutation(queryClient))
  const save = (patch: CardPatch, version: string | null = etag) =>
    change.mutate(
      { card, patch, etag: version },
      {
        onSuccess: () => setRefused(undefined),
        onError: (error) => {
          if (error instanceof AtriumError && error.status === 412) {
            setRefused(patch)
            void queryClient.invalidateQueries(cardQuery(card.id))
          } else toast(detailOf(error), { tone: 'bad' })
        },
      },
    )
  // The drawer is closed before the answer comes: callbacks of the call itself would be dropped with it.
  const report = (error: unknown) => toast(detailOf(error), { tone: 'bad' })
  const archive = () => {
    const { status } = card
    onClose()
    change.mutateAsync({ card, patch: { status: 'archived' } }).then((read) => {
      const undo = () => change.mutateAsync({ card: read.card, patch: { status } }).catch(report)
      toast('Archived', { action: { label: 'Undo', run: () => void undo() } })
    }, report)
  }
  const choices = [...new Set([card.status, ...ordinary])].map((value) => ({
    value,
    label: statusLabel(value),
  }))
  return (
    <div className={classes.drawer}>
      {refused !== undefined && (
        <div className={classes.conflict} role="alert">
          <p>Somebody else has changed this card meanwhile, {<When at={card.updatedAt} />}.</p>
          <Group gap={8}>
            <Button size="compact-sm" onClick={() => save(refused, null)}>
              Save mine
            </Button>
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => {
                setTitle(card.title)
                setBody(card.body)
                setRefused(undefined)
              }}
            >
              Take theirs
            </Button>
          </Group>
        </div>
      )}
      <Textarea
        className={classes.titleField}
        aria-label="Title"
        placeholder="Untitled"
        autosize
        maxLength={500}
        dir="auto"
        value={title}
        onChange={(event) => setTitle(event.currentTarget.value.replaceAll('\n', ' '))}
        onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
        onBlur={() => title.trim() !== '' && title !== card.title && save({ title: title.trim() })}
      />
      <dl className={classes.properties} style={{ margin: 0 }}>
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
            <StatusBadge status={card.status} />
          )}
        </dd>
        <dt id={dueLabelId}>Due</dt>
        <dd>
          <DueField value={card.dueDate} onChange={(dueDate) => save({ dueDate })} />
        </dd>
        <dt>Tags</dt>
        <dd>
          <TagsInput
            aria-label="Tags"
            placeholder={card.tags.length === 0 ? 'Add a tag' : ''}
            maxTags={50}
            value={card.tags}
            onChange={(tags) => save({ tags })}
          />
        </dd>
      </dl>
      <Textarea
        aria-label="Notes"
        placeholder="Notes"
        autosize
        minRows={5}
        maxRows={20}
        dir="auto"
        value={body}
        onChange={(event) => setBody(event.currentTarget.value)}
        onBlur={() => body !== card.body && save({ body })}
      />
      <Group justify="space-between" c="dimmed" fz="sm">
        <span>
          Changed <When at={card.updatedAt} />
        </span>
        {card.status !== 'archived' && isMovable(card) && (
          <Tooltip label="Archive">
            <ActionIcon aria-label="Archive the card" onClick={archive}>
              <IconArchive size={18} stroke={1.75} />
            </ActionIcon>
          </Tooltip>
        )}
      </Group>
      <Timeline id={card.id} />
    </div>
  )
}
