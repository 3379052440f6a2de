import { buffer } from 'node:stream/consumers'
import { type AssetKey, findMediaClass, parseAssetKey } from '@atrium/asset-key'
import { commonErrors, type MediaFacts, ReadMediaFacts } from '@atrium/contracts'
import { type RpcHandler, rpcHandler } from '@atrium/messaging'
import { PictureError, type PictureType, readMovieFacts } from '@atrium/pictures'
import type { Deps } from '../deps.ts'
import { purgeIfRemoved } from '../release/purge-org.ts'
import {
  deleteMeasuredFacts,
  findMeasuredFacts,
  insertMeasuredFacts,
  type MeasuredFacts,
} from './media-facts.db.ts'

type FactsDeps = Pick<Deps, 'db' | 'store' | 'cache' | 'logger' | 'pictures'>

/**
 * Returns the facts of these files in an org, by key. Leaves out missing files and another org's
 * files. Measures a picture or video and stores the facts if nobody has measured it yet. Throws
 * `unavailable` if too many pictures wait.
 */
export async function readMediaFacts(
  deps: FactsDeps,
  { orgId, keys }: { orgId: string; keys: readonly string[] },
): Promise<Record<string, MediaFacts>> {
  const ownKeys = [...new Set(keys)].flatMap((name) => {
    const key = parseAssetKey(name)
    return key?.orgId === orgId ? [key] : []
  })
  const measuredFacts = await findMeasuredFacts(
    deps.db,
    orgId,
    ownKeys.map(({ key }) => key),
  )
  const facts: Record<string, MediaFacts> = {}
  // Reads one picture after another, because the pictures of an organisation share one queue
  // anyway.
  for (const key of ownKeys) {
    const stored = await deps.store.stat(key.key)
    if (stored === undefined) continue
    const measured =
      measuredFacts.get(key.key) ?? (await measure(deps, key, stored.bytes)) ?? unknownFacts
    facts[key.key] = { bytes: stored.bytes, ...measured }
  }
  return facts
}

const unknownFacts: MeasuredFacts = { width: null, height: null, durationMs: null }

/** Measures a file and remembers its facts. Undefined for sound and for a file that cannot be read. */
async function measure(
  deps: FactsDeps,
  key: AssetKey,
  bytes: number,
): Promise<MeasuredFacts | undefined> {
  const mediaClass = findMediaClass(key.extension)
  if (mediaClass === 'audio') return undefined
  const facts =
    mediaClass === 'image' ? await measurePicture(deps, key) : await measureVideo(deps, key, bytes)
  if (facts === undefined) return undefined
  await insertMeasuredFacts(deps.db, key.orgId, key.key, facts)
  await purgeIfRemoved(deps, key.orgId)
  return facts
}

async function measurePicture(
  deps: FactsDeps,
  { key, orgId, extension }: AssetKey,
): Promise<MeasuredFacts | undefined> {
  const read = async () => {
    const open = await deps.store.open(key)
    if (open === undefined) throw new PictureError('unreadable', 'The file was deleted')
    return open.buffer()
  }
  try {
    const size = await deps.pictures.measure({
      lane: `measure:${orgId}`,
      type: extension as PictureType,
      read,
    })
    return { width: size.width, height: size.height, durationMs: null }
  } catch (error) {
    if (!(error instanceof PictureError)) throw error
    if (error.problem === 'busy' || error.problem === 'stopped') {
      throw commonErrors.unavailable({ details: { retryAfterSeconds: 2 } })
    }
    deps.logger.info({ key, reason: error.message }, '[assets] a picture cannot be measured')
    return undefined
  }
}

/** Reads the header of a video, in few and small parts. Nothing is decoded. */
async function measureVideo(
  { store, logger }: FactsDeps,
  { key }: AssetKey,
  bytes: number,
): Promise<MeasuredFacts | undefined> {
  const read = async (start: number, length: number) => {
    const end = Math.min(start + length, bytes) - 1
    if (end < start) return Buffer.alloc(0)
    const open = await store.open(key)
    return open === undefined ? Buffer.alloc(0) : buffer(open.stream({ start, end }))
  }
  const facts = await readMovieFacts({ bytes, read })
  if (facts === undefined) logger.info({ key }, '[assets] a video cannot be measured')
  return facts
}

export { deleteMeasuredFacts as forgetMediaFacts }

export const mediaFactsRpc = (deps: FactsDeps): RpcHandler =>
  rpcHandler(ReadMediaFacts, async (input) => ({ facts: await readMediaFacts(deps, input) }))
