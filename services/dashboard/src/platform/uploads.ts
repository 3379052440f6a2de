import { atrium, sessionGate } from './api.ts'
import { createUploads, type Upload } from './create-uploads.ts'
import { onOtherOrg } from './other-org.ts'

/** The uploads to the library. */
export const uploads = createUploads({ upload: atrium.upload, gate: sessionGate })

onOtherOrg.add(uploads.clear)

const isGoing = ({ state }: Upload) => state.name === 'waiting' || state.name === 'sending'

// The browser asks before it leaves with files on their way: the page cannot read them again.
window.addEventListener('beforeunload', (event) => {
  if (uploads.get().some(isGoing)) event.preventDefault()
})
