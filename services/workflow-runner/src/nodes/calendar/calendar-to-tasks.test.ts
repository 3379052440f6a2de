import { beforeEach, describe, expect, it } from 'vitest'
import { calendarWorld } from '../../../test/calendar-world.ts'
import { edge, graph, node } from '../../../test/graphs.ts'
import { memoryCursors, recordedRun } from '../../../test/recorded-run.ts'

let world: ReturnType<typeof calendarWorld>
let cursors: ReturnType<typeof memoryCursors>
let watermarks: Record<string, unknown>

beforeEach(() => {
  world = calendarWorld()
  cursors = memoryCursors()
  watermarks = {}
})

/** Runs the node once. Keeps the watermarks only if the run succeeds. */
async function run(params: Record<string, unknown> = {}) {
  world.writes.splice(0)
  world.reads.splice(0)
  const flow = graph(
    [
      node('start', 'trigger.manual'),
      node('cal', 'calendar_to_tasks', { connector: 'chn_1', ...params }),
    ],
    [edge('start', 'cal')],
  )
  const result = await recordedRun(flow, { ports: world.ports, cursors, watermarks })
  if (result.outcome.status === 'completed')
    watermarks = { ...watermarks, ...result.outcome.watermarks }
  return {
    ...result.nodes['cal'],
    error: result.outcome.error,
    whats: world.writes.map(({ what }) => what),
  }
}

describe('calendar_to_tasks', () => {
  it('creates a card for each event in the window, across all pages and calendars', async () => {
    for (let at = 0; at < 7; at += 1) world.put('a', `e${at}`, { inDays: at + 1 })
    world.put('b', 'f', { inDays: 2, description: 'Bring flour', location: 'Quay 3' })
    world.put('b', 'late', { inDays: 90 })
    const { itemsOut, message } = await run()
    expect({ itemsOut, message }).toEqual({ itemsOut: 8, message: '8 created' })
    expect(world.cardOf('late')).toBeUndefined()
    expect(world.cardOf('f')).toMatchObject({
      kind: 'calendar',
      status: 'todo',
      title: 'Event f',
      body: 'Bring flour',
      fields: {
        calendarId: 'b',
        channelId: 'chn_1',
        eventId: 'f',
        location: 'Quay 3',
        allDay: false,
      },
    })
  })

  it('reads only changes and the new part of the window when it runs again, and writes nothing if nothing changed', async () => {
    world.put('a', 'e1')
    await run()
    const warm = await run({ daysAhead: 31 })
    expect(warm).toMatchObject({ itemsOut: 0, message: 'Nothing changed', whats: [] })
    expect(world.reads.filter(({ calendarId }) => calendarId === 'a')).toMatchObject([
      { kind: 'sync', token: '1' },
      { kind: 'window' },
    ])
    world.put('a', 'e1', { title: 'Renamed' })
    expect(await run()).toMatchObject({ message: '1 updated', whats: ['update'] })
    expect(world.cardOf('e1')?.title).toBe('Renamed')
    world.put('a', 'e1', {})
    expect((await run()).whats).toEqual([])
  })

  it('keeps the text and the date if a user has changed them', async () => {
    world.put('a', 'e1', { description: 'Bring flour' })
    await run()
    const card = world.cardOf('e1')
    Object.assign(card ?? {}, { title: 'My title', dueDate: '2030-05-05T08:00:00.000Z' })
    world.put('a', 'e1', { attendees: ['guest@example.com'] })
    expect(await run()).toMatchObject({ message: '1 updated' })
    expect(world.cardOf('e1')).toMatchObject({
      title: 'My title',
      body: 'Bring flour',
      dueDate: '2030-05-05T08:00:00.000Z',
      fields: { attendees: ['guest@example.com'] },
    })
    world.put('a', 'e1', {})
    expect(await run()).toMatchObject({ message: '1 unchanged', itemsOut: 0, whats: [] })
    world.put('a', 'e1', { title: 'Renamed', description: 'Bring salt' })
    await run()
    expect(world.cardOf('e1')).toMatchObject({ title: 'My title', body: 'Bring salt' })
    world.endTokens('a')
    expect(await run()).toMatchObject({ message: '1 unchanged', whats: [] })
  })

  it('sets an all-day event’s due day without a time, and updates the day when the event moves', async () => {
    const day = (inDays: number) =>
      new Date(Date.now() + inDays * 86_400_000).toISOString().slice(0, 10)
    const allDay = (inDays: number) => ({
      start: { at: day(inDays), allDay: true },
      end: { at: day(inDays + 1), allDay: true },
    })
    world.put('a', 'fair', allDay(3))
    const first = await run()
    expect(world.cardOf('fair')).toMatchObject({ dueAllDay: true, dueOn: day(3) })
    expect(first.sample?.items[0]?.json).toMatchObject({ dueAllDay: true, dueOn: day(3) })
    world.put('a', 'fair', {})
    expect((await run()).whats).toEqual([])
    world.put('a', 'fair', allDay(5))
    expect(await run()).toMatchObject({ message: '1 updated' })
    expect(world.cardOf('fair')).toMatchObject({ dueAllDay: true, dueOn: day(5) })
  })

  it('stores plain text if a description is HTML', async () => {
    world.put('a', 'e1', { description: '<p>Bring <b>flour</b> &amp; salt</p>Room<br>2' })
    world.put('a', 'e2', { description: 'Price < 5 & more' })
    await run()
    expect(world.cardOf('e1')?.body).toMatch(/^Bring flour & salt\s+Room\s+2$/)
    expect(world.cardOf('e2')?.body).toBe('Price < 5 & more')
  })

  it('creates a card once the window reaches a distant event', async () => {
    world.put('a', 'far', { inDays: 40 })
    expect((await run({ daysAhead: 30 })).whats).toEqual([])
    expect((await run({ daysAhead: 45 })).whats).toEqual(['create'])
  })

  it('keeps the card when an event moves to a time beyond the window', async () => {
    world.put('a', 'e1', { inDays: 3 })
    await run()
    const before = world.cardOf('e1')?.dueDate
    world.put('a', 'e1', { inDays: 100 })
    expect(await run()).toMatchObject({ message: '1 updated' })
    expect(world.cardOf('e1')?.dueDate).not.toBe(before)
  })

  it('archives or deletes the card of a cancelled event, but only if the card is still to do', async () => {
    for (const id of ['e1', 'e2', 'mine']) world.put('a', id)
    await run()
    const mine = world.cardOf('mine')
    if (mine !== undefined) mine.status = 'doing'
    world.cancel('a', 'e1')
    world.cancel('a', 'mine')
    expect((await run()).message).toBe('1 retired, 1 left to their owners (skippedUserOwned)')
    expect(world.cardOf('e1')).toMatchObject({ status: 'archived', tags: ['calendar:cancelled'] })
    expect(world.cardOf('mine')).toMatchObject({ status: 'doing', tags: [] })
    world.cancel('a', 'e2')
    expect((await run({ onDeleted: 'delete' })).whats).toEqual(['delete'])
    expect(world.cardOf('e2')).toBeUndefined()
  })

  it('keeps the card when an event moves to another calendar, in either reading order', async () => {
    for (const [from, to] of [
      ['a', 'b'],
      ['b', 'a'],
    ] as const) {
      world = calendarWorld()
      cursors = memoryCursors()
      world.put(from, 'e1')
      await run()
      const event = world.calendars.get(from)?.events.get('e1')
      world.put(to, 'e1', { start: event?.start ?? null, end: event?.end ?? null })
      world.cancel(from, 'e1')
      await run()
      expect(world.cardOf('e1')).toMatchObject({ status: 'todo', fields: { calendarId: to } })
      await run()
      world.cancel(from, 'e1')
      expect((await run()).whats).toEqual([])
      world.cancel(to, 'e1')
      await run()
      expect(world.cardOf('e1')?.status).toBe('archived')
    }
  })

  it('clears an expired sync token, and retires a card if the full read misses its event', async () => {
    for (const id of ['kept', 'gone']) world.put('a', id)
    world.put('b', 'other')
    await run()
    world.calendars.get('a')?.events.delete('gone')
    world.calendars.get('b')?.events.delete('other')
    world.endTokens('a')
    expect((await run()).message).toBe('1 unchanged, 1 retired')
    expect(world.cardOf('gone')?.status).toBe('archived')
    // This calendar had no full read, so a missing event proves nothing.
    expect(world.cardOf('other')?.status).toBe('todo')
  })

  it('retires the card of a missing event that has begun, and counts cards that users moved', async () => {
    const hours = (from: number, to: number) => {
      const time = (at: number) => ({
        at: new Date(Date.now() + at * 3_600_000).toISOString(),
        allDay: false,
      })
      return { start: time(from), end: time(to) }
    }
    world.put('a', 'begun', hours(-1, 2))
    world.put('a', 'ended', hours(1, 2))
    world.put('a', 'moved', { inDays: 2 })
    await run()
    const ended = world.cardOf('ended')
    Object.assign(ended?.fields ?? {}, { start: hours(-3, 0).start.at, end: hours(-2, 0).start.at })
    const moved = world.cardOf('moved')
    if (moved !== undefined) moved.status = 'doing'
    for (const id of ['begun', 'ended', 'moved']) world.calendars.get('a')?.events.delete(id)
    world.endTokens('a')
    expect((await run()).message).toBe('1 retired, 1 left to their owners (skippedUserOwned)')
    expect(world.cardOf('begun')?.status).toBe('archived')
    // No read lists an event that has ended.
    expect(world.cardOf('ended')?.status).toBe('todo')
  })

  it('retires the card of a missing event even if a user has changed its date', async () => {
    world.put('a', 'e1', { inDays: 3 })
    await run()
    Object.assign(world.cardOf('e1') ?? {}, { dueDate: '2040-01-01T00:00:00.000Z' })
    world.calendars.get('a')?.events.delete('e1')
    world.endTokens('a')
    expect((await run()).message).toBe('1 retired')
  })

  it('creates no cards for ignored event kinds, and retires a card when its event’s kind becomes ignored', async () => {
    world.put('a', 'home', { eventType: 'workingLocation' })
    world.put('a', 'away', { eventType: 'outOfOffice' })
    await run()
    expect([world.cardOf('home'), world.cardOf('away')?.status]).toEqual([undefined, 'todo'])
    world.put('a', 'away', {})
    expect((await run({ ignoreEventTypes: 'outOfOffice, workingLocation' })).message).toContain(
      'retiredIgnored',
    )
    expect(world.cardOf('away')).toMatchObject({ status: 'archived', tags: ['calendar:ignored'] })
    world.put('a', 'home', {})
    expect((await run({ ignoreEventTypes: [] })).whats).toEqual(['create'])
  })

  it('applies a change of the ignored kinds even if no delta lists the events', async () => {
    for (const id of ['away', 'mine']) world.put('a', id, { eventType: 'outOfOffice' })
    world.put('a', 'kept')
    await run()
    const mine = world.cardOf('mine')
    if (mine !== undefined) mine.status = 'doing'
    const ignoreEventTypes = ['outOfOffice', 'workingLocation']
    expect((await run({ ignoreEventTypes })).message).toBe('1 retired as ignored (retiredIgnored)')
    expect(world.cardOf('away')).toMatchObject({ status: 'archived', tags: ['calendar:ignored'] })
    expect(world.cardOf('mine')?.status).toBe('doing')
    expect((await run({ ignoreEventTypes })).whats).toEqual([])
    world.put('a', 'home', { eventType: 'workingLocation' })
    await run({ ignoreEventTypes })
    expect((await run({ ignoreEventTypes: [] })).whats).toEqual(['create'])
    expect(world.cardOf('home')?.status).toBe('todo')
  })

  it('counts a card but leaves it alone if a user has moved it', async () => {
    world.put('a', 'e1')
    await run()
    const card = world.cardOf('e1')
    if (card !== undefined) card.status = 'done'
    world.put('a', 'e1', { title: 'Renamed' })
    expect(await run()).toMatchObject({
      message: '1 left to their owners (skippedUserOwned)',
      whats: [],
    })
  })

  it('keeps the sync token when a run fails, so the next run reads the same changes', async () => {
    world.put('a', 'e1')
    await run()
    world.put('a', 'e1', { title: 'Renamed' })
    const write = world.ports.board.updateCard
    world.ports.board.updateCard = async () => {
      throw new Error('the board is away')
    }
    expect((await run()).error).toContain('the board is away')
    world.ports.board.updateCard = write
    expect(await run()).toMatchObject({ message: '1 updated' })
  })

  it('reports an unknown calendar, and accepts names, ids and comma-separated text', async () => {
    world.put('b', 'f')
    expect((await run({ calendars: ['nowhere'] })).error).toContain('no calendar "nowhere"')
    expect((await run({ calendars: 'Calendar b, a' })).whats).toEqual(['create'])
  })

  it('reads every calendar if the list marks none as shown', async () => {
    const marks = { primary: false, selected: false, timeZone: null }
    const calendars = ['a', 'b'].map((id) => ({ id, name: id, ...marks }))
    world.ports.accounts.calendar.calendars = async () => ({
      outcome: 'read',
      page: { calendars, next: null },
    })
    world.put('b', 'f')
    expect((await run()).whats).toEqual(['create'])
  })
})
