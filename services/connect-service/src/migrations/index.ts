import { channelsMigration } from './0001-channels.ts'
import { tokenRefreshMigration } from './0002-token-refresh.ts'
import { postProgressMigration } from './0003-post-progress.ts'
import { videoUploadsMigration } from './0004-video-uploads.ts'
import { channelsOfOrgsMigration } from './0005-channels-of-orgs.ts'
import { begunConnectsMigration } from './0006-begun-connects.ts'
import { paidCallsMigration } from './0007-paid-calls.ts'
import { freeModelCallsMigration } from './0008-free-model-calls.ts'

export const migrations = {
  '0001-channels': channelsMigration,
  '0002-token-refresh': tokenRefreshMigration,
  '0003-post-progress': postProgressMigration,
  '0004-video-uploads': videoUploadsMigration,
  '0005-channels-of-orgs': channelsOfOrgsMigration,
  '0006-begun-connects': begunConnectsMigration,
  '0007-paid-calls': paidCallsMigration,
  '0008-free-model-calls': freeModelCallsMigration,
}
