import { createSealedSecrets, type SealedSecrets } from '@atrium/sealed-secrets'

const derivation = { salt: 'atrium-connect', key: 'token-encryption', id: 'token-key-id' }

/**
 * Creates the vault that seals stored tokens (docs/reference/channels.md, "Tokens"). `previous` are
 * the secrets before a key rotation.
 */
export const createTokenVault = (secret: string, ...previous: readonly string[]): SealedSecrets =>
  createSealedSecrets(derivation, secret, ...previous)

export const sealContext = {
  answer: (request: string) => `answer:${request}`,
  access: (channelId: string) => `channel:${channelId}:access`,
  refresh: (channelId: string) => `channel:${channelId}:refresh`,
  picker: (pickerId: string) => `picker:${pickerId}`,
  progress: (channelId: string, taskId: string) => `progress:${channelId}:${taskId}`,
  upload: (uploadId: string) => `upload:${uploadId}`,
  verifier: (stateHash: string) => `state:${stateHash}`,
}
