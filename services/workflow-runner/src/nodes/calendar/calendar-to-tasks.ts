import { calendarEventTypes } from '@atrium/contracts'
import { z } from 'zod'
import { NodeError } from '../../engine/index.ts'
import { connector, toReadTarget } from '../connector.ts'
import { defineNode } from '../define-node.ts'
import { choice, common, emitted, field } from '../emitted-fields.ts'
import { listParam } from '../shared-params.ts'
import { shortKey } from '../short-key.ts'
import { type CalendarCounts, calendarCards, type LiveEvent } from './calendar-cards.ts'
import type { CalendarSource } from './calendar-event.ts'
import { readDescriptions } from './event-description.ts'
import {
  type CalendarChanges,
  type KnownCalendar,
  readCalendars,
  readChanges,
} from './read-events.ts'

const dayMs = 86_400_000

/** A newer kind of the provider is shown as it is. */
const eventKinds: Readonly<Record<'default' | (typeof calendarEventTypes)[number], string>> = {
  default: 'Event',
  outOfOffice: 'Out of office',
  focusTime: 'Focus time',
  workingLocation: 'Working location',
  fromGmail: 'From Gmail',
  birthday: 'Birthday',
}

const listSchema = <S extends z.ZodType>(members: S) => listParam(members, /[,\n]/, 100)

const Params = z.object({
  connector: connector('The account with the calendars'),
  calendars: listSchema(z.string().min(1).max(1_024))
    .optional()
    .describe(
      'Names or ids of calendars. By default, the calendars that are selected in the account',
    ),
  daysAhead: z
    .number()
    .int()
    .min(1)
    .max(730)
    .default(30)
    .describe('Creates cards for events within this many days'),
  onDeleted: z
    .enum(['archive', 'delete'])
    .default('archive')
    .describe('What happens to the card of a cancelled event'),
  ignoreEventTypes: listSchema(z.enum(calendarEventTypes))
    .default(['workingLocation'])
    .describe('Kinds of events without a card'),
})

function chosen(known: readonly KnownCalendar[], wanted: readonly string[] | undefined) {
  if (wanted === undefined) {
    const ticked = known.filter(({ selected, primary }) => selected || primary)
    // Every account has a primary calendar. If the list marks none, its marks are unusable and all
    // calendars count.
    return ticked.length > 0 ? ticked : known
  }
  return wanted.map((name) => {
    const found =
      known.find(({ id }) => id === name) ??
      known.find((each) => each.name === name || (name === 'primary' && each.primary))
    if (found === undefined)
      throw new NodeError(
        `The account has no calendar "${name.slice(0, 100)}". Choose another calendar.`,
      )
    return found
  })
}

interface ReadCalendar extends CalendarChanges {
  source: CalendarSource
  key: string
  /** Event kinds that are ignored now but were not ignored at the last run. */
  nowIgnored: ReadonlySet<string>
}

const Kinds = z.array(z.string())

/**
 * Returns the live events of all calendars, each once, and the tombstones without a live event. The
 * caller files live events first, so a card follows its event to another calendar.
 */
function sorted(calendars: readonly ReadCalendar[]) {
  const live = new Map<string, LiveEvent>()
  for (const { events, source } of calendars) {
    for (const event of events)
      if (event.status !== 'cancelled') live.set(event.id, { event, source })
  }
  const tombstones = calendars.flatMap(({ events, source }) =>
    events
      .filter(({ id, status }) => status === 'cancelled' && !live.has(id))
      .map(({ id }) => ({ id, source })),
  )
  return { live, tombstones }
}

const words: readonly (readonly [keyof CalendarCounts, string])[] = [
  ['created', 'created'],
  ['updated', 'updated'],
  ['unchanged', 'unchanged'],
  ['retired', 'retired'],
  ['retiredIgnored', 'retired as ignored (retiredIgnored)'],
  ['skippedUserOwned', 'left to their owners (skippedUserOwned)'],
]

const summary = (counts: CalendarCounts): string =>
  words
    .filter(([name]) => counts[name] > 0)
    .map(([name, word]) => `${counts[name]} ${word}`)
    .join(', ') || 'Nothing changed'

export const calendarToTasks = defineNode({
  type: 'calendar_to_tasks',
  label: 'Calendar to cards',
  description:
    'Keeps a card up to date for each coming event. What people changed on the card stays',
  category: 'ingest',
  keywords: ['appointments', 'events', 'meetings', 'google calendar', 'agenda', 'card', 'task'],
  params: Params,
  emits: emitted({
    title: field.text('Title', 'Tasting with Kunsthalle'),
    rawContent: field.text('Description', 'Bring three kinds of rye bread.'),
    dueDate: field.date('Due', '2026-05-06T14:00:00.000Z'),
    dueAllDay: field.boolean('Due all day', false),
    dueOn: field.day('Due on', '2026-05-06'),
    taskId: common.taskId,
    change: choice('What changed', 'created', { created: 'Created', updated: 'Updated' }),
    calendarId: field.id('Calendar ID', 'primary'),
    calendar: field.text('Calendar', 'Work'),
    eventId: field.id('Event ID', 'evt_7f3k'),
    eventType: choice('Kind of event', 'default', eventKinds),
    start: field.date('Starts', '2026-05-06T14:00:00.000Z'),
    end: field.date('Ends', '2026-05-06T15:00:00.000Z'),
    allDay: field.boolean('All day', false),
    location: field.text('Place', 'Museumstrasse 1'),
    organizer: field.text('Organiser', 'Zoe Nobis'),
    attendees: field.list('Guests', ['zoe@kunsthalle.example']),
    link: field.url('Link to the event', 'https://calendar.example/event?id=evt_7f3k'),
    url: common.url,
    contentType: field.text('Content type', 'text/calendar'),
    workflowId: field.id('Workflow', 'wf_01k2m8f3q7'),
    channelId: field.id('Account', 'chn_01k2m8f3q7'),
  }),
  usesPersonsRights: true,
  needs: ['org', 'board', 'calendar'],
  async execute(_items, params, context) {
    const { ports, signal, nodeId, orgId, userId, workflowId, runId, cursors } = context
    const { calendar } = ports.accounts
    const now = context.now()
    const window = { from: now, to: now + params.daysAhead * dayMs }
    const reading = { calendar, ports, target: toReadTarget(context, params.connector), signal }

    const ignored = new Set<string>(params.ignoreEventTypes)
    const read: ReadCalendar[] = []
    const gone: string[] = []
    const calendars = chosen(await readCalendars(reading), params.calendars)
    // Ask identity only if the provider gives no time zone. An identity outage then affects no
    // other calendar.
    const orgZone = calendars.some(({ timeZone }) => timeZone === null)
      ? (await ports.orgSettings({ orgId }, signal)).settings.timezone
      : 'UTC'
    for (const { id, name, timeZone } of calendars) {
      const key = shortKey(`${nodeId}:${params.connector}:${id}`)
      const source = {
        channelId: params.connector,
        calendarId: id,
        name,
        timeZone: timeZone ?? orgZone,
      }
      const edge = await context.watermark(`${key}:farEdge`)
      const before = Kinds.safeParse(await context.watermark(`${key}:ignored`)).data
      // If a kind is no longer ignored, its events are missing from the delta. The node then reads
      // the whole window.
      const readmits = before?.some((kind) => !ignored.has(kind)) === true
      const token = await cursors.read(key)
      const changes = await readChanges(reading, id, {
        token,
        window,
        farEdge: typeof edge === 'number' && !readmits ? edge : undefined,
        forget: () => cursors.clear(key),
      })
      const known = new Set(token === undefined && before === undefined ? ignored : before)
      const nowIgnored = new Set([...ignored].filter((kind) => !known.has(kind)))
      if (changes === 'gone') gone.push(name)
      else read.push({ ...changes, source, key, nowIgnored })
      if (context.due()) await context.yield()
    }

    const { live, tombstones } = sorted(read)
    await readDescriptions(live.values(), { orgId, ports, due: context.due, yield: context.yield })
    const cards = calendarCards({
      board: ports.board,
      orgId,
      userId,
      workflowId,
      runId,
      nodeId,
      window,
      signal,
      onDeleted: params.onDeleted,
      ignored,
      async pace() {
        signal.throwIfAborted()
        if (context.due()) await context.yield()
      },
    })
    await cards.file([...live.values()])
    await cards.retire(tombstones)
    for (const { full, source, nowIgnored } of read) {
      if (full) await cards.sweep(source, new Set(live.keys()))
      if (nowIgnored.size > 0) await cards.retireIgnored(source, nowIgnored)
    }

    // Sync tokens are stored after all reads and writes, so a failed run reads the same changes
    // again.
    for (const { key, syncToken } of read) {
      if (syncToken === null) await cursors.clear(key)
      else await cursors.write(key, syncToken)
    }
    const lost = gone.length === 0 ? '' : `; no longer there: ${gone.join(', ')}`
    return {
      outputs: { main: cards.items },
      message: summary(cards.counts) + lost,
      watermarks: Object.fromEntries(
        read.flatMap(({ key }) => [
          [`${key}:farEdge`, window.to],
          [`${key}:ignored`, [...ignored].sort()],
        ]),
      ),
    }
  },
})
