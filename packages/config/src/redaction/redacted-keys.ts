/** Field and header names with values to hide. They are compared exactly, headers in lower case. */
export const redactedKeys: readonly string[] = [
  'authorization',
  'proxy-authorization',
  'cookie',
  'set-cookie',
  'x-api-key',
  'stripe-signature',
  'webhook-signature',
  'apiKey',
  'api_key',
  'password',
  'newPassword',
  'currentPassword',
  'passphrase',
  'secret',
  'clientSecret',
  'client_secret',
  'signingSecret',
  'signing_secret',
  'webhookSecret',
  'webhook_secret',
  'secretKey',
  'secret_key',
  'privateKey',
  'private_key',
  'token',
  'accessToken',
  'access_token',
  'refreshToken',
  'refresh_token',
  'idToken',
  'id_token',
  'sessionToken',
  'session_token',
  'pageToken',
  'page_token',
  'fb_exchange_token',
  'input_token',
  'codeVerifier',
  'code_verifier',
]

const redacted = new Set(redactedKeys.map((key) => key.toLowerCase()))

/** True if a field or header of this name is redacted. Ignores case. */
export function isRedactedKey(name: string): boolean {
  return redacted.has(name.toLowerCase())
}
