import { defineErrors } from './app-error.ts'

/** The refusals that every service shares; docs/reference/http.md, "Errors". */
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
  forbidden: { forbidden: 'Not allowed' },
  not_found: { not_found: 'Not found' },
  precondition_failed: { precondition_failed: 'The resource has changed since it was read' },
  too_large: { payload_too_large: 'The body is too large' },
  unsupported_media_type: { unsupported_media_type: 'This media type is not supported' },
  conflict: { idempotency_key_reused: 'This Idempotency-Key was used with another request' },
  rate_limited: { rate_limited: 'Too many requests' },
  unavailable: { unavailable: 'Temporarily unavailable' },
  internal: { internal: 'Internal error' },
})

/** The `validation_failed` (400) of one field; `path` in dots. */
export const invalidField = (path: string, message: string) =>
  commonErrors.validation_failed({ details: { errors: [{ path, message }] } })
