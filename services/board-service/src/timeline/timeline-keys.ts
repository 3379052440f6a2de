import type { Tx } from '../database.ts'
import { findTimelineKeys } from './timeline.db.ts'

/** The asset keys that the entries of a card point at; they belong to the card's references. */
export const timelineKeys = (tx: Tx, taskId: string): Promise<string[]> => findTimelineKeys(tx, taskId)
