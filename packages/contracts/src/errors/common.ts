import { defineErrors } from './app-error.ts'

/** The refusals that every service shares; docs/reference/http.md, "Errors". */
export const commonErrors = defineErrors({
  validation_failed: { kind: 'invalid', message: 'The request is not valid' },
  no_active_org: { kind: 'invalid', message: 'No active organisation' },
  not_configured: { kind: 'invalid', message: 'This integration is not configured' },
  unauthenticated: { kind: 'unauthenticated', message: 'Sign in first' },
  invalid_credentials: { kind: 'unauthenticated', message: 'The credentials are not valid' },
  forbidden: { kind: 'forbidden', message: 'Not allowed' },
  not_found: { kind: 'not_found', message: 'Not found' },
  precondition_failed: { kind: 'precondition_failed', message: 'The resource has changed since it was read' },
  payload_too_large: { kind: 'too_large', message: 'The body is too large' },
  unsupported_media_type: { kind: 'unsupported_media_type', message: 'This media type is not supported' },
  idempotency_key_reused: {
    kind: 'conflict',
    message: 'This Idempotency-Key was used with another request',
  },
  rate_limited: { kind: 'rate_limited', message: 'Too many requests' },
  unavailable: { kind: 'unavailable', message: 'Temporarily unavailable' },
  internal: { kind: 'internal', message: 'Internal error' },
})
