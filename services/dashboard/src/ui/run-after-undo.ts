import { beforeLeaving } from '../platform/before-leaving.ts'
import { onOtherOrg } from '../platform/other-org.ts'
import { toDetail } from './problem.tsx'
import { toast, withUndo } from './toast.ts'

const undoMs = 8_000

export interface LaterStep {
  /** The message beside “Undo”. */
  readonly text: string
  /** The beginning of the message of a refusal. */
  readonly refused: string
  readonly toReason?: (error: unknown) => string
  readonly run: () => Promise<unknown>
  /** Called when another tab has changed the organisation: the session cannot reach the record any more. */
  readonly lost?: () => void
  /** Called in every case. */
  readonly settled: () => void
}

/**
 * Does a step that the platform cannot take back when the time for an undo is over, or before the session leaves the
 * organisation.
 */
export function runAfterUndo({
  text,
  refused,
  toReason = toDetail,
  run,
  lost,
  settled,
}: LaterStep): void {
  const undoable = new AbortController()
  const end = () => {
    clearTimeout(timer)
    beforeLeaving.delete(send)
    onOtherOrg.delete(drop)
    undoable.abort()
  }
  const send = async () => {
    end()
    await run()
      .catch((error: unknown) => toast(`${refused}: ${toReason(error)}`, { tone: 'bad' }))
      .finally(settled)
  }
  const stay = () => {
    end()
    settled()
  }
  const drop = () => {
    stay()
    lost?.()
  }
  const timer = setTimeout(() => void send(), undoMs)
  beforeLeaving.add(send)
  onOtherOrg.add(drop)
  toast(text, { ...withUndo(stay), until: undoable.signal })
}
