/** Names of fields and headers whose value is never logged, lower case. */
export const redactedKeys: readonly string[] = [
  'authorization',
  'proxy-authorization',
  'cookie',
  'set-cookie',
  'x-api-key',
  'apikey',
  'api_key',
  'password',
  'newpassword',
  'currentpassword',
  'passphrase',
  'secret',
  'client_secret',
  'clientsecret',
  'signing_secret',
  'webhook_secret',
  'token',
  'access_token',
  'accesstoken',
  'refresh_token',
  'refreshtoken',
  'id_token',
  'idtoken',
  'session_token',
  'sessiontoken',
  'fb_exchange_token',
  'input_token',
  'code_verifier',
  'privatekey',
  'private_key',
  'stripe-signature',
  'webhook-signature',
]

const redacted = new Set(redactedKeys)

/** Whether a field or header of this name is redacted, whatever its case. */
export function isRedactedKey(name: string): boolean {
  return redacted.has(name.toLowerCase())
}
