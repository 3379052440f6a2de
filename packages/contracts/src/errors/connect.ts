import { defineErrors } from './app-error.ts'

export const connectErrors = defineErrors({
  not_found: { not_found: 'No such channel' },
  invalid: { not_supported: 'This network cannot do this' },
  unprocessable: {
    no_pages_found: 'No Pages found',
    token_rejected: 'The network refused the token',
    upload_refused: 'The network refused the upload',
  },
  conflict: {
    // The name stems from the first network, but every network's account choice uses this code.
    pagenet_page_unavailable: 'This Page can no longer be connected this way; connect again',
    upload_not_relayed: 'The bytes of this upload go to its own address',
    key_missing: 'The key that sealed this is no longer configured; begin again',
  },
  unavailable: { network_unavailable: 'The network does not answer' },
})
