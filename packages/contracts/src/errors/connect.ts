import { defineErrors } from './app-error.ts'

export const connectErrors = defineErrors({
  not_found: { not_found: 'Account not found' },
  invalid: { not_supported: 'This network does not support this' },
  unprocessable: {
    no_pages_found: 'No Pages found',
    token_rejected: 'The network refused the token',
    upload_refused: 'The network refused the upload',
  },
  conflict: {
    // The name stems from the first network, but every network's account choice uses this code.
    pagenet_page_unavailable: 'This Page can no longer be connected. Start connecting again.',
    upload_not_relayed: 'Send this file to the upload address that was returned',
    key_missing: 'This can no longer be read. Start again.',
  },
  unavailable: { network_unavailable: 'The network does not respond. Try again later.' },
})
