import { channelsMigration } from './0001-channels.ts'

/** The schema's history, in order. */
export const migrations = { '0001-channels': channelsMigration }
