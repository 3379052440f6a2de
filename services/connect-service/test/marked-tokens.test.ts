import { inspect } from 'node:util'
import { PublishComment, ReadPostComments } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import { callRpc } from '@atrium/messaging'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveChannel } from '../src/channels/channels.db.ts'
import type { Provider } from '../src/providers/provider.ts'
import { requireProvider } from '../src/require-provider.ts'
import { type AssetServer, startAssetServer } from './asset-server.ts'
import { type Caller, type Harness, startHarness } from './harness.ts'
import { type HostileNetwork, shapes, startHostileNetwork } from './hostile-network.ts'
import { buildPoster } from './network-posts.ts'

// One fake network that repeats every request in its errors stands for all networks. No repeated
// part may leave the service.
const networks = ['pagenet', 'photonet', 'shortpost', 'pronet', 'videonet', 'forumnet'] as const
const accessToken = 'marked-access-token-31f0c2a7'
const refreshToken = 'marked-refresh-token-9d4e61b8'
const code = 'marked-code-5b0f7c3d'
const toSecret = (network: string) => `marked-secret-of-${network}-e2a9`
const encryptionKey = 'marked-encryption-key-of-the-tokens-77c1'

let hostile: HostileNetwork
let assets: AssetServer
let harness: Harness
let person: Caller
/** Every result and every thrown error, printed as deeply as possible. */
const shown: string[] = []
const show = (value: unknown) => void shown.push(inspect(value, { depth: 12, showHidden: true }))

beforeAll(async () => {
  hostile = await startHostileNetwork()
  assets = await startAssetServer()
  const env: Record<string, string> = {
    SOCIAL_TOKEN_ENCRYPTION_KEY: encryptionKey,
    API_URL: assets.origin,
    ASSETS_SERVICE_URL: assets.origin,
  }
  for (const name of [...networks, 'mailbox']) {
    const prefix = name.toUpperCase()
    const own = name === 'mailbox' ? `${prefix}_OAUTH` : prefix
    env[`${own}_CLIENT_ID`] = `client-of-${name}`
    env[`${own}_CLIENT_SECRET`] = toSecret(name)
    env[`${prefix}_OAUTH_REDIRECT_URI`] = `http://localhost:3000/api/connect/${name}/callback`
    env[`${prefix}_DIALOG_URL`] = `${hostile.origin}/${name}/dialog`
    env[`${prefix}_TOKEN_URL`] = `${hostile.origin}/${name}/token`
    env[`${prefix}_API_URL`] = `${hostile.origin}/${name}`
  }
  env['NOTEBOOK_API_URL'] = `${hostile.origin}/notebook`
  harness = await startHarness({ env, networkTimeoutMs: 500, publishMs: 300 })
  person = harness.person()
})
afterAll(async () => {
  await harness?.stop()
  await assets?.stop()
  await hostile?.stop()
})

function marks(): string[] {
  const secrets = [...networks, 'mailbox'].map(toSecret)
  const basics = [...networks, 'mailbox'].map((name) =>
    Buffer.from(`client-of-${name}:${toSecret(name)}`).toString('base64'),
  )
  return [
    accessToken,
    refreshToken,
    code,
    encryptionKey,
    ...secrets,
    ...basics,
    ...hostile.overheard,
  ]
}
function expectNoMark(where: string, text: string): void {
  for (const mark of marks()) {
    const at = text.indexOf(mark)
    expect([where, at < 0 ? '' : text.slice(Math.max(0, at - 300), at + 80)]).toEqual([where, ''])
  }
}

const connection = { accountId: '1001', accessToken }
const media = {
  contentType: 'image/png',
  name: 'a.png',
  url: 'http://localhost/a.png',
  size: 3,
  altText: 'A loaf',
  read: async () => new Uint8Array(3),
}
const post = {
  title: 'A title',
  text: 'A text',
  previewLink: null,
  media: [media],
  fields: { subreddit: 'here' },
  progress: { recall: async () => undefined, keep: async () => undefined },
}
const video = { ...post, media: [{ ...media, contentType: 'video/mp4', name: 'a.mp4' }] }
const grant = { accessToken, refreshToken, expiresAt: null }

/** Every call of a provider. */
const calls: Readonly<Record<string, (provider: Provider) => Promise<unknown> | undefined>> = {
  exchangeCode: (provider) => provider.exchangeCode?.({ code, verifier: 'marked-verifier-64f1' }),
  accounts: (provider) => provider.accounts(grant),
  pastedToken: (provider) => provider.pastedToken?.(accessToken),
  refresh: (provider) => provider.refresh?.(refreshToken),
  revoke: (provider) => provider.revoke?.({ accessToken, refreshToken }),
  introspect: (provider) => provider.introspect?.(connection),
  publish: (provider) =>
    provider.publish?.(connection, provider.network === 'videonet' ? video : post),
  comment: (provider) => provider.comment?.(connection, '1001_1', 'A comment'),
  findComment: (provider) =>
    provider.findComment?.(connection, { externalId: '1001_1', message: 'A' }, new Date(0)),
  readComments: (provider) =>
    provider.readComments?.(connection, { externalId: '1001_1', cursor: null }),
  findPost: (provider) => provider.findPost?.(connection, post, new Date(0)),
}

test.each(Object.keys(shapes))(
  'repeats no credential in an error of any network if the credential came as %s',
  async (shape) => {
    for (const status of [200, 400, 401, 403, 429, 500]) {
      hostile.answer = { shape, status }
      for (const [network, provider] of harness.deps.providers) {
        for (const [name, call] of Object.entries(calls)) {
          // The pacer allows only three calls a second, so skip most cases.
          if (network === 'notebook' && (name !== 'pastedToken' || status !== 401)) continue
          const thrown = await Promise.resolve(call(provider)).then(
            () => undefined,
            (error: unknown) => error,
          )
          const where = `${network}.${name} ${shape} ${status}`
          expectNoMark(where, inspect(thrown, { depth: 12, showHidden: true }))
          if (thrown instanceof Error)
            expectNoMark(where, `${thrown.stack} ${JSON.stringify(thrown)}`)
        }
      }
    }
    expect(hostile.calls).toBeGreaterThan(100)
  },
  60_000,
)

test('leaves no marked secret anywhere if connecting, refreshing or publishing fails in any class', async () => {
  const image = assets.add('a.png', 'image/png', new Uint8Array(3))
  const movie = assets.add('a.mp4', 'video/mp4', new Uint8Array(3))
  const classes = new Set<string>()
  for (const network of networks) {
    const { vault } = requireProvider(harness.deps, network)
    const account = { ...grant, id: '1001', name: 'Ours', pictureUrl: null }
    const save = (expiresAt: Date | null) =>
      inTransaction(harness.deps.db, undefined, (tx) =>
        saveChannel(harness.deps, tx, {
          vault,
          owner: person.principal,
          network,
          account: { ...account, expiresAt },
          scopes: [],
          shared: false,
        }),
      )
    for (const shape of [
      'graph content',
      'graph blocked',
      'oauth word',
      'problem',
      'google',
      'forum',
      'text',
    ]) {
      for (const status of [200, 401, 500]) {
        hostile.answer = { shape, status }
        await harness.deps.db.deleteFrom('account_rates').execute()
        // Some tokens have to be refreshed first.
        const ends = status === 401 ? new Date(Date.now() - 1_000) : null
        const { id: channelId } = await save(ends)
        const poster = buildPoster(harness, network, person, channelId)
        const files = network === 'videonet' ? [movie] : network === 'photonet' ? [image] : []
        const input = poster.post({ title: 'A title', media: files, fields: { subreddit: 'here' } })
        const outcome = await poster.publish(input)
        classes.add(outcome.outcome === 'failed' ? outcome.failure.class : outcome.outcome)
        show(outcome)
        await save(null)
        const about = {
          orgId: person.orgId,
          actorId: person.userId,
          channelId,
          externalId: '1001_1',
        }
        const attempt = { taskId: input.taskId, attemptKey: input.attemptKey, message: 'A comment' }
        show(await callRpc(harness.bus, PublishComment, { ...about, ...attempt }))
        await callRpc(harness.bus, ReadPostComments, about).then(show, show)
        const introspected = await person('GET', `/api/connect/${network}/introspect`)
        show([introspected.status, introspected.text])
      }
    }
    const started = await person('GET', `/api/connect/${network}/start`)
    const state = new URL(started.headers.get('location') ?? '').searchParams.get('state')
    const back = await person('GET', `/api/connect/${network}/callback?code=${code}&state=${state}`)
    show([back.status, [...back.headers], back.text])
    const listed = await person('GET', '/api/connectors')
    show(listed.text)
  }
  const pasted = await person('POST', '/api/connect/pagenet/manual', { token: accessToken })
  show([pasted.status, pasted.text])
  expect(classes).toEqual(new Set(['retry', 'reconnect', 'fix_content', 'blocked', 'unconfirmed']))
  expectNoMark('answers', shown.join('\n'))
  expectNoMark('log', harness.log.text())
  expectNoMark('events', harness.events.join('\n'))
  expect(harness.events.join()).toContain('channel.invalidated')
})

test('shows no marked token in rows or dependencies at any depth', async () => {
  const { db, bus: _, ...deps } = harness.deps
  for (const table of [
    'channels',
    'pickers',
    'oauth_states',
    'publish_attempts',
    'post_progress',
    'account_rates',
    'outbox',
  ] as const) {
    const rows = await db.selectFrom(table).selectAll().execute()
    expectNoMark(table, inspect(rows, { depth: 12, showHidden: true, maxStringLength: null }))
  }
  const { vault } = requireProvider(harness.deps, 'pagenet')
  expectNoMark('vault', inspect(vault, { depth: 12, showHidden: true }))
  expectNoMark('deps', inspect(deps, { depth: 12, showHidden: true }))
})
