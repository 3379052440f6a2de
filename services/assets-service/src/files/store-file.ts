import { createHash } from 'node:crypto'
import { assetKeyOfDigest, assetUrl, contentTypeOf, type Visibility } from '@atrium/asset-key'
import {
  AppError,
  type FilePart,
  type FilePartOutcome,
  type StoredFile,
  StoreFilePart,
} from '@atrium/contracts'
import { type RpcHandler, rpcHandler } from '@atrium/messaging'
import type { Deps } from '../deps.ts'
import { purgeIfRemoved } from '../release/purge-org.ts'
import { deleteParts, findParts, insertPart } from './file-parts.db.ts'
import { fileTypeOf } from './file-type.ts'

type FileDeps = Pick<Deps, 'db' | 'store' | 'config' | 'requireRoom'>

const sha256 = (...texts: (string | Buffer)[]): Buffer => {
  const hash = createHash('sha256')
  for (const text of texts) hash.update(text)
  return hash.digest()
}
const refused = (message: string): FilePartOutcome => ({ outcome: 'refused', message })

/** Keeps a part; the last one stores the file under a key that follows from its org, name and bytes. */
export async function storeFilePart(deps: FileDeps, part: FilePart): Promise<FilePartOutcome> {
  const { orgId, name, digest, size, offset, visibility = 'priv' } = part
  const bytes = Buffer.from(part.bytes, 'base64')
  const end = offset + bytes.length
  if (bytes.length === 0 || end > size) return refused('A part lies beyond the end of its file')
  const identity = sha256(
    JSON.stringify([orgId, name, digest, size, ...(visibility === 'pub' ? [visibility] : [])]),
  )
  const file = identity.toString('hex')
  if (end < size) {
    await insertPart(deps.db, { orgId, file, offset, bytes })
    return { outcome: 'more', next: end }
  }
  const whole = Buffer.concat([...(offset === 0 ? [] : await findParts(deps.db, orgId, file)), bytes])
  if (whole.length !== size || sha256(whole).toString('hex') !== digest) {
    await deleteParts(deps.db, orgId, file)
    return { outcome: 'restart' }
  }
  const answer = await store(deps, { orgId, visibility }, identity, whole)
  await deleteParts(deps.db, orgId, file)
  return answer
}

async function store(
  deps: FileDeps,
  { orgId, visibility }: { orgId: string; visibility: Visibility },
  identity: Buffer,
  whole: Buffer,
): Promise<FilePartOutcome> {
  const type = await fileTypeOf(whole)
  if (type === undefined) return refused('The file is no PDF, picture, sound or video that can be stored')
  if (whole.length > type.cap)
    return refused(`The file is larger than ${type.cap} bytes, the cap of its type`)
  const key = assetKeyOfDigest({ orgId, visibility, extension: type.extension, digest: identity })
  const contentType = contentTypeOf(type.extension)
  const url = assetUrl(deps.config.apiUrl, key)
  const stored: StoredFile = { key, url, contentType, bytes: whole.length }
  if ((await deps.store.stat(key)) === undefined) {
    const full = await deps.requireRoom(orgId, whole.length).then(() => undefined, planRefusal)
    if (full !== undefined) return full
    const staged = await deps.store.stage(once(whole))
    await staged.commit(key)
    const removed = await purgeIfRemoved(deps, orgId)
    if (removed) return refused('The organisation has ended')
  }
  return { outcome: 'stored', file: stored }
}

/** The refusal of a file without room in the plan. Throws every other error. */
function planRefusal(error: unknown): FilePartOutcome {
  if (error instanceof AppError && error.kind === 'payment_required') return refused(error.message)
  throw error
}

async function* once(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes
}

export const fileRpc = (deps: FileDeps): RpcHandler =>
  rpcHandler(StoreFilePart, (part) => storeFilePart(deps, part))
