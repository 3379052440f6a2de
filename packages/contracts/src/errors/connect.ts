import { defineErrors } from './app-error.ts'

export const connectErrors = defineErrors({
  unprocessable: {
    token_rejected: 'The network refused the token',
    upload_refused: 'The network refused the upload',
  },
  conflict: {
    upload_not_relayed: 'The bytes of this upload go to its own address',
    key_missing: 'The key that sealed this is no longer configured; begin again',
  },
  unavailable: { network_unavailable: 'The network does not answer' },
})
