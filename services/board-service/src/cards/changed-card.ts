import { isDeepStrictEqual } from 'node:util'
import {
  type BoardColumn,
  brokenPostRules,
  type CardPatch,
  cardErrors,
  columnStatus,
  invalidField,
  type KnownMedia,
} from '@atrium/contracts'
import { repairValue } from '@atrium/database'
import type { CardRow, PostRow } from '../database.ts'
import { dueAt, isPastDue, isSameDue, readDue, writeDue } from '../due-days/due.ts'
import { cleanTitle } from './card-title.ts'
import type { StoredCard } from './card-view.ts'
import { mergePatch } from './merge-patch.ts'
import { isMail, mergedPost, postContent } from './post-input.ts'
import { requireWebAddresses } from './require-web-addresses.ts'
import { requireFit, requireMove } from './status-machine.ts'

/** The fields for the network. They are locked once a post is claimed. */
const content = ['title', 'body', 'dueDate', 'destination', 'post'] as const
const locked = new Set<CardRow['status']>(['posting', 'posted', 'unconfirmed', 'posted_by_hand'])

export interface ChangedCard extends StoredCard {
  /** The changed fields' API names, including `status`. */
  changed: string[]
}

/** What a change needs besides the card and the patch. */
export interface ChangeFacts {
  /** The file sizes for the destination's rules. */
  known?: KnownMedia | undefined
  /** The column that the patch names. */
  column?: BoardColumn | undefined
  /** The organisation's time zone, if the patch has a due date. */
  zone?: string | undefined
}

/**
 * Merges a patch into a card. Throws `validation_failed` (400), `invalid_transition`, `post_locked` (409), `post_rules_failed` (422).
 */
export function changedCard(
  { card, post }: StoredCard,
  raw: CardPatch,
  now: Date,
  { known, column, zone }: ChangeFacts = {},
): ChangedCard {
  // Removes NUL characters as the database would, so a title of only NULs is checked as an empty
  // title.
  const patch = repairValue(raw) as CardPatch
  if (patch.post !== undefined && post === undefined) {
    throw invalidField('post', 'Only posts have this')
  }
  requireWebAddresses(card.kind, patch.fields ?? {})
  const merged = post === undefined ? undefined : mergedPost(card, post, patch)
  const destination =
    merged?.destination ??
    (patch.destination === undefined
      ? { scheme: card.destination_scheme, host: card.destination_host }
      : { scheme: patch.destination?.scheme ?? null, host: patch.destination?.host ?? null })
  const next: CardRow = {
    ...card,
    title: patch.title === undefined ? card.title : cleanTitle(patch.title),
    body: patch.body ?? card.body,
    tags: patch.tags ?? card.tags,
    ...changedDue(card, patch.dueDate),
    destination_scheme: destination.scheme,
    destination_host: destination.host,
    fields: patch.fields === undefined ? card.fields : mergePatch(card.fields, patch.fields),
    assignee_id: patch.assigneeId === undefined ? card.assignee_id : patch.assigneeId,
    customer_id: patch.customerId === undefined ? card.customer_id : patch.customerId,
    ...changedColumn(card, patch, column),
  }
  if (next.title === '' && card.kind !== 'post' && card.kind !== 'link') {
    throw invalidField('title', 'Enter a title')
  }
  // A due date in the past becomes now, because a post cannot go out before it is approved.
  if (arms(card, next) && isPastDue(next, now, zone)) Object.assign(next, dueAt(now))
  // Calendars show the post on the day when it went out.
  if (
    next.status === 'posted_by_hand' &&
    card.status !== next.status &&
    next.due_date !== null &&
    next.due_date > now
  ) {
    Object.assign(next, dueAt(now))
  }
  const changed = changedFields({ card, post }, { card: next, post: merged?.post })
  const moved = changed.includes('status')
  if (moved) {
    requireMove(
      { kind: card.kind, manual: next.destination_scheme === 'manual' },
      card.status,
      next.status,
    )
  }
  if (merged !== undefined) requirePostable(card, next, merged.post, { changed, known })
  if (changed.length === 0) return { card, post, changed }
  return {
    card: {
      ...next,
      version: card.version + 1,
      updated_at: now,
      status_changed_at: moved ? now : card.status_changed_at,
    },
    post:
      merged === undefined || post === undefined
        ? undefined
        : {
            ...withPostedAt(merged.post, card, next.status, now),
            parts_published: countParts({ card, post }, { card: next, post: merged.post }),
          },
    changed,
  }
}

/**
 * Returns the status and the column after a patch. A column gives its status to a card that does
 * not belong there, and a card whose new status does not fit leaves its column.
 */
function changedColumn(card: CardRow, patch: CardPatch, column: BoardColumn | undefined) {
  const { column_id, column_status } = card
  if (column !== undefined) {
    if (patch.status !== undefined) requireFit(column, patch.status)
    const isThere = columnStatus(card.status) === column.status
    const status = patch.status ?? (isThere ? card.status : column.status)
    return { status, column_id: column.id, column_status: column.status }
  }
  const status = patch.status ?? card.status
  const stays = patch.columnId !== null && columnStatus(status) === column_status
  return stays
    ? { status, column_id, column_status }
    : { status, column_id: null, column_status: null }
}

/**
 * Returns the due date after a patch. If the day is unchanged, its end stays as computed in the
 * organisation's zone.
 */
function changedDue(card: CardRow, dueDate: string | null | undefined) {
  const { due_date, due_all_day, due_on } = card
  const before = { due_date, due_all_day, due_on }
  if (dueDate === undefined) return before
  const next = readDue(dueDate)
  return isSameDue(before, next) ? before : next
}

/**
 * Adds `posted_at` after a move. If a user confirms a post, it went out before its outcome became
 * unknown.
 */
function withPostedAt(
  post: PostRow,
  before: CardRow,
  status: CardRow['status'],
  now: Date,
): PostRow {
  if (status === before.status) return post
  if (status === 'posted')
    return { ...post, posted_at: before.status_changed_at, posted_by: post.publisher }
  return status === 'posted_by_hand' ? { ...post, posted_at: now } : post
}

const complete = new Set<CardRow['status']>(['posted', 'posted_by_hand'])

/**
 * Returns how many posts of a thread are still published as they are now, while the rest is not. A
 * changed post, and those after it, are published again.
 */
function countParts(
  before: { card: CardRow; post: PostRow },
  { card, post }: { card: CardRow; post: PostRow },
): number {
  const first = ({ card, post }: { card: CardRow; post: PostRow }) => [
    card.body,
    post.channel_id,
    post.link,
    post.link_handling,
    post.media,
  ]
  if (complete.has(card.status) || !isDeepStrictEqual(first(before), first({ card, post })))
    return 0
  const same = post.thread.findIndex((text, index) => text !== before.post.thread[index])
  const unchanged = 1 + (same === -1 ? post.thread.length : same)
  return Math.min(before.post.parts_published, unchanged)
}

const arms = (card: CardRow, next: CardRow): boolean =>
  next.status === 'reviewed' &&
  (card.status !== 'reviewed' || card.due_date?.getTime() !== next.due_date?.getTime())

function changedFields(before: StoredCard, after: StoredCard): string[] {
  const compared = ({ card, post }: StoredCard) => ({
    title: card.title,
    body: card.body,
    status: card.status,
    tags: card.tags,
    dueDate: writeDue(card),
    destination: [card.destination_scheme, card.destination_host],
    fields: card.fields,
    assigneeId: card.assignee_id,
    customerId: card.customer_id,
    columnId: card.column_id,
    post,
  })
  const old: Record<string, unknown> = compared(before)
  return Object.entries(compared(after)).flatMap(([name, value]) =>
    isDeepStrictEqual(old[name], value) ? [] : [name],
  )
}

function requirePostable(
  card: CardRow,
  next: CardRow,
  post: PostRow,
  { changed, known }: { changed: readonly string[]; known: KnownMedia | undefined },
): void {
  const touched = content.some((name) => changed.includes(name))
  // If a user moves an unconfirmed post back to draft, they may edit it in the same request.
  const reopened = card.status === 'unconfirmed' && next.status === 'draft'
  if (locked.has(card.status) && touched && !reopened) throw cardErrors.post_locked()
  if (card.status === 'handed_off' && next.destination_scheme !== card.destination_scheme) {
    throw cardErrors.post_locked({
      message: 'This post is waiting for you to post it. Set it back to draft first.',
    })
  }
  if (next.status !== 'reviewed') return
  if (next.destination_scheme === 'manual') {
    throw cardErrors.invalid_transition({
      message: 'A post that you publish yourself needs no review',
    })
  }
  if (touched || changed.includes('status') || changed.includes('fields'))
    requirePostRules(next, post, known)
}

/** Throws `post_rules_failed` (422) with every broken rule if the post may not be approved. */
function requirePostRules(card: CardRow, post: PostRow, known: KnownMedia | undefined): void {
  const errors = brokenPostRules(postContent(card, post), known)
  if (post.channel_id === null && !isMail(post.platform))
    errors.push({ path: 'post.channelId', message: 'Choose a connected account' })
  if (card.due_date === null)
    errors.push({ path: 'dueDate', message: 'Choose when the post is published' })
  if (errors.length > 0) throw cardErrors.post_rules_failed({ details: { errors } })
}
