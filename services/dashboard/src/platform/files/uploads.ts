import { atrium, sessionGate } from '../connection/api.ts'
import { type Named, onOtherOrg } from '../session/org-change.ts'
import { createUploads, type Upload } from './create-uploads.ts'

export const uploads = createUploads({ upload: atrium.upload, gate: sessionGate })

/** Files not stored because the organisation changed. */
export interface StoppedUploads {
  readonly stopped: readonly Upload[]
  readonly former: Named
  readonly now: Named | null
}

/** Called when a change of organisation has stopped uploads. */
export const onStoppedUploads = new Set<(uploads: StoppedUploads) => void>()

onOtherOrg.add((former, now) => {
  const stopped = uploads.clear()
  if (stopped.length > 0) for (const tell of onStoppedUploads) tell({ stopped, former, now })
})

const isGoing = ({ state }: Upload) => state.name === 'waiting' || state.name === 'sending'

// During an upload the browser asks before it leaves the page, because the page cannot read the
// files again.
window.addEventListener('beforeunload', (event) => {
  if (uploads.get().some(isGoing)) event.preventDefault()
})
