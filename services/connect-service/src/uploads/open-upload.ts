import { connectErrors, type VideoUpload } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import { mayUse } from '../channels/channel.ts'
import { channelToken } from '../channels/channel-token.ts'
import { findChannel } from '../channels/stored-channels.ts'
import type { Ctx, Deps } from '../deps.ts'
import { refusal, refused } from '../errors.ts'
import { NetworkError } from '../network/network-error.ts'
import type { Connection, UploadState, VideoUploads } from '../providers/provider.ts'
import { recordChannelError } from '../publishing/send-once.ts'
import { type LiveNetwork, requireProvider } from '../require-provider.ts'
import { sealContext } from '../tokens/token-vault.ts'
import { completeUpload, findUpload } from './uploads.db.ts'
import { toVideoUpload, type VideoUploadRow } from './video-upload.ts'

export interface UploadTarget extends LiveNetwork {
  uploads: VideoUploads
  connection: Connection
  /** Makes one network call. A refusal is thrown as an API error. */
  ask<T>(call: () => Promise<T>): Promise<T>
}

/**
 * Returns a channel for uploads that the principal may use. Throws `not_found`, `not_configured`,
 * `token_rejected`.
 */
export async function uploadTarget(
  deps: Deps,
  ctx: Ctx,
  { network, channelId }: { network: string; channelId: string },
): Promise<UploadTarget> {
  const { provider, vault } = requireProvider(deps, network)
  const { uploads } = provider
  const channel = await findChannel(deps.db, ctx.principal.orgId, channelId)
  if (uploads === undefined)
    throw connectErrors.not_found({ message: 'This network does not accept uploads' })
  if (channel?.network !== provider.network || !mayUse(channel, ctx.principal.userId)) {
    throw connectErrors.not_found()
  }
  if (channel.status === 'invalidated') {
    throw connectErrors.token_rejected({
      message: 'The network no longer accepts the connection. Reconnect the account.',
    })
  }
  const { channel: fresh, accessToken } = await refused(
    channelToken(deps, { provider, vault }, channel),
  )
  return {
    provider,
    vault,
    uploads,
    connection: { accountId: fresh.account_id, accessToken },
    async ask(call) {
      try {
        return await call()
      } catch (error) {
        if (!(error instanceof NetworkError)) throw error
        await recordChannelError(deps, fresh, error)
        if (error.class !== 'fix_content' && error.class !== 'blocked') throw refusal(error)
        throw connectErrors.upload_refused({
          message: `The network refused the upload: ${error.message}`,
        })
      }
    },
  }
}

/**
 * Returns a resumable upload of the principal. Throws as `uploadTarget` does, and also
 * `key_missing`.
 */
export async function openUpload(
  deps: Deps,
  ctx: Ctx,
  { network, id }: { network: string; id: string },
): Promise<UploadTarget & { row: VideoUploadRow; session: string; size: number }> {
  const { provider } = requireProvider(deps, network)
  const row = await findUpload(deps.db, ctx.principal, provider.network, id)
  if (row === undefined) throw connectErrors.not_found({ message: 'Upload not found' })
  const target = await uploadTarget(deps, ctx, { network, channelId: row.channel_id })
  const session = target.vault.open(row.session, sealContext.upload(row.id))?.text
  if (session === undefined) throw connectErrors.key_missing()
  return { ...target, row, session, size: Number(row.size_bytes) }
}

/** Records an upload if it is complete, and returns it as its owner sees it. */
export async function shownUpload(
  deps: Deps,
  { row, session, uploads }: { row: VideoUploadRow; session: string; uploads: VideoUploads },
  state: UploadState,
): Promise<VideoUpload> {
  if (state.state === 'complete' && row.video_id === null) {
    await inTransaction(deps.db, undefined, (tx) => completeUpload(tx, row.id, state.videoId))
  }
  const apiUrl = deps.config.API_URL
  return toVideoUpload(row, state, { apiUrl, session, directChunkBytes: uploads.chunkBytes })
}
