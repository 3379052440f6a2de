import { buildAssetKey } from '@atrium/asset-key'
import type { BlobStore, ByteSource, OpenBlob, StagedBlob } from '@atrium/blob-store'
import {
  AssetsPlanUsage,
  commonErrors,
  fileErrors,
  type ItemFile,
  maxItemFileBytes,
  type NewId,
  type OrgPlan,
  requirePlanRoom,
  storageErrors,
} from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import { type Bus, callRpc, ifAvailable } from '@atrium/messaging'
import { openCounter } from '@atrium/telemetry'
import type { Logger } from 'pino'
import type { Db } from '../database.ts'
import { cleanFileName } from './file-names.ts'
import { detectFileType, headBytes } from './file-type.ts'
import {
  beginItemFile,
  countItemFiles,
  findItemFiles,
  forgetItemFile,
  type KeptFile,
  keepItemFile,
  lockItemFiles,
  useFiles,
} from './item-files.db.ts'

/** The limit of an organisation's files. Many small files would otherwise fill the table. */
const filesOfOrg = 100_000

// Not `Pick<Deps, …>`, because `Deps` contains the node ports and files are one of the ports.
interface FileDeps {
  db: Db
  bus: Bus
  logger: Logger
  planOf(orgId: string): Promise<OrgPlan>
  newId: NewId
  /** The byte limit for all files of an organisation. */
  bytesOfOrg: number
}

export interface NewFile {
  /** The sender's own statement. */
  name: string
  /** The type that the sender declared, or empty. */
  contentType: string
  bytes: ByteSource | Uint8Array
}

export interface RunOfFile {
  orgId: string
  runId: string
}

/** Item files: private bytes of an organisation. Runs and cards name a file by its id. */
export interface ItemFiles {
  /**
   * Streams a file to the store, for a run if one is given. Throws `payload_too_large` (413),
   * `insufficient_storage` (507), `plan_limit` (402), and the source's errors.
   */
  store(
    owner: { orgId: string; runId?: string },
    file: NewFile,
    signal?: AbortSignal,
  ): Promise<ItemFile>
  /** Returns the organisation's files among `fileIds`. */
  find(orgId: string, fileIds: readonly string[]): Promise<KeptFile[]>
  /** Finds files like `find`, and records them as named by the run. */
  use(run: RunOfFile, fileIds: readonly string[]): Promise<KeptFile[]>
  /**
   * Opens a file. The caller must stream or close the blob. Throws `not_found` if the file does not
   * exist or belongs to another organisation.
   */
  open(orgId: string, fileId: string): Promise<{ file: ItemFile; blob: OpenBlob }>
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** Yields source bytes up to a limit. `head` receives the first bytes. */
async function* bounded(
  source: ByteSource,
  most: number,
  head: Buffer[],
): AsyncGenerator<Uint8Array> {
  let [size, held] = [0, 0]
  for await (const part of source) {
    size += part.byteLength
    if (size > most) {
      throw commonErrors.payload_too_large({
        message: `A file can have at most ${most / 1_000_000} MB`,
      })
    }
    if (held < headBytes) {
      const wanted = Buffer.from(part.subarray(0, headBytes - held))
      head.push(wanted)
      held += wanted.length
    }
    yield part
  }
}

export function createItemFiles(deps: FileDeps, store: BlobStore): ItemFiles {
  const { db, bus, logger, planOf, bytesOfOrg } = deps
  const stored = openCounter(bus.metrics, {
    name: 'atrium_item_files_stored_total',
    help: 'Files of items that were stored',
  })
  const storedBytes = openCounter(bus.metrics, {
    name: 'atrium_item_file_bytes_total',
    help: 'Bytes of files of items that were stored',
  })
  const noRoom = () =>
    storageErrors.insufficient_storage({
      message:
        'The workflow files of this organisation use all their storage. Delete files from cards ' +
        'and pinned step outputs, or wait until old runs are deleted',
    })

  /** Throws `insufficient_storage` unless the organisation has room for another `bytes`. */
  const requireRoom = (used: { count: number; bytes: number }, bytes: number): void => {
    if (used.count >= filesOfOrg || used.bytes + bytes > bytesOfOrg) throw noRoom()
  }

  // Item files and assets share the plan's storage.
  const countAssetBytes = async (orgId: string): Promise<number> =>
    (await ifAvailable(callRpc(bus, AssetsPlanUsage, { orgId })))?.used.storageBytes ?? 0

  const keep = async (owner: { orgId: string; runId?: string }, file: ItemFile) => {
    const { orgId, runId } = owner
    const plan = await planOf(orgId)
    const ofAssets = plan.limits.storageBytes === undefined ? 0 : await countAssetBytes(orgId)
    await inTransaction(db, undefined, async (tx) => {
      await lockItemFiles(tx, orgId)
      const used = await countItemFiles(tx, orgId)
      requirePlanRoom(plan, 'storageBytes', ofAssets + used.bytes, file.bytes)
      requireRoom(used, file.bytes)
      const kept = await keepItemFile(tx, orgId, file)
      if (!kept)
        throw commonErrors.unavailable({ message: 'The file could not be saved. Try again.' })
      if (runId !== undefined) await useFiles(tx, { orgId, runId }, [file.fileId])
    })
  }

  return {
    async store(owner, { name, contentType, bytes }, signal) {
      const { orgId } = owner
      requireRoom(await countItemFiles(db, orgId), 1)
      const fileId = deps.newId('file')
      const key = buildAssetKey({ orgId, visibility: 'priv', extension: 'bin' })
      await inTransaction(db, undefined, (tx) =>
        beginItemFile(tx, { id: fileId, org_id: orgId, key }),
      )
      let staged: StagedBlob | undefined
      let isCommitted = false
      try {
        const head: Buffer[] = []
        const source = bytes instanceof Uint8Array ? once(bytes) : bytes
        staged = await store.stage(bounded(source, maxItemFileBytes, head), { signal })
        const type = await detectFileType(Buffer.concat(head), contentType)
        const usual = type.ending === undefined ? 'file' : `file.${type.ending}`
        const file = {
          fileId,
          name: cleanFileName(name, usual),
          contentType: type.contentType,
          bytes: staged.bytes,
        }
        isCommitted = true
        await staged.commit(key)
        await keep(owner, file)
        stored.inc()
        storedBytes.inc(file.bytes)
        logger.info(
          { org: orgId, fileId, bytes: file.bytes, type: file.contentType },
          'file of an item stored',
        )
        return file
      } catch (error) {
        if (!isCommitted) await staged?.abort().catch(() => undefined)
        // If the row cannot be deleted now, the sweep finds it and deletes the bytes again.
        await discard(owner.orgId, fileId, key).catch(() => undefined)
        throw error
      }
    },
    find: (orgId, fileIds) => findItemFiles(db, orgId, fileIds),
    use: (run, fileIds) => inTransaction(db, undefined, (tx) => useFiles(tx, run, fileIds)),
    async open(orgId, fileId) {
      const [found] = await findItemFiles(db, orgId, [fileId])
      const blob = found && (await store.open(found.key))
      if (found === undefined || blob === undefined) throw fileErrors.not_found()
      const { key: _, ...file } = found
      return { file, blob }
    },
  }

  async function discard(orgId: string, fileId: string, key: string): Promise<void> {
    await store.delete(key)
    await forgetItemFile(db, orgId, fileId)
  }
}
