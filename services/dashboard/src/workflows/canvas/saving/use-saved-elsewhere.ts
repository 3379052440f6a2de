import { useEffect, useEffectEvent } from 'react'
import { toast } from '../../../ui/feedback/toast.tsx'
import type { ReadWorkflow } from '../../workflow-queries.ts'
import { describeSave } from './describe-clash.ts'
import { isSameDrawing, toDrawing } from './drawing.ts'
import type { Editor } from './use-editor.ts'
import type { Stored } from './use-stored.ts'

/**
 * Says that the workflow was saved in another window or by another client. If this window has no
 * changes, it already shows that version. Otherwise it offers to merge both.
 */
export function useSavedElsewhere(read: ReadWorkflow, editor: Editor, stored: Stored): void {
  const { adopted, isDirty, base } = editor
  const sayAdopted = useEffectEvent(async (etag: string | null) => {
    if (!stored.isNews(etag)) return
    const by = await stored.findAuthor().catch(() => 'Somebody else')
    toast(`${describeSave(by)}. You see that version now`)
  })
  useEffect(() => {
    if (adopted !== undefined) void sayAdopted(adopted)
  }, [adopted])

  // A change of the status alone is no other drawing.
  const isBehind =
    isDirty &&
    read.etag !== editor.etag &&
    base !== undefined &&
    !isSameDrawing(base, toDrawing(read))
  const offerMerge = useEffectEvent((etag: string | null) => {
    if (!stored.isNews(etag)) return
    toast('A newer version was saved elsewhere. Your changes are added to it when you save', {
      action: { label: 'Merge now', run: () => void stored.store() },
    })
  })
  useEffect(() => {
    if (isBehind) offerMerge(read.etag)
  }, [isBehind, read.etag])
}
