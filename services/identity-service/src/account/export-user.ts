import { commonErrors, type Principal, userRows } from '@atrium/contracts'
import { type ExportedUser, type ExportPage, readUserExportPage } from '@atrium/database'
import { callRpc } from '@atrium/messaging'
import type { Ctx, Deps } from '../deps.ts'
import { listOrgIds } from './account.db.ts'
import { userExportTables } from './user-export-tables.db.ts'

type ExportDeps = Pick<Deps, 'db' | 'bus' | 'now' | 'logger'>
type ReadPage = (cursor: string | null) => Promise<ExportPage>

/** How much of an export is read before the response begins, in characters. */
const mostHeld = 1024 * 1024

/**
 * Writes what the platform knows about the caller as the text of a `UserExport`. Reads every
 * service once and the first million characters before it returns, so a service that is down is
 * refused with `unavailable` before the response begins. After that, one page is in memory at a
 * time, and the text fails if a service cannot be read. Throws 403 without a session.
 */
export async function exportUser(
  deps: ExportDeps,
  { principal: { userId, via } }: Ctx<Principal>,
): Promise<AsyncIterable<string>> {
  // A key acts for its organisation and not for its creator.
  if (via !== 'session') throw commonErrors.forbidden()
  const user = { userId, orgIds: await listOrgIds(deps.db, userId) }
  const text = writeExport(deps, user, await openSources(deps, user))
  let held = ''
  while (held.length < mostHeld) {
    const part = await text.next()
    if (part.done === true) break
    held += part.value
  }
  return continueText(held, text)
}

async function* continueText(
  held: string,
  rest: AsyncIterable<string>,
): AsyncGenerator<string, undefined> {
  yield held
  yield* rest
}

async function* writeExport(
  deps: ExportDeps,
  user: ExportedUser,
  sources: readonly AsyncIterable<ExportPage>[],
): AsyncGenerator<string, undefined> {
  const started = deps.now()
  let current: string | undefined
  let isBetween = false
  let characters = 0
  yield `{"exportedAt":${JSON.stringify(started)},"records":{`
  for (const pages of sources) {
    for await (const { table, text } of pages) {
      if (text === '') continue
      if (table !== current) yield `${current === undefined ? '' : '],'}${JSON.stringify(table)}:[`
      else if (isBetween) yield ','
      // Without a break at its end, the page ends inside a line, which the next page continues.
      isBetween = text.endsWith('\n')
      yield text.slice(0, isBetween ? -1 : undefined).replaceAll('\n', ',')
      current = table
      characters += text.length
    }
  }
  yield current === undefined ? '}}' : ']}}'
  const ms = deps.now().getTime() - started.getTime()
  deps.logger.info({ user: user.userId, characters, ms }, '[account] a user’s data was exported')
}

/** Reads the first page of every service, and returns the pages of each. */
function openSources(
  { db, bus }: Pick<Deps, 'db' | 'bus'>,
  { userId, orgIds }: ExportedUser,
): Promise<AsyncIterable<ExportPage>[]> {
  const user = { userId, orgIds: [...orgIds] }
  const sources: ReadPage[] = [
    (cursor) => readUserExportPage(db, userExportTables, { ...user, cursor }),
    ...userRows.map(
      (rpc): ReadPage =>
        (cursor) =>
          callRpc(bus, rpc, { ...user, cursor }),
    ),
  ]
  return Promise.all(sources.map(async (read) => continuePages(read, await read(null))))
}

/** Walks over the rows of a service, one table after another. */
async function* continuePages(
  read: ReadPage,
  first: ExportPage,
): AsyncGenerator<ExportPage, undefined> {
  let page = first
  yield page
  while (page.next !== null) {
    page = await read(page.next)
    yield page
  }
}
