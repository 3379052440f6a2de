import { isDeepStrictEqual } from 'node:util'
import { brokenPostRules, type CardPatch, commonErrors } from '@atrium/contracts'
import { repairValue } from '@atrium/database'
import type { CardRow, PostRow } from '../database.ts'
import { mergedPost, postContent } from '../posts/post-input.ts'
import { cardErrors } from './errors.ts'
import { mergePatch } from './merge-patch.ts'
import { requireMove } from './status-machine.ts'

/** What goes to the network; fixed once a claim has taken the post. */
const content = ['title', 'body', 'dueDate', 'destination', 'post'] as const
const locked = new Set<CardRow['status']>(['posting', 'posted', 'unconfirmed', 'posted_by_hand'])

export interface ChangedCard {
  task: CardRow
  post: PostRow | undefined
  /** The API's names of the fields that changed, `status` included. */
  changed: string[]
}

/**
 * A card after a merge, without writing anything: fields merge, the status moves by the machine, a post that is
 * or becomes reviewed keeps its destination's rules.
 *
 * Throws `validation_failed` (400), `invalid_transition` or `post_locked` (409), `post_rules_failed` (422).
 */
export function changedCard(
  task: CardRow,
  post: PostRow | undefined,
  raw: CardPatch,
  now: Date,
): ChangedCard {
  // As the database will hold it, so that a title of nothing but NUL is the empty one that it becomes.
  const patch = repairValue(raw) as CardPatch
  if (patch.post !== undefined && post === undefined) {
    throw commonErrors.validation_failed({
      details: { errors: [{ path: 'post', message: 'Only a card of kind post has this' }] },
    })
  }
  const merged = post === undefined ? undefined : mergedPost(task, post, patch)
  const destination =
    merged?.destination ??
    (patch.destination === undefined
      ? { scheme: task.destination_scheme, host: task.destination_host }
      : { scheme: patch.destination?.scheme ?? null, host: patch.destination?.host ?? null })
  const next: CardRow = {
    ...task,
    title: patch.title?.trim() ?? task.title,
    body: patch.body ?? task.body,
    tags: patch.tags ?? task.tags,
    due_date:
      patch.dueDate === undefined ? task.due_date : patch.dueDate === null ? null : new Date(patch.dueDate),
    destination_scheme: destination.scheme,
    destination_host: destination.host ?? null,
    fields: patch.fields === undefined ? task.fields : mergePatch(task.fields, patch.fields),
    status: patch.status ?? task.status,
  }
  if (next.title === '' && task.kind !== 'post' && task.kind !== 'link') {
    throw commonErrors.validation_failed({
      details: { errors: [{ path: 'title', message: 'A title is needed' }] },
    })
  }
  // Nothing goes out before it is approved: a moment that has passed means at once.
  if (arms(task, next) && next.due_date !== null && next.due_date < now) next.due_date = now
  const changed = changedFields(task, post, next, merged?.post)
  if (changed.includes('status')) {
    requireMove({ kind: task.kind, manual: next.destination_scheme === 'manual' }, task.status, next.status)
  }
  if (post !== undefined && merged !== undefined) requirePostable(task, next, merged.post, changed)
  if (changed.length === 0) return { task, post, changed }
  return {
    task: {
      ...next,
      version: task.version + 1,
      updated_at: now,
      status_changed_at: changed.includes('status') ? now : task.status_changed_at,
    },
    post: merged?.post,
    changed,
  }
}

const arms = (task: CardRow, next: CardRow): boolean =>
  next.status === 'reviewed' &&
  (task.status !== 'reviewed' || task.due_date?.getTime() !== next.due_date?.getTime())

function changedFields(
  task: CardRow,
  post: PostRow | undefined,
  next: CardRow,
  nextPost: PostRow | undefined,
): string[] {
  const pairs: Array<[string, unknown, unknown]> = [
    ['title', task.title, next.title],
    ['body', task.body, next.body],
    ['status', task.status, next.status],
    ['tags', task.tags, next.tags],
    ['dueDate', task.due_date?.getTime(), next.due_date?.getTime()],
    [
      'destination',
      [task.destination_scheme, task.destination_host],
      [next.destination_scheme, next.destination_host],
    ],
    ['fields', task.fields, next.fields],
    ['post', post, nextPost],
  ]
  return pairs.filter(([, before, after]) => !isDeepStrictEqual(before, after)).map(([name]) => name)
}

function requirePostable(task: CardRow, next: CardRow, post: PostRow, changed: readonly string[]): void {
  if (locked.has(task.status) && content.some((name) => changed.includes(name)) && !reopens(task, next)) {
    throw cardErrors.post_locked()
  }
  if (task.status === 'handed_off' && next.destination_scheme !== task.destination_scheme) {
    throw cardErrors.post_locked({
      message: 'A post that was handed off keeps its arm; take it back to draft first',
    })
  }
  if (next.destination_scheme === 'manual' && next.status === 'reviewed') {
    throw cardErrors.invalid_transition({ message: 'A post of the manual arm is never reviewed' })
  }
  const affected =
    changed.includes('status') || changed.includes('fields') || content.some((n) => changed.includes(n))
  if (next.status === 'reviewed' && affected) requirePostRules(next, post)
}

// A person who takes an unconfirmed post back to draft may change it in the same breath.
const reopens = (task: CardRow, next: CardRow): boolean =>
  task.status === 'unconfirmed' && next.status === 'draft'

/** Requires that a post may be approved. Throws `post_rules_failed` (422) naming every broken rule. */
export function requirePostRules(task: CardRow, post: PostRow): void {
  const errors = brokenPostRules(postContent(task, post))
  if (post.channel_id === null) errors.push({ path: 'post.channelId', message: 'Choose a connected account' })
  if (task.due_date === null) errors.push({ path: 'dueDate', message: 'Say when it is to go out' })
  if (errors.length > 0) throw cardErrors.post_rules_failed({ details: { errors } })
}
