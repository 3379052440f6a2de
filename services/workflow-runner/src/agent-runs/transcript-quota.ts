import { agentRunErrors } from '@atrium/contracts'
import { LRUCache } from 'lru-cache'
import type { Transaction } from '../database.ts'
import type { Owner } from './agent-runs.db.ts'
import { transcriptUsage } from './transcripts.db.ts'

/** Bytes of transcripts that are kept at once. */
export interface TranscriptLimits {
  ofOrg: number
  ofPerson: number
}

/** Milliseconds for which a count of the database stands; what this process adds meanwhile is counted too. */
const countedForMs = 10_000
const personsCounted = 10_000

/** The quota of transcripts, of an organisation and of each of its people, wherever the transcripts are. */
export interface TranscriptQuota {
  /** Throws `transcript_quota` when so many bytes more are too many. */
  require(tx: Transaction, owner: Owner, bytes: number): Promise<void>
  /** Counts what was added. */
  add(owner: Owner, bytes: number): void
}

/** Counts in the database anew every ten seconds, so that replicas together may go beyond by what came in this time. */
export function createTranscriptQuota(limits: TranscriptLimits): TranscriptQuota {
  const counted = new LRUCache<string, { ofOrg: number; ofPerson: number }>({
    ...{ max: personsCounted, ttl: countedForMs },
  })
  const keyOf = ({ orgId, userId }: Owner): string => `${orgId} ${userId}`
  return {
    async require(tx, owner, bytes) {
      const key = keyOf(owner)
      const usage = counted.get(key) ?? (await transcriptUsage(tx, owner))
      if (!counted.has(key)) counted.set(key, usage)
      if (usage.ofPerson + bytes > limits.ofPerson)
        throw agentRunErrors.transcript_quota({ message: ofPerson })
      if (usage.ofOrg + bytes > limits.ofOrg) throw agentRunErrors.transcript_quota()
    },
    add(owner, bytes) {
      const usage = counted.get(keyOf(owner))
      if (usage === undefined) return
      usage.ofOrg += bytes
      usage.ofPerson += bytes
    },
  }
}

const ofPerson = 'The transcripts of this person have reached their limit; old ones are deleted in time'
