import { type AppError, agentRunErrors, type TranscriptLimit } from '@atrium/contracts'
import { LRUCache } from 'lru-cache'
import type { Db } from '../database.ts'
import { countTranscriptBytes, type TranscriptUsage } from './transcripts.db.ts'

export interface TranscriptLimits {
  ofOrg: number
  ofPerson: number
}

/**
 * Milliseconds to cache a database count. Bytes added by this process meanwhile are counted too.
 */
const countedForMs = 10_000
const orgsCounted = 1_000

export interface Refusal {
  limit: TranscriptLimit
  error: AppError
}

export interface TranscriptRoom {
  /** Returns a `transcript_quota` refusal if this many more bytes exceed a limit. */
  refusal(userId: string, bytes: number): Refusal | undefined
  add(userId: string, bytes: number): void
}

export interface TranscriptQuota {
  of(orgId: string): Promise<TranscriptRoom>
}

/**
 * Reads the database at most every ten seconds. Replicas together may therefore exceed a limit by
 * the entries of ten seconds.
 */
export function createTranscriptQuota(
  { db }: { db: Db },
  limits: TranscriptLimits,
): TranscriptQuota {
  const rooms = new LRUCache<string, TranscriptRoom>({
    max: orgsCounted,
    ttl: countedForMs,
    ignoreFetchAbort: true,
    fetchMethod: async (orgId) => calculateRoom(await countTranscriptBytes(db, orgId), limits),
  })
  return { of: (orgId) => rooms.forceFetch(orgId) }
}

const calculateRoom = (
  usage: TranscriptUsage,
  { ofOrg, ofPerson }: TranscriptLimits,
): TranscriptRoom => {
  const countBytes = (userId: string): number => usage.ofPersons.get(userId) ?? 0
  return {
    refusal(userId, bytes) {
      if (countBytes(userId) + bytes > ofPerson)
        return {
          limit: 'person',
          error: agentRunErrors.transcript_quota({ message: messageOfPerson }),
        }
      if (usage.ofOrg + bytes > ofOrg)
        return { limit: 'organisation', error: agentRunErrors.transcript_quota() }
      return undefined
    },
    add(userId, bytes) {
      usage.ofOrg += bytes
      usage.ofPersons.set(userId, countBytes(userId) + bytes)
    },
  }
}

const messageOfPerson =
  'Your transcripts have reached their size limit. Old transcripts are deleted automatically.'
