import { beforeLeaving } from '../platform/before-leaving.ts'
import { onOtherOrg } from '../platform/other-org.ts'
import { leaving } from './leaving.ts'
import { detailOf } from './problem.tsx'
import { toast } from './toast.ts'

const undoMs = 8_000

interface Deletion {
  readonly id: string
  /** The record in a message, such as "The post". */
  readonly name: string
  readonly send: () => Promise<unknown>
  readonly reasonOf?: (error: unknown) => string
}

/** Hides a record at once and deletes it after the time for an undo, or before the session leaves its organisation. */
export function deleteLater({ id, name, send, reasonOf = detailOf }: Deletion): void {
  const undoable = new AbortController()
  const settle = () => {
    clearTimeout(timer)
    beforeLeaving.delete(finish)
    onOtherOrg.delete(drop)
    undoable.abort()
  }
  const finish = async () => {
    settle()
    await send()
      .catch((error: unknown) => toast(`${name} stays: ${reasonOf(error)}`, { tone: 'bad' }))
      .finally(() => leaving.delete(id))
  }
  const stay = () => {
    settle()
    leaving.delete(id)
  }
  // Another tab has changed the organisation: the session cannot reach the record any more.
  const drop = () => {
    stay()
    toast(`${name} stays: another tab changed the organisation first`)
  }
  const timer = setTimeout(() => void finish(), undoMs)
  leaving.add(id)
  beforeLeaving.add(finish)
  onOtherOrg.add(drop)
  toast('Deleted', { action: { label: 'Undo', run: stay }, until: undoable.signal })
}
