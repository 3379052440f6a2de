import type { OrgTables } from '@atrium/database'
import type { Database } from './database.ts'

export const orgTables: OrgTables<Database> = {
  deleted: [
    'oauth_states',
    'pickers',
    'video_uploads',
    'posting_slots',
    'channels',
    'publish_attempts',
    'paid_calls',
    'free_model_calls',
  ],
  kept: { outbox: 'its events are delivered after the purge' },
}
