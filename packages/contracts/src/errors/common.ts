import { defineErrors } from './app-error.ts'

/** The errors shared by every service (docs/reference/http.md, "Errors"). */
export const commonErrors = defineErrors({
  invalid: {
    validation_failed: 'The request is not valid',
    no_active_org: 'No organisation is active. Choose one first.',
    not_configured: 'This integration is not configured',
  },
  unauthenticated: {
    unauthenticated: 'Sign in first',
    invalid_credentials: 'These credentials are not valid. Sign in again or use another key.',
  },
  forbidden: {
    forbidden: 'You are not allowed to do this. Ask an owner or admin for help.',
    sender_not_verified:
      'Before you can mail people outside your organisation, an owner has to confirm their address. Open the link in the mail “Confirm your address”.',
    organisation_limit: 'An account creates at most 5 organisations',
  },
  not_found: { not_found: 'Not found' },
  precondition_failed: {
    precondition_failed:
      'Somebody changed this after you opened it. Load it again and repeat your change.',
  },
  too_large: { payload_too_large: 'The request is too large. Send less data.' },
  unsupported_media_type: { unsupported_media_type: 'This format is not supported' },
  conflict: {
    idempotency_key_reused: 'This Idempotency-Key was used with another request. Use a new key.',
  },
  rate_limited: {
    rate_limited: 'Too many requests',
    mail_limit:
      'Your organisation has reached its daily limit for mails to people outside it. Try again later.',
  },
  unavailable: { unavailable: 'This is not available right now. Try again in a moment.' },
  internal: { internal: 'Internal error' },
})

/** Returns a `validation_failed` (400) for one field. `path` is dotted. */
export const invalidField = (path: string, message: string) =>
  commonErrors.validation_failed({ details: { errors: [{ path, message }] } })
