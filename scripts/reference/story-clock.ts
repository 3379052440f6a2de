import { Client } from 'pg'

/** When each area of the reference begins. */
export const storyBegins = Date.parse('2026-03-02T09:00:00.000Z')

const RealDate = Date
let offset = 0

/** A `Date` whose current time is moved by `offset`. Libraries read the time from it, too. */
const MovedDate = new Proxy(RealDate, {
  construct: (target, args, self) =>
    Reflect.construct(target, args.length === 0 ? [target.now() + offset] : args, self) as Date,
  get: (target, name) =>
    name === 'now' ? () => target.now() + offset : (Reflect.get(target, name) as unknown),
})

/**
 * Gives a new database its own `now()` and `clock_timestamp()`, before any statement uses them. The
 * test's user owns the server.
 */
export const prepareClock = (url: string): Promise<void> =>
  query(
    url,
    `alter function pg_catalog.now() rename to real_now;
     alter function pg_catalog.clock_timestamp() rename to real_clock;
     ${moveClock('create function')}`,
  )

/** Sets the time of this process and of its database to the beginning of the story. Both continue. */
export async function restartClock(url: string): Promise<void> {
  offset = storyBegins - RealDate.now()
  globalThis.Date = MovedDate
  await query(url, moveClock('create or replace function'))
}

/**
 * Returns the story's time for a time of the file system or of a separate process, because both have
 * the real clock. Returns any other time unchanged.
 */
export const toStoryTime = (at: number): number =>
  Math.abs(at + offset - storyBegins) < 3_600_000 ? at + offset : at

/** Gives this process the real time again, also to a module that has kept the moved `Date`. */
export function stopClock(): void {
  offset = 0
  globalThis.Date = RealDate
}

const moveClock = (create: string): string =>
  [
    ['now', 'real_now', 'stable'],
    ['clock_timestamp', 'real_clock', 'volatile'],
  ]
    .map(
      ([name, real, kind]) =>
        `${create} pg_catalog.${name}() returns timestamptz language sql ${kind} parallel safe
         as $$ select pg_catalog.${real}() + interval '${offset} milliseconds' $$`,
    )
    .join(';')

async function query(url: string, statements: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statements)
  } finally {
    await client.end()
  }
}
