import type { PublishPostInput } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import type { Deps } from '../deps.ts'
import { NetworkError } from '../network/network-error.ts'
import { endAttempt, findAttempt, findDone, type NewAttempt } from './attempts.db.ts'
import { prepare, type Ready } from './prepare.ts'
import { isOrphan, type Outcome, type Sent } from './send-once.ts'

type Finder = (since: Date) => Promise<Sent | undefined>
type Seen<O extends Outcome> =
  | Exclude<O, { outcome: 'unconfirmed' }>
  | { outcome: 'unsent' }
  | { outcome: 'unknown'; again: boolean }

const unknown = (again: boolean) => ({ outcome: 'unknown', again }) as const

/**
 * Returns the recorded outcome of an attempt. If there is none, looks for the post on the network
 * and records the result, but publishes nothing. `toFinder` returns undefined if the network has no
 * look-up.
 */
export async function lookForAttempt<O extends Outcome>(
  deps: Deps,
  input: PublishPostInput,
  attempt: NewAttempt,
  toFinder: (ready: Ready) => Finder | undefined,
): Promise<Seen<O>> {
  const known =
    (await findAttempt(deps.db, attempt)) ??
    (await findDone(deps.db, attempt, { fingerprint: attempt.fingerprint }))
  if (known === undefined) return { outcome: 'unsent' }
  if (known.state === 'done' || known.state === 'failed') return known.outcome as Seen<O>
  if (known.fingerprint !== attempt.fingerprint) return unknown(false)
  if (known.state === 'sending' && !isOrphan(deps, known)) return unknown(true)
  const ready = await prepare(deps, input)
  if ('failure' in ready) return unknown(true)
  const find = toFinder(ready)
  if (find === undefined) return unknown(false)
  try {
    const found = await find(known.started_at)
    if (found === undefined) return unknown(true)
    const { outcome, externalId: external_id } = found
    const end = { state: 'done', outcome, external_id, finished_at: deps.now() } as const
    await inTransaction(deps.db, undefined, (tx) => endAttempt(tx, known.id, end))
    return outcome as Seen<O>
  } catch (error) {
    if (error instanceof NetworkError) return unknown(true)
    throw error
  }
}
