import { z } from 'zod'
import { defineProvider } from '../define-provider.ts'
import { googleIntrospection } from '../google-introspection.ts'
import { appIntegration, appVariables, networkApp } from '../network-app.ts'
import { requireScopes } from '../oauth2-answer.ts'
import { createOAuth2Client, revokeGrant } from '../oauth2-client.ts'
import { videonetPublishing } from './publish.ts'
import { videoUploads } from './upload-session.ts'
import { createVideonetApi } from './videonet-api.ts'

const scopeRoot = 'https://www.googleapis.com/auth'

/** Uploading, and what comments and the channel's own videos need. */
const scopes = [`${scopeRoot}/youtube.upload`, `${scopeRoot}/youtube.force-ssl`]

// With one chunk and one question after it still below the minute that callers wait.
const defaultPublishMs = 25_000

const Channels = z.looseObject({
  items: z
    .array(
      z.looseObject({
        id: z.string().min(1),
        snippet: z.looseObject({
          title: z.string().catch('Channel'),
          thumbnails: z
            .looseObject({ default: z.looseObject({ url: z.string() }) })
            .optional()
            .catch(undefined),
        }),
      }),
    )
    .default([]),
})

/** The video platform. */
export const videonet = defineProvider({
  network: 'videonet',
  variables: {
    ...appVariables('VIDEONET', 'video platform'),
    VIDEONET_UPLOAD_TRANSPORT: {
      kind: 'public',
      type: 'choice',
      choices: ['direct', 'relay'],
      default: 'direct',
      about:
        '`direct` sends video bytes from the browser to the platform, `relay` through the API in bounded chunks.',
    },
  },
  integration: appIntegration('VIDEONET'),
  create(config, { publishMs = defaultPublishMs, ...deps }) {
    const app = networkApp(config, 'VIDEONET')
    const tokenUrl = app.tokenUrl ?? 'https://oauth2.googleapis.com/token'
    const api = createVideonetApi(app.apiUrl ?? 'https://www.googleapis.com/youtube/v3', deps)
    const oauth = createOAuth2Client(
      {
        ...app,
        clientAuthentication: 'form',
        dialogUrl: app.dialogUrl ?? 'https://accounts.google.com/o/oauth2/v2/auth',
        tokenUrl,
        revokeUrl: new URL('revoke', tokenUrl).href,
        scopes,
        // Without `consent` a second connect brings no refresh token.
        dialogParameters: { access_type: 'offline', prompt: 'consent' },
      },
      deps.client,
      deps.now,
    )
    return {
      pkce: true,
      scopes,
      authorizeUrl: oauth.authorizeUrl,
      exchangeCode: async (input) => requireScopes(await oauth.exchangeCode(input), scopes.slice(0, 1)),
      refresh: oauth.refresh,
      revoke: (tokens) => revokeGrant(oauth, tokens),
      async accounts(grant) {
        const query = { part: 'snippet', mine: 'true' }
        const { items } = await api.call({
          path: '/channels',
          token: grant.accessToken,
          query,
          schema: Channels,
        })
        const accounts = items.map(({ id, snippet: { title, thumbnails } }) => ({
          ...grant,
          id,
          name: title,
          pictureUrl: thumbnails?.default.url ?? null,
        }))
        if (accounts.length > 0) return { accounts }
        return {
          accounts,
          reason: 'This account has no channel: create one at the network and connect again',
        }
      },
      introspect: googleIntrospection(tokenUrl, scopes, deps),
      ...videonetPublishing(api, videoUploads(api), publishMs, deps.now),
    }
  },
})
