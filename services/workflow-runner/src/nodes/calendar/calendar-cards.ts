import {
  AppError,
  type CalendarEvent,
  type Card,
  type CardPatch,
  ordinaryStatuses,
  type WorkflowItem,
} from '@atrium/contracts'
import { keyedCards } from '../cards.ts'
import type { ContextOf } from '../define-node.ts'
import type { BoardPort } from '../ports.ts'
import {
  type CalendarSource,
  type CalendarWindow,
  type EventWindow,
  isChanged,
  isWithin,
  readTimes,
  retiredTags,
  toCard,
  toCardKey,
  toChangeKey,
  toNewCard,
  windowIn,
} from './calendar-event.ts'

const sweptAtOnce = 500
const longestEventMs = 31 * 86_400_000
const movedStatuses = ordinaryStatuses.filter((status) => status !== 'todo')

export interface LiveEvent {
  event: CalendarEvent
  source: CalendarSource
}

type Filer = Pick<
  ContextOf<'org'>,
  'orgId' | 'userId' | 'workflowId' | 'runId' | 'nodeId' | 'signal'
>

interface Filing extends Filer {
  board: BoardPort
  window: EventWindow
  onDeleted: 'archive' | 'delete'
  ignored: ReadonlySet<string>
  pace(): Promise<void>
}

/**
 * Writes events to their cards. Changes a card only while its status is `todo`. Writes nothing if
 * the event has not changed.
 */
export function calendarCards(filing: Filing) {
  const { board, orgId, userId, workflowId, runId, nodeId, window, onDeleted, ignored, signal } =
    filing
  const counts = {
    created: 0,
    updated: 0,
    unchanged: 0,
    retired: 0,
    retiredIgnored: 0,
    skippedUserOwned: 0,
  }
  const items: WorkflowItem[] = []
  const windows = new Map<string, CalendarWindow>()
  const toWindow = ({ timeZone }: CalendarSource): CalendarWindow => {
    const known = windows.get(timeZone) ?? windowIn(window, timeZone)
    windows.set(timeZone, known)
    return known
  }
  const toKey = (eventId: string) => toCardKey(workflowId, eventId)

  const findCards = (eventIds: readonly string[]) =>
    keyedCards(board, orgId, eventIds.map(toKey), signal)

  /**
   * Returns the changed card, or undefined if a user has moved or deleted the card. Keeps what
   * users have written.
   */
  const change = async (card: Card, eventId: string, patch: CardPatch, addTags: string[] = []) => {
    const key = toChangeKey(runId, nodeId, eventId)
    const given = { orgId, actorId: userId, taskId: card.id, patch, addTags, keepEdits: true }
    try {
      return await board.updateCard({ ...given, ifStatus: ['todo'], runId, key }, signal)
    } catch (error) {
      if (error instanceof AppError && ['precondition_failed', 'not_found'].includes(error.code))
        return undefined
      throw error
    }
  }
  const count = (name: keyof typeof counts, done: boolean): void => {
    counts[done ? name : 'skippedUserOwned'] += 1
  }

  const emit = ({ event, source }: LiveEvent, card: Card, what: 'created' | 'updated'): void => {
    const { fields } = toCard(event, source, workflowId)
    const { title, body, dueDate, dueAllDay, dueOn } = card
    items.push({
      externalId: event.id,
      source: { scheme: 'calendar' },
      json: {
        ...fields,
        title,
        rawContent: body,
        dueDate,
        dueAllDay,
        dueOn,
        taskId: card.id,
        change: what,
        url: event.url,
        contentType: 'text/calendar',
      },
    })
  }

  const ignore = async (card: Card, eventId: string): Promise<void> => {
    if (card.status === 'todo') {
      const retired = await change(card, eventId, { status: 'archived' }, [retiredTags.ignored])
      count('retiredIgnored', retired !== undefined)
    } else if (!isRetired(card)) counts.skippedUserOwned += 1
  }

  const file = async (live: LiveEvent, card: Card | undefined): Promise<void> => {
    const { event, source } = live
    const wanted = toCard(event, source, workflowId)
    if (ignored.has(event.eventType)) {
      if (card !== undefined) await ignore(card, event.id)
      return
    }
    if (card === undefined) {
      if (!isWithin(event, toWindow(source))) return
      const made = await board.createCard(
        {
          orgId,
          ownerId: userId,
          card: toNewCard(wanted),
          key: toKey(event.id),
          onExisting: 'keep',
        },
        signal,
      )
      // Counts even if `created` is false: the key had no card before this run, so only the first
      // response was lost.
      counts.created += 1
      emit(live, made.card, 'created')
      return
    }
    if (!isChanged(card, wanted)) {
      counts.unchanged += 1
      return
    }
    const done = card.status === 'todo' ? await change(card, event.id, wanted) : undefined
    if (done?.changed?.length === 0) {
      counts.unchanged += 1
      return
    }
    count('updated', done !== undefined)
    if (done !== undefined) emit(live, done.card, 'updated')
  }

  const retire = async (card: Card, eventId: string): Promise<void> => {
    if (card.status !== 'todo') {
      if (!isRetired(card)) counts.skippedUserOwned += 1
      return
    }
    if (onDeleted === 'delete') {
      const { deleted } = await board.deleteCard(
        { orgId, taskId: card.id, ifStatus: ['todo'] },
        signal,
      )
      count('retired', deleted)
      return
    }
    const retired = await change(card, eventId, { status: 'archived' }, [retiredTags.archived])
    count('retired', retired !== undefined)
  }

  type Search = Omit<Parameters<BoardPort['searchCards']>[0], 'orgId'>
  const cardsOfSource = async (source: CalendarSource, search: Search) => {
    const found: Card[] = []
    for (let offset = 0; ; offset += sweptAtOnce) {
      const paging = {
        sortBy: 'createdAt' as const,
        sortDir: 'asc' as const,
        limit: sweptAtOnce,
        offset,
      }
      const page = await board.searchCards(
        { orgId, kind: 'calendar', ...search, ...paging },
        signal,
      )
      const own = page.items.filter(
        (card) => card.fields['workflowId'] === workflowId && isFromSource(card, source),
      )
      found.push(...own)
      await filing.pace()
      if (page.items.length === 0 || offset + page.items.length >= page.total) return found
    }
  }

  return {
    counts,
    items,
    async file(live: readonly LiveEvent[]): Promise<void> {
      const cards = await findCards(live.map(({ event }) => event.id))
      for (const each of live) {
        await file(each, cards.get(toKey(each.event.id)))
        await filing.pace()
      }
    },
    /**
     * Retires the cards of cancelled events. Skips a card if it records another calendar, because
     * the event has moved there.
     */
    async retire(tombstones: readonly { id: string; source: CalendarSource }[]): Promise<void> {
      const cards = await findCards(tombstones.map(({ id }) => id))
      for (const { id, source } of tombstones) {
        const card = cards.get(toKey(id))
        if (card !== undefined && isFromSource(card, source)) await retire(card, id)
        await filing.pace()
      }
    },
    /** Retires cards in the window if a full read of their calendar missed the event. */
    async sweep(source: CalendarSource, found: ReadonlySet<string>): Promise<void> {
      const within = toWindow(source)
      const open = await cardsOfSource(source, { status: 'todo' })
      // Also count cards moved by users, but only if they are due close to the window.
      const moved = await cardsOfSource(source, {
        status: movedStatuses,
        dueAfter: new Date(window.from - longestEventMs).toISOString(),
        dueBefore: new Date(window.to).toISOString(),
      })
      for (const card of [...open, ...moved]) {
        const eventId = String(card.fields['eventId'])
        // The event's times decide, because a user may have changed the due date.
        if (!found.has(eventId) && isWithin(readTimes(card), within)) await retire(card, eventId)
        await filing.pace()
      }
    },
    /** Retires cards of newly ignored event kinds, because a delta does not list their events. */
    async retireIgnored(source: CalendarSource, kinds: ReadonlySet<string>): Promise<void> {
      for (const card of await cardsOfSource(source, { status: 'todo' })) {
        if (!kinds.has(String(card.fields['eventType']))) continue
        await ignore(card, String(card.fields['eventId']))
        await filing.pace()
      }
    },
  }
}
export type CalendarCounts = ReturnType<typeof calendarCards>['counts']

const isFromSource = ({ fields }: Card, { channelId, calendarId }: CalendarSource): boolean =>
  fields['calendarId'] === calendarId && fields['channelId'] === channelId

/** True if an earlier run retired the card. Such a card does not count as moved by a user. */
const isRetired = ({ tags }: Card): boolean =>
  tags.includes(retiredTags.archived) || tags.includes(retiredTags.ignored)
