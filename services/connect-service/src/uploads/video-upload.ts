import type { VideoUpload } from '@atrium/contracts'
import type { Selectable } from 'kysely'
import type { Database } from '../database.ts'
import type { UploadState } from '../providers/provider.ts'

export type VideoUploadRow = Selectable<Database['video_uploads']>

/** Days during which an upload can be resumed. The platform keeps a session for about a week. */
export const uploadDays = 6

/**
 * The size of a relayed chunk in bytes: one request's limit and a multiple of the platform's 256
 * KiB.
 */
export const relayChunkBytes = 1_048_576

/** All chunks but the last must be a multiple of this many bytes. */
export const granuleBytes = 262_144

export function toVideoUpload(
  row: VideoUploadRow,
  state: UploadState,
  where: { apiUrl: string; session: string; directChunkBytes: number },
): VideoUpload {
  const relayed = row.transport === 'relay'
  const sizeBytes = Number(row.size_bytes)
  return {
    id: row.id,
    network: row.network,
    channelId: row.channel_id,
    transport: row.transport,
    uploadUrl: relayed
      ? `${where.apiUrl}/api/connect/${row.network}/uploads/${row.id}`
      : where.session,
    chunkBytes: relayed ? relayChunkBytes : where.directChunkBytes,
    sizeBytes,
    receivedBytes:
      state.state === 'complete' ? sizeBytes : state.state === 'incomplete' ? state.received : 0,
    state: state.state === 'incomplete' ? 'uploading' : state.state,
    videoId: state.state === 'complete' ? state.videoId : null,
    expiresAt: row.expires_at.toISOString(),
  }
}

/**
 * Parses the chunk of a `Content-Range` header (RFC 9110, 14.4). Returns undefined if the upload
 * cannot accept the chunk.
 */
export function parseContentRange(contentRange: string | undefined, size: number) {
  const range = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/.exec(contentRange ?? '')
  if (range === null) return undefined
  const [start, last, total] = [Number(range[1]), Number(range[2]), Number(range[3])]
  const length = last - start + 1
  if (total !== size || length < 1 || last >= size || length > relayChunkBytes) return undefined
  return last === size - 1 || length % granuleBytes === 0 ? { start, length } : undefined
}
