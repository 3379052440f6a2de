import {
  AppError,
  type CalendarEvent,
  type Card,
  type ReadFailure,
  type ReadOutcome,
} from '@atrium/contracts'
import type { BoardPort, CalendarPort } from '../src/nodes/ports.ts'
import { noNewCards } from './publishing-world.ts'

interface WorldCalendar {
  id: string
  events: Map<string, CalendarEvent & { change: number }>
  changes: number
  oldest: number
}

/** Builds the due date fields like the board does for an organisation in UTC. */
function buildDue(due: string | null): Pick<Card, 'dueDate' | 'dueAllDay' | 'dueOn'> {
  if (due === null) return { dueDate: null, dueAllDay: false, dueOn: null }
  const dueAllDay = due.length === 10
  const dueDate = dueAllDay ? `${due}T23:59:59.999Z` : due
  return { dueDate, dueAllDay, dueOn: dueDate.slice(0, 10) }
}

/**
 * Creates two calendars and a board in memory, with responses shaped like those from connect and
 * the board service.
 */
export function calendarWorld() {
  const calendars = new Map<string, WorldCalendar>()
  for (const id of ['a', 'b']) calendars.set(id, { id, events: new Map(), changes: 0, oldest: 0 })
  const cards = new Map<string, Card & { key: string }>()
  const writes: { what: string; input: Record<string, unknown> }[] = []
  const reads: Record<string, unknown>[] = []
  const failures: ReadFailure[] = []
  const of = (id: string): WorldCalendar => {
    const found = calendars.get(id)
    if (found === undefined) throw new Error(`no calendar ${id}`)
    return found
  }
  const answered = <P>(page: () => P): ReadOutcome<P> => {
    const failure = failures.shift()
    return failure === undefined
      ? { outcome: 'read', page: page() }
      : { outcome: 'failed', failure }
  }
  const calendar: CalendarPort = {
    calendars: async () =>
      answered(() => ({
        calendars: [...calendars.keys()].map((id) => ({
          id,
          name: `Calendar ${id}`,
          primary: id === 'a',
          selected: true,
          timeZone: null,
        })),
        next: null,
      })),
    async events({ calendarId, read, cursor }) {
      reads.push({ calendarId, ...read })
      const { events, changes, oldest } = of(calendarId)
      if (read.kind === 'sync' && read.token !== null && Number(read.token) < oldest) {
        const failure = {
          class: 'expired' as const,
          message: 'Sync token is no longer valid',
          fix: null,
        }
        return { outcome: 'failed', failure }
      }
      return answered(() => {
        const all = [...events.values()].filter((event) => {
          if (read.kind === 'sync' && read.token !== null) return event.change > Number(read.token)
          if (event.status === 'cancelled') return false
          const [begins, ends] = [
            Date.parse(event.start?.at ?? ''),
            Date.parse(event.end?.at ?? ''),
          ]
          return (
            ends > Date.parse(read.from) && (read.kind === 'sync' || begins < Date.parse(read.to))
          )
        })
        const from = Number(cursor ?? 0)
        const next = from + 3 < all.length ? String(from + 3) : null
        const last = next === null && read.kind === 'sync'
        return { events: all.slice(from, from + 3), next, syncToken: last ? String(changes) : null }
      })
    },
  }
  /** The fields from the node's last write, by card. */
  const written = new Map<string, Record<string, unknown>>()
  // Copies how the board keeps a person's edits to texts and due date.
  const withoutEdits = (
    card: Card,
    { patch, keepEdits }: Parameters<BoardPort['updateCard']>[0],
  ) => {
    if (keepEdits !== true) return patch
    const base = written.get(card.id) ?? {}
    const kept = Object.entries(patch).filter(([name, next]) => {
      if (!['title', 'body', 'dueDate'].includes(name)) return true
      const current = name === 'dueDate' && card.dueAllDay ? card.dueOn : card[name as 'title']
      const isOwn = base[name] === current
      if (isOwn) base[name] = next
      return isOwn
    })
    written.set(card.id, base)
    return Object.fromEntries(kept) as typeof patch
  }
  const byId = (id: string) => [...cards.values()].find((card) => card.id === id)
  const board: BoardPort = {
    ...noNewCards,
    async searchCards({ status, dueAfter, dueBefore, limit = 100, offset = 0 }) {
      const found = [...cards.values()].filter(
        (card) =>
          [status].flat().includes(card.status) &&
          card.dueDate !== null &&
          card.dueDate >= (dueAfter ?? '') &&
          card.dueDate <= (dueBefore ?? '9'),
      )
      return { items: found.slice(offset, offset + limit), total: found.length }
    },
    findCards: async () => ({ items: [] }),
    getCards: async ({ ids }) => ({ items: ids.flatMap((id) => byId(id) ?? []) }),
    getKeyedCards: async ({ keys }) => ({
      items: keys.flatMap((key) => {
        const card = cards.get(key)
        return card === undefined ? [] : [{ key, card }]
      }),
    }),
    async createCard({ key, card, ownerId, orgId }) {
      const known = cards.get(key)
      if (known !== undefined) return { card: known, created: false }
      writes.push({ what: 'create', input: { key, card } })
      const at = '2026-01-01T00:00:00.000Z'
      const made = {
        id: `task_${cards.size}`,
        key,
        kind: 'calendar' as const,
        status: 'todo' as const,
        tags: [],
        title: card.title ?? '',
        body: card.body ?? '',
        ...buildDue(card.dueDate ?? null),
        destination: null,
        fields: card.fields ?? {},
        ownerId,
        assigneeId: null,
        customerId: null,
        columnId: null,
        orgId,
        createdAt: at,
        updatedAt: at,
      }
      cards.set(key, made)
      written.set(made.id, { title: made.title, body: made.body, dueDate: card.dueDate ?? null })
      return { card: made, created: true }
    },
    async updateCard(input) {
      const card = byId(input.taskId)
      const refused = (code: string) => new AppError({ kind: 'conflict', code, message: code })
      if (card === undefined) throw refused('not_found')
      if (input.ifStatus?.includes(card.status) === false) throw refused('precondition_failed')
      const { fields = {}, dueDate, ...patch } = withoutEdits(card, input)
      const before = JSON.stringify(card)
      Object.assign(card, patch, dueDate === undefined ? {} : buildDue(dueDate), {
        tags: [...card.tags, ...(input.addTags ?? [])],
        fields: Object.fromEntries(
          Object.entries({ ...card.fields, ...fields }).filter(([, value]) => value !== null),
        ),
      })
      const changed = before === JSON.stringify(card) ? [] : ['title']
      if (changed.length > 0) writes.push({ what: 'update', input })
      return { card, changed }
    },
    async deleteCard({ taskId, ifStatus }) {
      const card = byId(taskId)
      const deleted = card !== undefined && ifStatus?.includes(card.status) !== false
      if (deleted) cards.delete(card.key)
      writes.push({ what: 'delete', input: { taskId } })
      return { deleted }
    },
    readTimeline: async () => ({ items: [] }),
    async appendTimeline(input) {
      return {
        entry: { id: 'tle_1', kind: 'system', body: '', author: input.author, createdAt: '' },
      }
    },
  }
  const put = (
    calendarId: string,
    id: string,
    more: Partial<CalendarEvent> & { inDays?: number } = {},
  ) => {
    const { inDays = 1, ...changes } = more
    const target = of(calendarId)
    target.changes += 1
    const start = Date.now() + inDays * 86_400_000
    const time = (millis: number) => ({ at: new Date(millis).toISOString(), allDay: false })
    const known = target.events.get(id)
    target.events.set(id, {
      id,
      eventType: 'default',
      title: `Event ${id}`,
      description: '',
      status: 'confirmed',
      location: null,
      url: null,
      organizer: null,
      attendees: [],
      updatedAt: null,
      start: time(start),
      end: time(start + 3_600_000),
      ...(more.inDays === undefined ? known : {}),
      ...changes,
      change: target.changes,
    })
  }
  return {
    calendars,
    cards,
    writes,
    reads,
    failures,
    put,
    cancel: (calendarId: string, id: string) => put(calendarId, id, { status: 'cancelled' }),
    endTokens(calendarId: string) {
      const target = of(calendarId)
      target.changes += 1
      target.oldest = target.changes
    },
    cardOf: (eventId: string): Card | undefined => cards.get(`calendar:wf_1:${eventId}`),
    ports: { accounts: { calendar }, board },
  }
}
