import { useEffect, useEffectEvent } from 'react'
import { toast } from '../../ui/feedback/toast.tsx'

/** Says that a run has started if unsaved edits on the canvas hide it. */
export function useRunNotice(
  runId: string | undefined,
  isHidden: boolean,
  onShow: (changed: { run: string }) => void,
): void {
  const notice = useEffectEvent((run: string) => {
    if (!isHidden) return
    toast('A run of the saved version has started', {
      action: { label: 'Show', run: () => onShow({ run }) },
    })
  })
  // Only a new run is announced. The user has seen a run that the next edit hides.
  useEffect(() => {
    if (runId !== undefined) notice(runId)
  }, [runId])
}
