import { z } from 'zod'
import { defineProvider } from '../define-provider.ts'
import { googleIntrospection } from '../introspection.ts'
import { appIntegration, appVariables, networkApp } from '../network-app.ts'
import { codeGrant } from '../oauth2-client.ts'
import { videonetPublishing } from './publish.ts'
import { videoAudience } from './read-audience.ts'
import { videoFigures } from './read-figures.ts'
import { videoReader } from './read-videos.ts'
import { videoUploads } from './upload-session.ts'
import { createVideonetApi, listSchema } from './videonet-api.ts'

const scopeRoot = 'https://www.googleapis.com/auth'
const uploading = `${scopeRoot}/youtube.upload`
const scopes = [uploading, `${scopeRoot}/youtube.force-ssl`]

const Channels = listSchema({
  id: z.string().min(1),
  snippet: z.object({
    title: z.string().catch('Channel'),
    thumbnails: z
      .object({ default: z.object({ url: z.string() }) })
      .optional()
      .catch(undefined),
  }),
})

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
        '`direct` sends videos from the browser to the video platform. `relay` sends them through the API in chunks.',
    },
  },
  integration: appIntegration('VIDEONET'),
  // Leaves time within the caller's minute for one more chunk and one status request.
  publishMs: 25_000,
  create(config, deps) {
    const app = networkApp(config, 'VIDEONET', {
      apiUrl: 'https://www.googleapis.com/youtube/v3',
      dialogUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
      tokenUrl: 'https://oauth2.googleapis.com/token',
    })
    const api = createVideonetApi(app.apiUrl, deps)
    return {
      ...codeGrant(
        {
          ...app,
          pkce: true,
          clientAuthentication: 'form',
          scopes,
          required: [uploading],
          // Without `consent`, a second connect returns no refresh token.
          dialogParameters: { access_type: 'offline', prompt: 'consent' },
        },
        deps,
      ),
      async accounts(grant) {
        const query = { part: 'snippet', mine: 'true' }
        const { items } = await api.call({ path: '/channels', by: grant, query, schema: Channels })
        const accounts = items.map(({ id, snippet: { title, thumbnails } }) => ({
          ...grant,
          id,
          name: title,
          pictureUrl: thumbnails?.default.url ?? null,
        }))
        const none = 'This account has no channel. Create one on the network and connect again.'
        return accounts.length > 0 ? { accounts } : { accounts, reason: none }
      },
      introspect: googleIntrospection(app.tokenUrl, scopes, deps),
      reading: { videos: videoReader(api), audience: videoAudience(api) },
      readFigures: videoFigures(api),
      ...videonetPublishing(api, videoUploads(api, config.VIDEONET_UPLOAD_TRANSPORT), deps),
    }
  },
})
