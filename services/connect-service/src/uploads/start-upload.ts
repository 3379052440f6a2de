import type { startVideoUpload, VideoUpload } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import type { z } from 'zod'
import type { Transaction } from '../database.ts'
import type { Ctx, Deps } from '../deps.ts'
import { sealContext } from '../tokens/token-vault.ts'
import { uploadTarget } from './open-upload.ts'
import { insertUpload } from './uploads.db.ts'
import { toVideoUpload, uploadDays } from './video-upload.ts'

type Input = z.output<typeof startVideoUpload.body>

/**
 * Starts an upload with the network's transport. The video stays private until its post is
 * published. `settle` runs in the transaction that stores the upload. If the transaction fails, the
 * session expires at the network. Throws `not_found`, `not_configured`, `token_rejected`,
 * `upload_refused`, `network_unavailable`.
 */
export async function startUpload(
  deps: Deps,
  ctx: Ctx,
  {
    network,
    input: { channelId, title, description, sizeBytes, contentType },
    settle,
  }: {
    network: string
    input: Input
    settle: (tx: Transaction, upload: VideoUpload) => Promise<void>
  },
): Promise<VideoUpload> {
  const target = await uploadTarget(deps, ctx, { network, channelId })
  const { transport } = target.uploads
  // The network accepts chunks only from pages of this origin.
  const from = transport === 'direct' ? { origin: new URL(deps.config.DASHBOARD_URL).origin } : {}
  const details = { title, description, privacy: 'private' } as const
  const file = { size: sizeBytes, contentType, ...from }
  const session = await target.ask(() => target.uploads.start(target.connection, details, file))
  const id = `upl_${deps.newId('chn').slice(4)}`
  const now = deps.now()
  return inTransaction(deps.db, undefined, async (tx) => {
    const row = await insertUpload(tx, {
      id,
      owner_id: ctx.principal.userId,
      org_id: ctx.principal.orgId,
      channel_id: channelId,
      network: target.provider.network,
      transport,
      session: target.vault.seal(session, sealContext.upload(id)),
      size_bytes: String(sizeBytes),
      video_id: null,
      created_at: now,
      expires_at: new Date(now.getTime() + uploadDays * 86_400_000),
    })
    const where = {
      apiUrl: deps.config.API_URL,
      session,
      directChunkBytes: target.uploads.chunkBytes,
    }
    const upload = toVideoUpload(row, { state: 'incomplete', received: 0 }, where)
    await settle(tx, upload)
    return upload
  })
}
