import { beforeLeaving, onOtherOrg } from '../../platform/session/org-change.ts'
import { toDetail } from './problem.tsx'
import { toast, withUndo } from './toast.tsx'

const undoMs = 8_000

export interface LaterStep {
  /** The message next to “Undo”. */
  readonly text: string
  /** The first words of the message if the platform refuses the step. */
  readonly refused: string
  readonly toReason?: (error: unknown) => string
  readonly run: () => Promise<unknown>
  /**
   * Called if another tab has changed the organisation, because the session can no longer reach the
   * record.
   */
  readonly lost?: () => void
  /** Called at the end: after success, refusal, undo, or `lost`. */
  readonly settled: () => void
}

/**
 * Runs a step the platform cannot undo. The step runs when the time for an undo ends, or before the
 * session leaves the organisation.
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
