import { createHash } from 'node:crypto'
import {
  type AssetExtension,
  assetKeyOfDigest,
  assetUrl,
  findContentType,
  findMediaClass,
  type MediaExtension,
  type Visibility,
} from '@atrium/asset-key'
import {
  AppError,
  type FilePart,
  type FilePartOutcome,
  maxDocumentBytes,
  nameUploadedFile,
  StoreFilePart,
} from '@atrium/contracts'
import { type RpcHandler, rpcHandler } from '@atrium/messaging'
import { stripMovie } from '@atrium/pictures'
import type { Deps } from '../deps.ts'
import { nameFile } from '../descriptions/descriptions.ts'
import { detectMedia } from '../media/detect-media.ts'
import { purgeIfRemoved } from '../release/purge-org.ts'
import { checkPicture, movieRefusals } from '../upload/prepare-media.ts'
import { caps } from '../upload/stage-media.ts'
import { deleteParts, findParts, insertPart } from './file-parts.db.ts'

type FileDeps = Pick<Deps, 'db' | 'store' | 'config' | 'pictures' | 'requireRoom'>

const sha256 = (...texts: (string | Buffer)[]): Buffer => {
  const hash = createHash('sha256')
  for (const text of texts) hash.update(text)
  return hash.digest()
}
const refused = (message: string): FilePartOutcome => ({ outcome: 'refused', message })

/**
 * Stores a part. The last part stores the file under a key computed from its org, name and bytes.
 */
export async function storeFilePart(deps: FileDeps, part: FilePart): Promise<FilePartOutcome> {
  const { orgId, name, digest, size, offset, visibility = 'priv', fileName } = part
  const bytes = Buffer.from(part.bytes, 'base64')
  const end = offset + bytes.length
  if (bytes.length === 0 || end > size) return refused('This file is incomplete. Export it again.')
  const identity = sha256(
    JSON.stringify([orgId, name, digest, size, ...(visibility === 'pub' ? [visibility] : [])]),
  )
  const file = identity.toString('hex')
  if (end < size) {
    await insertPart(deps.db, { orgId, file, offset, bytes })
    return { outcome: 'more', next: end }
  }
  const whole = Buffer.concat([
    ...(offset === 0 ? [] : await findParts(deps.db, orgId, file)),
    bytes,
  ])
  if (whole.length !== size || sha256(whole).toString('hex') !== digest) {
    await deleteParts(deps.db, orgId, file)
    return { outcome: 'restart' }
  }
  const answer = await store(
    deps,
    { orgId, visibility, name: nameUploadedFile(fileName ?? '') },
    identity,
    whole,
  )
  await deleteParts(deps.db, orgId, file)
  return answer
}

async function store(
  deps: FileDeps,
  { orgId, visibility, name }: { orgId: string; visibility: Visibility; name: string | undefined },
  identity: Buffer,
  whole: Buffer,
): Promise<FilePartOutcome> {
  const type = await detectFileType(whole)
  if (type === undefined)
    return refused('This file type cannot be stored. Choose a PDF, picture, sound or video.')
  if (whole.length > type.cap)
    return refused(`The file is larger than the limit of ${type.cap} bytes for its type`)
  const key = assetKeyOfDigest({ orgId, visibility, extension: type.extension, digest: identity })
  const contentType = findContentType(type.extension)
  const url = assetUrl(deps.config.apiUrl, key)
  const existing = await deps.store.stat(key)
  let size = existing?.bytes ?? whole.length
  if (existing === undefined) {
    const refusal = await deps.requireRoom(orgId, whole.length).then(() => undefined, refusalIn)
    if (refusal !== undefined) return refusal
    const bytes = await prepare(
      deps,
      { orgId, visibility, extension: type.extension },
      whole,
    ).catch(refusalIn)
    if ('outcome' in bytes) return bytes
    size = bytes.length
    const staged = await deps.store.stage(once(bytes))
    let movieRefusal: string | undefined
    try {
      if (visibility === 'pub' && type.extension === 'mp4')
        movieRefusal = movieRefusals[await stripMovie(staged)]
      // Names the file before the commit, because the commit announces it. The name stays if the
      // commit fails, because the retry has the same key.
      if (movieRefusal === undefined) await nameFile(deps, orgId, { key, name })
    } catch (error) {
      await staged.abort()
      throw error
    }
    if (movieRefusal !== undefined) {
      await staged.abort()
      return refused(movieRefusal)
    }
    await staged.commit(key)
    const removed = await purgeIfRemoved(deps, orgId)
    if (removed) return refused('The organisation was deleted')
  }
  return { outcome: 'stored', file: { key, url, contentType, bytes: size } }
}

/**
 * Checks that a picture can be decoded. A public file loses its location and device data. A private
 * file stays unchanged because it may be evidence.
 */
async function prepare(
  deps: FileDeps,
  {
    orgId,
    visibility,
    extension,
  }: { orgId: string; visibility: Visibility; extension: AssetExtension },
  whole: Buffer,
): Promise<Uint8Array> {
  if (findMediaClass(extension) !== 'image') return whole
  const read = async () => whole
  const type = extension as MediaExtension
  return (
    (await checkPicture(deps, { orgId, type, keepMetadata: visibility === 'priv', read })) ?? whole
  )
}

/** Returns the outcome if no retry can help. Rethrows every other error. */
function refusalIn(error: unknown): FilePartOutcome {
  const final = ['payment_required', 'too_large', 'unsupported_media_type']
  if (error instanceof AppError && final.includes(error.kind)) return refused(error.message)
  throw error
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

export const fileRpc = (deps: FileDeps): RpcHandler =>
  rpcHandler(StoreFilePart, (part) => storeFilePart(deps, part))

const pdfMark = Buffer.from('%PDF-')
/** A PDF's signature may follow other bytes (ISO 32000-1, implementation note 13). */
const markWithin = 1_024

/**
 * Detects a file's type by its bytes, and returns it with its size limit. Returns undefined if the
 * type is not stored.
 */
async function detectFileType(
  bytes: Buffer,
): Promise<{ extension: AssetExtension; cap: number } | undefined> {
  if (bytes.subarray(0, markWithin).includes(pdfMark))
    return { extension: 'pdf', cap: maxDocumentBytes }
  const media = await detectMedia(bytes, true)
  if (media === undefined) return undefined
  return { extension: media.extension, cap: Math.min(maxDocumentBytes, caps[media.mediaClass]) }
}
