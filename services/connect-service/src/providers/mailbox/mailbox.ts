import { z } from 'zod'
import type { NetworkClient } from '../../network/call-network.ts'
import { NetworkError } from '../../network/network-error.ts'
import { readAnswer } from '../../network/read-answer.ts'
import { createOAuth2Client } from '../oauth2-client.ts'
import type { Account, Grant, Provider } from '../provider.ts'
import { mailboxError } from './mailbox-error.ts'

export interface MailboxSettings {
  clientId: string
  clientSecret: string
  redirectUri: string
  dialogUrl?: string | undefined
  tokenUrl?: string | undefined
  /** The root under which the mail, calendar and drive paths stand. */
  apiUrl?: string | undefined
}

const scopeRoot = 'https://www.googleapis.com/auth'

/** What the mail, calendar and drive nodes need: mail is read and labelled, the rest only read. */
export const mailboxDataScopes = [
  `${scopeRoot}/gmail.modify`,
  `${scopeRoot}/calendar.readonly`,
  `${scopeRoot}/drive.readonly`,
] as const
const identityScopes = ['openid', 'email', 'profile'] as const

// Any of the provider's scopes for mail, calendars or files, narrower or wider than those that are asked for.
const readsData = /^https:\/\/(?:mail\.google\.com\/|www\.googleapis\.com\/auth\/(?:gmail|calendar|drive)\b)/

// How an endpoint refuses a path that it does not have, or that the grant does not open.
const notServed = new Set<unknown>([400, 403, 404, 405, 501])

const Person = z.looseObject({
  sub: z.coerce.string().min(1),
  email: z.string().nullish(),
  name: z.string().nullish(),
  picture: z.string().nullish(),
})
const Profile = z.looseObject({ emailAddress: z.string().min(1) })
const TokenInfo = z.looseObject({ scope: z.string().default('') })

/** The provider of mail, calendar and files: connecting, connecting again and taking back. Nothing is posted. */
export function createMailbox(settings: MailboxSettings, client: NetworkClient, now: () => Date): Provider {
  const apiUrl = settings.apiUrl ?? 'https://www.googleapis.com'
  const tokenUrl = settings.tokenUrl ?? 'https://oauth2.googleapis.com/token'
  const scopes = [...identityScopes, ...mailboxDataScopes]
  const oauth = createOAuth2Client(
    {
      clientId: settings.clientId,
      clientSecret: settings.clientSecret,
      clientAuthentication: 'form',
      dialogUrl: settings.dialogUrl ?? 'https://accounts.google.com/o/oauth2/v2/auth',
      tokenUrl,
      revokeUrl: new URL('revoke', tokenUrl).href,
      redirectUri: settings.redirectUri,
      scopes,
      // Without `consent` a second connect brings no refresh token.
      dialogParameters: { access_type: 'offline', prompt: 'consent select_account' },
    },
    client,
    now,
  )

  const read = async <S extends z.ZodType>(
    method: 'GET' | 'POST',
    url: URL,
    token: string,
    schema: S,
  ): Promise<z.output<S>> => {
    const headers = { authorization: `Bearer ${token}` }
    const body = method === 'GET' ? {} : { body: new URLSearchParams() }
    const answer = await client.call({ method, url, headers, ...body })
    const error = mailboxError(answer, [token], now())
    if (error !== undefined) throw error
    return readAnswer(schema, answer.json)
  }

  const account = async (grant: Grant): Promise<Account> => {
    const url = new URL(`${apiUrl}/oauth2/v3/userinfo`)
    const person = await read('GET', url, grant.accessToken, Person).catch((error: unknown) => {
      if (!(error instanceof NetworkError) || !notServed.has(error.code)) throw error
      return undefined
    })
    if (person === undefined) return mailAccount(grant)
    return {
      ...grant,
      // Not the address, which its owner may change.
      id: person.sub,
      name: person.email ?? person.name ?? person.sub,
      pictureUrl: person.picture ?? null,
    }
  }

  // A regional endpoint or a proxy may pass on the mail, calendar and drive paths alone: the address names it then.
  const mailAccount = async (grant: Grant): Promise<Account> => {
    const url = new URL(`${apiUrl}/gmail/v1/users/me/profile`)
    const { emailAddress } = await read('GET', url, grant.accessToken, Profile)
    return { ...grant, id: emailAddress, name: emailAddress, pictureUrl: null }
  }

  return {
    network: 'mailbox',
    pkce: true,
    scopes,
    authorizeUrl: oauth.authorizeUrl,
    async exchangeCode(input) {
      const { grantedScopes, ...grant } = await oauth.exchangeCode(input)
      // A person may untick single permissions; with none of them a channel could read nothing.
      if (grantedScopes?.length && !grantedScopes.some((scope) => readsData.test(scope))) {
        throw new NetworkError({
          class: 'blocked',
          message: `None of the permissions that a mailbox needs was granted (${mailboxDataScopes.join(', ')}); connect again and tick them`,
        })
      }
      return grant
    },
    accounts: async (grant) => ({ accounts: [await account(grant)] }),
    refresh: oauth.refresh,
    revoke: ({ accessToken, refreshToken }) =>
      refreshToken === undefined
        ? oauth.revoke(accessToken, 'access_token')
        : oauth.revoke(refreshToken, 'refresh_token'),
    async introspect({ accessToken }) {
      // A POST, which takes the token in a header: addresses are logged on the way.
      const url = new URL('tokeninfo', tokenUrl)
      const info = await read('POST', url, accessToken, TokenInfo).catch((error: unknown) => {
        if (error instanceof NetworkError && (error.tokenInvalid || error.code === 400)) return undefined
        throw error
      })
      const granted = (info?.scope ?? '').split(' ').filter(Boolean)
      return {
        valid: info !== undefined,
        missingScopes: mailboxDataScopes.filter((scope) => !granted.includes(scope)),
        granular_scopes: granted.map((scope) => ({ scope })),
      }
    },
  }
}
