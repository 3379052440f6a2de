import type { ChannelOwner } from '../channels/channel.ts'
import type { Db, Transaction } from '../database.ts'
import type { VideoUploadRow } from './video-upload.ts'

export const findUpload = (
  db: Db,
  { orgId, userId }: ChannelOwner,
  network: VideoUploadRow['network'],
  id: string,
): Promise<VideoUploadRow | undefined> =>
  db
    .selectFrom('video_uploads')
    .selectAll()
    .where((eb) => eb.and({ id, org_id: orgId, owner_id: userId, network }))
    .executeTakeFirst()

export const insertUpload = (tx: Transaction, row: VideoUploadRow): Promise<VideoUploadRow> =>
  tx.insertInto('video_uploads').values(row).returningAll().executeTakeFirstOrThrow()

export const completeUpload = (tx: Transaction, id: string, videoId: string) =>
  tx.updateTable('video_uploads').set({ video_id: videoId }).where('id', '=', id).execute()
