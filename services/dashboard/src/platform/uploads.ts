import { atrium, sessionGate } from './api.ts'
import { createUploads } from './create-uploads.ts'

/** The uploads to the library. */
export const uploads = createUploads({ upload: atrium.upload, gate: sessionGate })
