import { isConflict } from '../platform/records/versions.ts'
import { toast, withUndo } from '../ui/feedback/toast.tsx'
import { toastRefusal } from '../ui/feedback/toast-refusal.ts'

function refuse(error: unknown): void {
  if (isConflict(error)) {
    toast('Somebody else changed the settings. The current ones are shown: choose again.', {
      tone: 'bad',
    })
  } else {
    toastRefusal('Not saved')(error)
  }
}

/** Saves a value and offers an undo. Shows the reason if the platform rejects the value. */
export async function saveWithUndo<T>(
  save: (value: T) => Promise<unknown>,
  chosen: T,
  before: T,
): Promise<void> {
  try {
    await save(chosen)
    toast(
      'Saved',
      withUndo(() => save(before).catch(refuse)),
    )
  } catch (error) {
    refuse(error)
  }
}
