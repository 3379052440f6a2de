import { createHash, randomBytes } from 'node:crypto'
import { isTooLarge, takesPictureType } from '../post-limits.ts'
import { illegal, PronetError, record, text } from './pronet-error.ts'
import type { PronetMedia, PronetState } from './pronet-state.ts'

const partBytes = 4_194_304

/** Announces an image or video. Returns its URN and its upload addresses. */
export function initializeUpload(
  state: PronetState,
  {
    member,
    kind,
    sent,
    uploads,
  }: { member: string; kind: PronetMedia['kind']; sent: unknown; uploads: string },
): object {
  const allowed = ['owner', 'fileSizeBytes', 'uploadCaptions', 'uploadThumbnail']
  const about = record(
    record(sent, 'body', ['initializeUploadRequest'])['initializeUploadRequest'],
    'initializeUploadRequest',
    kind === 'video' ? allowed : ['owner'],
  )
  if (text(about['owner'], 'initializeUploadRequest/owner') !== member) {
    throw new PronetError(
      403,
      'ACCESS_DENIED',
      'Not enough permissions to upload for this owner',
      100,
    )
  }
  const size = about['fileSizeBytes']
  if (kind === 'video' && !(typeof size === 'number' && Number.isInteger(size) && size > 0)) {
    throw illegal('initializeUploadRequest/fileSizeBytes', 'field is required')
  }
  if (kind === 'video' && isTooLarge('pronet', 'video/mp4', Number(size))) {
    throw illegal('initializeUploadRequest/fileSizeBytes', 'is larger than a video may be')
  }
  const key = `D4E22${randomBytes(9).toString('base64url')}`
  const media: PronetMedia = {
    urn: `urn:li:${kind}:${key}`,
    owner: member,
    kind,
    announced: typeof size === 'number' ? size : null,
    parts: new Map(),
    contentType: '',
    state: 'waiting',
  }
  state.media.set(media.urn, media)
  const expires = Date.now() + 86_400_000
  const address = (part: number) => `${uploads}/${media.urn}/${part}`
  if (kind === 'image') {
    return { value: { uploadUrlExpiresAt: expires, uploadUrl: address(0), image: media.urn } }
  }
  const parts = Array.from({ length: Math.ceil(Number(size) / partBytes) }, (_, part) => ({
    uploadUrl: address(part),
    firstByte: part * partBytes,
    lastByte: Math.min((part + 1) * partBytes, Number(size)) - 1,
  }))
  return {
    value: {
      video: media.urn,
      uploadUrlsExpireAt: expires,
      uploadInstructions: parts,
      uploadToken: '',
    },
  }
}

const toEtag = (urn: string, part: number, bytes: number): string =>
  createHash('sha256').update(`${urn}/${part}/${bytes}`).digest('hex').slice(0, 32)

/** Receives the bytes of an image or of one video part. Returns its ETag. */
export function receivePart(
  state: PronetState,
  {
    urn,
    part,
    bytes,
    contentType,
  }: { urn: string; part: number; bytes: number; contentType: string },
): string {
  const media = state.media.get(urn)
  if (media === undefined) throw new PronetError(404, 'NOT_FOUND', `Could not find ${urn}`)
  if (bytes === 0) throw new PronetError(400, 'BAD_REQUEST', 'The upload is empty')
  if (media.kind === 'image' && !takesPictureType('pronet', contentType)) {
    throw new PronetError(
      415,
      'UNSUPPORTED_MEDIA_TYPE',
      `${contentType} is not an image that is taken`,
    )
  }
  if (media.kind === 'image' && isTooLarge('pronet', contentType, bytes)) {
    throw new PronetError(413, 'PAYLOAD_TOO_LARGE', 'The image is too large')
  }
  media.parts.set(part, bytes)
  media.contentType = media.kind === 'video' ? 'video/mp4' : contentType
  if (media.kind === 'image') media.state = 'available'
  return toEtag(urn, part, bytes)
}

/** Assembles a video from its parts. All parts must be present and in order. */
export function finalizeUpload(state: PronetState, member: string, sent: unknown): void {
  const body = record(
    record(sent, 'body', ['finalizeUploadRequest'])['finalizeUploadRequest'],
    'finalizeUploadRequest',
    ['video', 'uploadToken', 'uploadedPartIds'],
  )
  const urn = text(body['video'], 'finalizeUploadRequest/video')
  const media = state.media.get(urn)
  if (media?.owner !== member) throw new PronetError(404, 'NOT_FOUND', `Could not find ${urn}`)
  const parts = [...media.parts].sort(([a], [b]) => a - b)
  const arrived = parts.reduce((sum, [, bytes]) => sum + bytes, 0)
  const named = JSON.stringify(body['uploadedPartIds'])
  if (
    arrived !== media.announced ||
    named !== JSON.stringify(parts.map(([part, bytes]) => toEtag(urn, part, bytes)))
  ) {
    throw illegal('finalizeUploadRequest/uploadedPartIds', 'do not make up the video')
  }
  media.state = 'available'
}
