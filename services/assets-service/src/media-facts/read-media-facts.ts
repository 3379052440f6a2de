import { type AssetKey, findMediaClass, parseAssetKey } from '@atrium/asset-key'
import { commonErrors, type MediaFacts, ReadMediaFacts } from '@atrium/contracts'
import { type RpcHandler, rpcHandler } from '@atrium/messaging'
import { PictureError, type PictureSize, type PictureType } from '@atrium/pictures'
import type { Deps } from '../deps.ts'
import { purgeIfRemoved } from '../release/purge-org.ts'
import { deletePictureSize, findPictureSizes, insertPictureSize } from './picture-sizes.db.ts'

type FactsDeps = Pick<Deps, 'db' | 'store' | 'cache' | 'logger' | 'pictures'>

/**
 * Returns the sizes of these files in an org, by key. Leaves out missing files and another org's
 * files. Measures and stores a picture's size if nobody has measured it yet. Throws `unavailable`
 * if too many pictures wait.
 */
export async function readMediaFacts(
  deps: FactsDeps,
  { orgId, keys }: { orgId: string; keys: readonly string[] },
): Promise<Record<string, MediaFacts>> {
  const own = [...new Set(keys)].flatMap((name) => {
    const key = parseAssetKey(name)
    return key?.orgId === orgId ? [key] : []
  })
  const known = await findPictureSizes(
    deps.db,
    orgId,
    own.map(({ key }) => key),
  )
  const facts: Record<string, MediaFacts> = {}
  // Reads one picture after another, because the pictures of an organisation share one queue
  // anyway.
  for (const key of own) {
    const stored = await deps.store.stat(key.key)
    if (stored === undefined) continue
    const size = known.get(key.key) ?? (await measure(deps, key))
    facts[key.key] = {
      bytes: stored.bytes,
      width: size?.width ?? null,
      height: size?.height ?? null,
    }
  }
  return facts
}

/** Measures a picture and remembers its size. Undefined for other files and for a picture that cannot be read. */
async function measure(
  deps: FactsDeps,
  { key, orgId, extension }: AssetKey,
): Promise<PictureSize | undefined> {
  if (findMediaClass(extension) !== 'image') return undefined
  const read = async () => {
    const open = await deps.store.open(key)
    if (open === undefined) throw new PictureError('unreadable', 'The file is gone')
    return open.buffer()
  }
  try {
    const size = await deps.pictures.measure({
      lane: `measure:${orgId}`,
      type: extension as PictureType,
      read,
    })
    await insertPictureSize(deps.db, orgId, key, size)
    await purgeIfRemoved(deps, orgId)
    return size
  } catch (error) {
    if (!(error instanceof PictureError)) throw error
    if (error.problem === 'busy' || error.problem === 'stopped') {
      throw commonErrors.unavailable({ details: { retryAfterSeconds: 2 } })
    }
    deps.logger.info({ key, reason: error.message }, '[assets] a picture cannot be measured')
    return undefined
  }
}

export { deletePictureSize as forgetPictureSize }

export const mediaFactsRpc = (deps: FactsDeps): RpcHandler =>
  rpcHandler(ReadMediaFacts, async (input) => ({ facts: await readMediaFacts(deps, input) }))
