import type { IdPrefix, NewId } from '@atrium/contracts'

const prefixes: Readonly<Record<string, IdPrefix>> = {
  user: 'usr',
  session: 'ses',
  account: 'acc',
  verification: 'ver',
  organization: 'org',
  member: 'mem',
  invitation: 'ivt',
  apikey: 'key',
  passkey: 'pky',
  twoFactor: 'tfa',
  oauthClient: 'ocl',
  oauthConsent: 'grt',
  oauthAccessToken: 'oat',
  oauthRefreshToken: 'ort',
  oauthResource: 'ors',
  oauthClientResource: 'ocr',
  oauthClientAssertion: 'oca',
}

/**
 * Creates better-auth's id source, with ids in the platform's format. The source throws if the
 * model has no prefix yet.
 */
export const createAuthIds =
  (newId: NewId) =>
  ({ model }: { model: string }): string => {
    const prefix = prefixes[model]
    if (prefix === undefined) throw new Error(`No id prefix for the model ${model}`)
    return newId(prefix)
  }
