import { commonErrors, connectErrors, type VideoUpload } from '@atrium/contracts'
import { readBytes } from '@atrium/http'
import type { Ctx, Deps } from '../deps.ts'
import type { UploadState } from '../providers/provider.ts'
import { openUpload, shownUpload } from './open-upload.ts'
import { parseContentRange, relayChunkBytes } from './video-upload.ts'

/** Returns the progress of an upload for both transports. Throws as `startUpload` does. */
export async function readUpload(
  deps: Deps,
  ctx: Ctx,
  { network, id }: { network: string; id: string },
): Promise<VideoUpload> {
  const upload = await openUpload(deps, ctx, { network, id })
  const { row, uploads, connection, session, size } = upload
  const state: UploadState =
    row.video_id === null
      ? await upload.ask(() => uploads.state(connection, session, size))
      : { state: 'complete', videoId: row.video_id }
  return shownUpload(deps, upload, state)
}

/**
 * Relays one chunk to the network. Never holds more than one chunk in memory. Throws as
 * `startUpload` does, and also `upload_not_relayed`, `validation_failed`, `payload_too_large`.
 */
export async function relayChunk(
  deps: Deps,
  ctx: Ctx,
  { network, id, request }: { network: string; id: string; request: Request },
): Promise<VideoUpload> {
  const upload = await openUpload(deps, ctx, { network, id })
  const { row, uploads, connection, session, size } = upload
  if (row.transport !== 'relay') throw connectErrors.upload_not_relayed()
  const chunk = parseContentRange(request.headers.get('content-range') ?? undefined, size)
  if (chunk === undefined) {
    throw commonErrors.validation_failed({
      message: 'Content-Range does not match this upload',
      details: {
        errors: [
          { path: 'headers.content-range', message: 'This part does not belong to the upload' },
        ],
      },
    })
  }
  const bytes = new Uint8Array(await readBytes(request, relayChunkBytes))
  if (bytes.length !== chunk.length) {
    throw commonErrors.validation_failed({
      details: {
        errors: [{ path: 'body', message: `Has ${bytes.length} bytes, not ${chunk.length}` }],
      },
    })
  }
  const state = await upload.ask(() =>
    uploads.send(connection, session, { start: chunk.start, bytes, size }),
  )
  return shownUpload(deps, upload, state)
}
