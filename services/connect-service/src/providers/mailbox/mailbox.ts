import { endpoint, ownMailboxVariables } from '@atrium/config'
import { z } from 'zod'
import { hasCode, NetworkError, rescued } from '../../network/network-error.ts'
import { errorReader, wordsIn } from '../../network/read-error.ts'
import { createApi } from '../api.ts'
import { defineProvider } from '../define-provider.ts'
import { googleIntrospection } from '../introspection.ts'
import { codeGrant } from '../oauth2-client.ts'
import type { Account, Grant } from '../provider.ts'
import { dataError } from './data-error.ts'
import { calendarReader } from './read-calendar.ts'
import { driveReader } from './read-drive.ts'
import { mailboxReader } from './read-mail.ts'

// The identity API sends errors as in RFC 6749. The other APIs send an object of their own.
const Described = z.object({ error: z.string(), error_description: z.string() })

const mailboxError = errorReader({
  stated({ status, json }) {
    const words = Described.safeParse(json).data?.error_description ?? wordsIn(json, 'error')
    if (status === 401) return { message: words }
    if (status === 429) return undefined
    if (status !== 403) return { class: 'retry' }
    return {
      class: 'blocked',
      message: `The account does not allow this: ${words ?? 'no reason given'}`,
    }
  },
})

const scopeRoot = 'https://www.googleapis.com/auth'

/**
 * The scopes for the mail, calendar and drive nodes. Mail is read and labelled, the rest is only
 * read.
 */
const dataScopes = [
  `${scopeRoot}/gmail.modify`,
  `${scopeRoot}/calendar.readonly`,
  `${scopeRoot}/drive.readonly`,
]
const identityScopes = ['openid', 'email', 'profile']

// Matches any mail, calendar or file scope of the provider, even if it is narrower or wider than
// the requested ones.
const readsData =
  /^https:\/\/(?:mail\.google\.com\/|www\.googleapis\.com\/auth\/(?:gmail|calendar|drive)\b)/

// The statuses if an endpoint lacks a path or a grant does not cover it.
const notServed = hasCode(400, 403, 404, 405, 501)

const whenUnset = 'The self-serve mailbox reconnect flow is dormant.'

const Person = z.object({
  sub: z.coerce.string().min(1),
  email: z.string().nullish(),
  name: z.string().nullish(),
  picture: z.string().nullish(),
})
const Profile = z.object({ emailAddress: z.string().min(1) })

/**
 * The provider of mail, calendar and files. It supports connecting, reconnecting, revoking and
 * reading, but no posts.
 */
export const mailbox = defineProvider({
  network: 'mailbox',
  variables: {
    MAILBOX_OAUTH_CLIENT_ID: {
      kind: 'identifier',
      type: 'text',
      about: "Client id of the operator's app at the mailbox provider.",
      whenUnset,
    },
    MAILBOX_OAUTH_CLIENT_SECRET: {
      kind: 'secret',
      type: 'text',
      about: 'Its client secret.',
      whenUnset,
    },
    MAILBOX_OAUTH_REDIRECT_URI: {
      kind: 'public',
      type: 'url',
      default: '',
      about:
        'Must equal a registered redirect URI byte for byte. If empty, `API_URL` + `/api/connect/mailbox/callback` is used.',
    },
    MAILBOX_DIALOG_URL: endpoint('url', 'Replaces the whole authorize URL.'),
    ...ownMailboxVariables,
    MAILBOX_TOKEN_URL: endpoint('url', 'Replaces the whole token endpoint.'),
    MAILBOX_API_URL: endpoint(
      'baseUrl',
      'Replaces the base address of the mail, calendar and drive APIs.',
    ),
  },
  integration: {
    subsystem: 'mailbox',
    feature: 'self-serve mailbox reconnect',
    needs: ['MAILBOX_OAUTH_CLIENT_ID', 'MAILBOX_OAUTH_CLIENT_SECRET'],
  },
  create(config, deps) {
    const apiUrl = config.MAILBOX_API_URL ?? 'https://www.googleapis.com'
    const tokenUrl = config.MAILBOX_TOKEN_URL ?? 'https://oauth2.googleapis.com/token'
    const { exchangeCode, ...grantCalls } = codeGrant(
      {
        pkce: true,
        clientId: config.MAILBOX_OAUTH_CLIENT_ID ?? '',
        clientSecret: config.MAILBOX_OAUTH_CLIENT_SECRET ?? '',
        clientAuthentication: 'form',
        dialogUrl: config.MAILBOX_DIALOG_URL ?? 'https://accounts.google.com/o/oauth2/v2/auth',
        tokenUrl,
        redirectUri:
          config.MAILBOX_OAUTH_REDIRECT_URI || `${deps.apiUrl}/api/connect/mailbox/callback`,
        scopes: [...identityScopes, ...dataScopes],
        // Without `consent`, a second connect returns no refresh token.
        dialogParameters: { access_type: 'offline', prompt: 'consent select_account' },
      },
      deps,
    )
    const api = createApi({ baseUrl: apiUrl, errorOf: mailboxError }, deps)
    const data = createApi({ baseUrl: apiUrl, errorOf: dataError }, deps)

    const account = async (grant: Grant): Promise<Account> => {
      const asked = api({ path: '/oauth2/v3/userinfo', by: grant, schema: Person })
      const person = await rescued(asked, notServed, () => undefined)
      if (person !== undefined) {
        const { sub, email, name, picture } = person
        // Use the stable id, because the owner may change the address.
        return { ...grant, id: sub, name: email ?? name ?? sub, pictureUrl: picture ?? null }
      }
      // If a regional endpoint or proxy serves only mail, calendar and drive, the mail address
      // names the account.
      const { emailAddress } = await api({
        path: '/gmail/v1/users/me/profile',
        by: grant,
        schema: Profile,
      })
      return { ...grant, id: emailAddress, name: emailAddress, pictureUrl: null }
    }

    return {
      ...grantCalls,
      reading: {
        mailbox: mailboxReader(data, { hold: deps.holdMail, own: config.MAILBOX_USER_EMAIL }),
        calendar: calendarReader(data),
        drive: driveReader(data),
      },
      async exchangeCode(input) {
        const { grantedScopes, ...grant } = await exchangeCode(input)
        // A user may untick single permissions. If none of them is granted, the channel could read
        // nothing.
        if (grantedScopes?.length && !grantedScopes.some((scope) => readsData.test(scope))) {
          throw new NetworkError(
            'blocked',
            `A mailbox needs at least one of these permissions: ${dataScopes.join(', ')}. Connect again and grant them.`,
          )
        }
        return grant
      },
      accounts: async (grant) => ({ accounts: [await account(grant)] }),
      introspect: googleIntrospection(tokenUrl, dataScopes, deps, (answer, token) =>
        mailboxError(answer, { creates: false, secrets: [token], now: deps.now() }),
      ),
    }
  },
})
