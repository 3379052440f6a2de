import { type BoardColumn, invalidField, type NewCard } from '@atrium/contracts'
import { repairValue } from '@atrium/database'
import type { CardRow } from '../database.ts'
import type { Deps } from '../deps.ts'
import { readDue } from '../due-days/due.ts'
import { cleanTitle } from './card-title.ts'
import type { StoredCard } from './card-view.ts'
import { newPost } from './post-input.ts'
import { requireWebAddresses } from './require-web-addresses.ts'
import { initialStatus } from './status-machine.ts'
import { firstContent } from './written-content.ts'

/** A new card's columns for the board to set. */
export interface NewCardExtras {
  canonicalUrl?: string | undefined
  externalKey?: string | undefined
  /** True if a workflow creates the card and may therefore update it. */
  byWorkflow?: boolean
  /** The column that the request names. */
  column?: BoardColumn | undefined
}

/**
 * Returns the rows of a new card. Throws `validation_failed` (400), and `invalid_transition` (409)
 * if its status is not an initial one.
 */
export function newCard(
  { now, newId }: Pick<Deps, 'now' | 'newId'>,
  owner: { orgId: string; userId: string },
  raw: NewCard,
  extras: NewCardExtras = {},
): StoredCard {
  // Removes NUL characters as the database would, so the response and the reference scan see the
  // stored text.
  const input = repairValue(raw) as NewCard
  const title = cleanTitle(input.title ?? '')
  if (title === '' && input.kind !== 'post' && input.kind !== 'link')
    throw invalidField('title', 'Enter a title')
  if (input.post !== undefined && input.kind !== 'post')
    throw invalidField('post', 'Only posts have this')
  requireWebAddresses(input.kind, input.fields ?? {})
  const id = newId('task')
  const at = now()
  const made =
    input.kind === 'post' ? newPost(input.post ?? {}, input.destination ?? undefined) : undefined
  const destination = made?.destination ?? input.destination ?? null
  const card: CardRow = {
    id,
    org_id: owner.orgId,
    owner_id: owner.userId,
    kind: input.kind,
    title,
    body: input.body ?? '',
    status: initialStatus(input.kind, input.status, extras.column),
    column_id: extras.column?.id ?? null,
    column_status: extras.column?.status ?? null,
    tags: input.tags ?? [],
    ...readDue(input.dueDate ?? null),
    destination_scheme: destination?.scheme ?? null,
    destination_host: destination?.host ?? null,
    fields: input.fields ?? {},
    assignee_id: input.assigneeId ?? null,
    customer_id: input.customerId ?? null,
    version: 1,
    canonical_url: extras.canonicalUrl ?? null,
    external_key: extras.externalKey ?? null,
    written: null,
    status_changed_at: at,
    created_at: at,
    updated_at: at,
  }
  return {
    card: extras.byWorkflow === true ? { ...card, written: firstContent(card) } : card,
    post: made === undefined ? undefined : { ...made.post, task_id: id, org_id: owner.orgId },
  }
}
