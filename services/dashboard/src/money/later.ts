import { beforeLeaving } from '../platform/before-leaving.ts'
import { onOtherOrg } from '../platform/other-org.ts'
import { toast } from '../ui/toast.ts'
import { toastRefusal } from '../ui/toast-refusal.ts'

const undoMs = 8_000

/**
 * Does a step that the platform cannot take back when the time for an undo is over, or before the session leaves the
 * organisation. `settled` is called in every case.
 */
export function later({
  text,
  refused,
  run,
  settled,
}: {
  /** The message beside “Undo”. */
  readonly text: string
  /** The beginning of the message of a refusal. */
  readonly refused: string
  readonly run: () => Promise<unknown>
  readonly settled: () => void
}): void {
  const undoable = new AbortController()
  const end = () => {
    clearTimeout(timer)
    beforeLeaving.delete(send)
    onOtherOrg.delete(stay)
    undoable.abort()
  }
  const send = async () => {
    end()
    await run().catch(toastRefusal(refused)).finally(settled)
  }
  const stay = () => {
    end()
    settled()
  }
  const timer = setTimeout(() => void send(), undoMs)
  beforeLeaving.add(send)
  onOtherOrg.add(stay)
  toast(text, { action: { label: 'Undo', run: stay }, until: undoable.signal })
}
