import { createHash } from 'node:crypto'
import { maxFilePart, type StoredFile, StoreFilePart } from '@atrium/contracts'
import { callRpc } from '@atrium/messaging'
import { ModelError } from '../calls/model-error.ts'
import type { Deps } from '../deps.ts'

const mostRestarts = 2

/** Stores a recording once per name. Throws `ModelError`. */
export async function storeRecording(
  { bus }: Pick<Deps, 'bus'>,
  { orgId, name, bytes }: { orgId: string; name: string; bytes: Buffer },
): Promise<StoredFile> {
  const digest = createHash('sha256').update(bytes).digest('hex')
  const whole = { orgId, name, digest, size: bytes.length, visibility: 'pub' as const }
  for (let restarts = 0; restarts <= mostRestarts; restarts += 1) {
    for (let offset = 0; offset < bytes.length; ) {
      const part = bytes.subarray(offset, offset + maxFilePart).toString('base64')
      const answer = await callRpc(bus, StoreFilePart, { ...whole, offset, bytes: part })
      if (answer.outcome === 'stored') return answer.file
      if (answer.outcome === 'refused') throw new ModelError('provider_refused', answer.message)
      if (answer.outcome === 'restart') break
      offset = answer.next
    }
  }
  throw new ModelError('unavailable', 'The recording cannot be stored right now. Try again.', {
    retryAfter: 30,
  })
}
