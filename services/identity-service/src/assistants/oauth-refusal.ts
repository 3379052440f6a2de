import { APIError } from 'better-auth/api'

/** Returns an error in OAuth's format (RFC 6749, section 5.2; RFC 7591, section 3.2.2). */
export const oauthRefusal = (error: string, description: string): APIError =>
  new APIError('BAD_REQUEST', { error, error_description: description })
