import { commonErrors, type Principal, type UserExport } from '@atrium/contracts'
import { type ExportPage, readExportPage } from '@atrium/database'
import type { Ctx, Deps } from '../deps.ts'
import { userExportTables } from './user-export-tables.db.ts'

/** Returns what the platform knows about the caller's account. Throws 403 without a session. */
export async function exportUser(
  deps: Pick<Deps, 'db' | 'now'>,
  { principal: { userId, via } }: Ctx<Principal>,
): Promise<UserExport> {
  // A key acts for its organisation and not for its creator.
  if (via !== 'session') throw commonErrors.forbidden()
  const texts = new Map<string, string>()
  let cursor: string | null = null
  do {
    const page: ExportPage = await readExportPage(deps.db, userExportTables, {
      orgId: userId,
      cursor,
    })
    texts.set(page.table, (texts.get(page.table) ?? '') + page.text)
    cursor = page.next
  } while (cursor !== null)
  const records = Object.fromEntries(
    [...texts].map(([table, text]) => [table, text.split('\n').slice(0, -1).map(readLine)]),
  )
  return { exportedAt: deps.now().toISOString(), records }
}

const readLine = (line: string): Record<string, unknown> => JSON.parse(line)
