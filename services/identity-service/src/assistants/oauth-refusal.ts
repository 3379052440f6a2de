import { APIError } from 'better-auth/api'

/** A refusal in the form of OAuth (RFC 6749, 5.2; RFC 7591, 3.2.2). */
export const oauthRefusal = (error: string, description: string): APIError =>
  new APIError('BAD_REQUEST', { error, error_description: description })
