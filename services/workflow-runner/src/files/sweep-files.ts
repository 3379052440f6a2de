import type { BlobStore } from '@atrium/blob-store'
import { BoardLiveFiles, OrgDeleted } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import { callRpc, eventConsumer } from '@atrium/messaging'
import type { Background } from '@atrium/service-kit'
import { openCounter } from '@atrium/telemetry'
import type { WorkflowDatabase } from '../database.ts'
import type { Deps } from '../deps.ts'
import {
  doomItemFiles,
  filesToLookAt,
  forgetItemFile,
  type LookedFile,
  spareItemFiles,
} from './item-files.db.ts'

const everyMs = 60_000
const atOnce = 200
/** A file named by a run, queued mail or pinned output is checked again after this time. */
const namedSeconds = 3_600
/** A file on a card is checked again after this time, because the check asks the board. */
const onCardSeconds = 86_400
type DueFile = Awaited<ReturnType<typeof filesToLookAt>>[number]

type AskBoard = (orgId: string, fileIds: string[]) => Promise<readonly string[]>
type SweepDeps = Pick<Deps, 'db' | 'logger'> & { store: BlobStore; askBoard: AskBoard }

/**
 * Deletes files without a run or a card, and leftovers of crashes. Asks the board before and after
 * hiding the files, because a card may be written in between and must keep its file. Keeps all
 * files if the board does not respond.
 */
export async function sweepFiles(deps: SweepDeps, signal: AbortSignal): Promise<number> {
  let deleted = 0
  for (let after: string | undefined = ''; after !== undefined && !signal.aborted; ) {
    const page: DueFile[] = await filesToLookAt(deps.db, after, atOnce)
    for (const [orgId, files] of Map.groupBy(page, ({ org_id }) => org_id)) {
      deleted += await sweepOrg(deps, orgId, files)
    }
    after = page.length < atOnce ? undefined : page.at(-1)?.id
  }
  return deleted
}

async function sweepOrg(deps: SweepDeps, orgId: string, due: readonly DueFile[]): Promise<number> {
  const { db, logger } = deps
  const doomed = new Map<string, LookedFile>()
  try {
    const named = due.filter((file) => file.named).map(({ id }) => id)
    if (named.length > 0) await spareItemFiles(db, orgId, named, namedSeconds)
    const unnamed = due.filter((file) => !file.named)
    const unneeded = unnamed.length === 0 ? [] : await withoutCards(deps, orgId, unnamed)
    if (unneeded.length === 0) return 0
    const hidden = await inTransaction(db, undefined, (tx) => doomItemFiles(tx, orgId, unneeded))
    for (const file of hidden) doomed.set(file.id, file)
    const gone = await withoutCards(deps, orgId, hidden)
    let deleted = 0
    for (const id of gone) {
      await deps.store.delete(doomed.get(id)?.key ?? '')
      await forgetItemFile(db, orgId, id)
      doomed.delete(id)
      deleted += 1
    }
    logger.info({ org: orgId, files: deleted }, 'files of items deleted')
    return deleted
  } catch (error) {
    logger.warn({ err: error, org: orgId }, '[files] files of items are not deleted')
    await spareItemFiles(db, orgId, [...doomed.keys()], everyMs / 1_000).catch(() => undefined)
    return 0
  }
}

/** Returns the files without a card. Files with a card are checked again a day later. */
async function withoutCards(
  { db, askBoard }: SweepDeps,
  orgId: string,
  files: readonly LookedFile[],
) {
  const ids = files.map(({ id }) => id)
  const live = new Set(await askBoard(orgId, ids))
  const spared = ids.filter((id) => live.has(id))
  if (spared.length > 0) await spareItemFiles(db, orgId, spared, onCardSeconds)
  return ids.filter((id) => !live.has(id))
}

/** Deletes unneeded files. Every replica may do this at the same time. */
export function fileUpkeep(
  { db, bus, logger }: Pick<Deps, 'db' | 'bus' | 'logger'>,
  store: BlobStore,
): readonly Background[] {
  const deleted = openCounter(bus.metrics, {
    name: 'atrium_item_files_deleted_total',
    help: 'Files of items that nothing named any more',
  })
  const askBoard: AskBoard = async (orgId, fileIds) =>
    (await callRpc(bus, BoardLiveFiles, { orgId, fileIds })).live
  return [
    {
      name: 'item-files',
      everyMs,
      run: async (signal) =>
        void deleted.inc(await sweepFiles({ db, logger, store, askBoard }, signal)),
    },
    { name: 'item-file-staging', everyMs: 600_000, run: async () => void (await store.sweep()) },
  ]
}

/** Deletes every file of a purged organisation, including files without a row. */
export const purgeFiles = ({ logger }: Pick<Deps, 'logger'>, store: BlobStore) =>
  eventConsumer<WorkflowDatabase, typeof OrgDeleted.schema>(
    'files-of-org',
    OrgDeleted,
    async (_tx, { data: { orgId } }) => {
      const removed = await store.purge(orgId)
      if (removed.count > 0)
        logger.info({ org: orgId, ...removed }, 'files of items of a purged org deleted')
    },
    { batch: 1 },
  )
