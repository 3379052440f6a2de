import { defineErrors } from './app-error.ts'

export const connectErrors = defineErrors({
  no_pages_found: { kind: 'unprocessable', message: 'No Pages found' },
  token_rejected: { kind: 'unprocessable', message: 'The network refused the token' },
  pagenet_page_unavailable: {
    kind: 'conflict',
    message: 'This Page can no longer be connected this way; connect again',
  },
  upload_refused: { kind: 'unprocessable', message: 'The network refused the upload' },
  upload_not_relayed: { kind: 'conflict', message: 'The bytes of this upload go to its own address' },
  key_missing: {
    kind: 'conflict',
    message: 'What was kept of this is sealed with a key that is no longer configured; begin again',
  },
  network_unavailable: { kind: 'unavailable', message: 'The network does not answer' },
})
