import { createAuthenticator, createTotp } from '@atrium/testkit'
import type { Seen } from '../seen.ts'
import { type ExamplePlatform, type ExampleStep, from } from './example-step.ts'

const email = 'baker@example.com'
const password = 'a long passphrase of your own'
const renewed = 'another long passphrase'

/** Returns a query parameter from the link in the newest mail to a matching address. */
async function linkedToken(
  { mailTo }: ExamplePlatform,
  address: string,
  containing: string,
): Promise<string> {
  const mail = await mailTo(address, containing)
  const link = /https?:\/\/\S+/.exec(mail)?.[0] ?? ''
  const { searchParams, pathname } = new URL(link)
  return searchParams.get('token') ?? pathname.split('/').at(-1) ?? ''
}

/** Signs the account in from another browser. */
const signInElsewhere = ({ baseUrl }: ExamplePlatform, secret: string): Promise<Response> =>
  fetch(`${baseUrl}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: secret }),
  })

type Authenticator = ReturnType<typeof createAuthenticator>
const findAuthenticator = (seen: Seen): Authenticator =>
  seen.value('authenticator') as Authenticator
const signIn: ExampleStep = {
  operation: 'authPostSignInEmail',
  as: 'guest',
  body: { email, password },
}

const account: readonly ExampleStep[] = [
  { operation: 'authGetOk', as: 'nobody' },
  { operation: 'authGetError', as: 'nobody' },
  { operation: 'authPostSignUpEmail', as: 'guest', body: { name: 'Night baker', email, password } },
  { operation: 'authGetGetSession', as: 'guest' },
  { operation: 'authPostUpdateUser', as: 'guest', body: { name: 'Morning baker' } },
  { operation: 'authPostVerifyPassword', as: 'guest', body: { password } },
  { operation: 'authGetListAccounts', as: 'guest' },
  { operation: 'authPostSendVerificationEmail', as: 'guest', body: { email, callbackURL: '/' } },
  {
    operation: 'authGetVerifyEmail',
    as: 'guest',
    before: async (platform, seen) =>
      seen.keep('verify', await linkedToken(platform, email, '/api/auth/verify-email')),
    query: { token: from('verify') },
  },
  { operation: 'authPostSignOut', as: 'guest', body: {} },
  signIn,
]

const passwords: readonly ExampleStep[] = [
  {
    operation: 'authPostRequestPasswordReset',
    as: 'nobody',
    body: { email, redirectTo: '/reset-password' },
  },
  {
    operation: 'authGetResetPasswordToken',
    as: 'nobody',
    before: async ({ mailTo }, seen) => {
      const mail = await mailTo(email, '/api/auth/reset-password/')
      seen.keep('reset', /reset-password\/([^?\s]+)/.exec(mail)?.[1])
    },
    params: { token: from('reset') },
    query: { callbackURL: '/reset-password' },
  },
  {
    operation: 'authPostResetPassword',
    as: 'nobody',
    body: { newPassword: renewed, token: from('reset') },
  },
  { ...signIn, body: { email, password: renewed } },
  {
    operation: 'authPostChangePassword',
    as: 'guest',
    body: { currentPassword: renewed, newPassword: password },
  },
]

const sessions: readonly ExampleStep[] = [
  {
    operation: 'authGetListSessions',
    as: 'guest',
    name: 'sessions',
    before: (platform) => signInElsewhere(platform, password),
  },
  {
    operation: 'authPostRevokeSession',
    as: 'guest',
    request: (seen) => {
      const all = seen.value('sessions') as readonly { token: string; current: boolean }[]
      return { body: { token: all.find(({ current }) => !current)?.token } }
    },
  },
  {
    operation: 'authPostRevokeOtherSessions',
    as: 'guest',
    before: (platform) => signInElsewhere(platform, password),
  },
  { operation: 'authPostRevokeSessions', as: 'guest' },
  signIn,
]

const secondFactor: readonly ExampleStep[] = [
  { operation: 'authPostTwoFactorEnable', as: 'guest', name: 'factor', body: { password } },
  {
    operation: 'authPostTwoFactorVerifyTotp',
    as: 'guest',
    request: (seen) => ({ body: { code: createTotp(seen.text('factor.totpURI')) } }),
  },
  { operation: 'authPostTwoFactorGetTotpUri', as: 'guest', body: { password } },
  {
    operation: 'authPostTwoFactorGenerateBackupCodes',
    as: 'guest',
    name: 'codes',
    body: { password },
  },
  { operation: 'authPostSignOut', as: 'guest', body: {} },
  signIn,
  {
    operation: 'authPostTwoFactorVerifyBackupCode',
    as: 'guest',
    body: { code: from('codes.backupCodes.0') },
  },
  { operation: 'authPostTwoFactorDisable', as: 'guest', body: { password } },
]

const passkeys: readonly ExampleStep[] = [
  { operation: 'authGetPasskeyGenerateRegisterOptions', as: 'guest', name: 'registering' },
  {
    operation: 'authPostPasskeyVerifyRegistration',
    as: 'guest',
    name: 'passkey',
    before: async ({ baseUrl }, seen) => {
      const authenticator = createAuthenticator()
      seen.keep('authenticator', authenticator)
      const ceremony = {
        challenge: seen.text('registering.challenge'),
        rpId: seen.text('registering.rp.id'),
      }
      seen.keep('registered', authenticator.register({ ...ceremony, origin: baseUrl }))
    },
    body: { response: from('registered'), name: 'Laptop in the office' },
  },
  { operation: 'authGetPasskeyListUserPasskeys', as: 'guest' },
  {
    operation: 'authPostPasskeyUpdatePasskey',
    as: 'guest',
    body: { id: from('passkey.id'), name: 'Laptop in the bakery' },
  },
  { operation: 'authPostSignOut', as: 'guest', body: {} },
  { operation: 'authGetPasskeyGenerateAuthenticateOptions', as: 'guest', name: 'signing' },
  {
    operation: 'authPostPasskeyVerifyAuthentication',
    as: 'guest',
    before: async ({ baseUrl }, seen) => {
      const ceremony = {
        challenge: seen.text('signing.challenge'),
        rpId: seen.text('signing.rpId'),
      }
      seen.keep('signed', findAuthenticator(seen).authenticate({ ...ceremony, origin: baseUrl }))
    },
    body: { response: from('signed') },
  },
  { operation: 'authPostPasskeyDeletePasskey', as: 'guest', body: { id: from('passkey.id') } },
]

/**
 * An account from sign-up to deletion: address, passwords, sessions, second factor and passkeys.
 */
export const accountExamples: readonly ExampleStep[] = [
  ...account,
  ...passwords,
  ...sessions,
  ...secondFactor,
  ...passkeys,
  { operation: 'authPostChangeEmail', as: 'guest', body: { newEmail: 'early.baker@example.com' } },
  { operation: 'authPostDeleteUser', as: 'guest', body: { password } },
]
