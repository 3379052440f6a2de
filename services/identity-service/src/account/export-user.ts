import { commonErrors, type Principal, userRows } from '@atrium/contracts'
import { type ExportedUser, type ExportPage, readUserExportPage } from '@atrium/database'
import { callRpc } from '@atrium/messaging'
import type { Ctx, Deps } from '../deps.ts'
import { listOrgIds } from './account.db.ts'
import { userExportTables } from './user-export-tables.db.ts'

/**
 * Streams what the platform knows about the caller as the text of a `UserExport`. One page is in
 * memory at a time. The stream fails if a service cannot be read. Throws 403 without a session.
 */
export async function exportUser(
  deps: Pick<Deps, 'db' | 'bus' | 'now' | 'logger'>,
  { principal: { userId, via } }: Ctx<Principal>,
): Promise<ReadableStream<Uint8Array>> {
  // A key acts for its organisation and not for its creator.
  if (via !== 'session') throw commonErrors.forbidden()
  const user = { userId, orgIds: await listOrgIds(deps.db, userId) }
  return ReadableStream.from(writeExport(deps, user)).pipeThrough(new TextEncoderStream())
}

async function* writeExport(
  deps: Pick<Deps, 'db' | 'bus' | 'now' | 'logger'>,
  user: ExportedUser,
): AsyncGenerator<string, undefined> {
  const started = deps.now()
  let current: string | undefined
  let isBetween = false
  let characters = 0
  yield `{"exportedAt":${JSON.stringify(started)},"records":{`
  for await (const { table, text } of readPages(deps, user)) {
    if (text === '') continue
    if (table !== current) yield `${current === undefined ? '' : '],'}${JSON.stringify(table)}:[`
    else if (isBetween) yield ','
    // Without a break at its end, the page ends inside a line, which the next page continues.
    isBetween = text.endsWith('\n')
    yield text.slice(0, isBetween ? -1 : undefined).replaceAll('\n', ',')
    current = table
    characters += text.length
  }
  yield current === undefined ? '}}' : ']}}'
  const ms = deps.now().getTime() - started.getTime()
  deps.logger.info({ user: user.userId, characters, ms }, '[account] a user’s data was exported')
}

/** Walks over the rows of every service, one table after another. */
async function* readPages(
  { db, bus }: Pick<Deps, 'db' | 'bus'>,
  user: ExportedUser,
): AsyncGenerator<ExportPage, undefined> {
  const sources = [
    (cursor: string | null) => readUserExportPage(db, userExportTables, { ...user, cursor }),
    ...userRows.map(
      (rpc) => (cursor: string | null) =>
        callRpc(bus, rpc, { userId: user.userId, orgIds: [...user.orgIds], cursor }),
    ),
  ]
  for (const read of sources) {
    let cursor: string | null = null
    do {
      const page: ExportPage = await read(cursor)
      yield page
      cursor = page.next
    } while (cursor !== null)
  }
}
