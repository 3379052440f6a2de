import { defineErrors } from './app-error.ts'

/** The errors that every service shares (docs/reference/http.md, "Errors"). */
export const commonErrors = defineErrors({
  invalid: {
    validation_failed: 'The request is not valid',
    no_active_org: 'No active organisation',
    not_configured: 'This integration is not configured',
  },
  unauthenticated: {
    unauthenticated: 'Sign in first',
    invalid_credentials: 'The credentials are not valid',
  },
  forbidden: {
    forbidden: 'Not allowed',
    sender_not_verified:
      'Mails to people outside the organisation need an owner whose address is confirmed. Open the link in the mail “Confirm your address”.',
    organisation_limit: 'An account creates at most 5 organisations',
  },
  not_found: { not_found: 'Not found' },
  precondition_failed: { precondition_failed: 'The resource has changed since it was read' },
  too_large: { payload_too_large: 'The body is too large' },
  unsupported_media_type: { unsupported_media_type: 'This media type is not supported' },
  conflict: { idempotency_key_reused: 'This Idempotency-Key was used with another request' },
  rate_limited: {
    rate_limited: 'Too many requests',
    mail_limit:
      'The organisation has reached its daily limit of mails to people outside it. Try again later.',
  },
  unavailable: { unavailable: 'Temporarily unavailable' },
  internal: { internal: 'Internal error' },
})

/** Returns a `validation_failed` (400) for one field. `path` is dotted. */
export const invalidField = (path: string, message: string) =>
  commonErrors.validation_failed({ details: { errors: [{ path, message }] } })
