import { approve } from '../../connect/person-in-browser.ts'
import { connectAccount } from './connect-account.ts'
import { type ExampleStep, from, one } from './example-step.ts'

const pages = { network: 'pagenet' }
const videos = { network: 'videonet' }
const videoBytes = 4_096

/** Returns an MP4 file's first bytes. */
function film(): Uint8Array<ArrayBuffer> {
  const file = new Uint8Array(videoBytes).fill(7)
  const view = new DataView(file.buffer)
  view.setUint32(0, 32)
  file.set(new TextEncoder().encode('ftypisom\0\0\x02\0isomiso2avc1mp41'), 4)
  view.setUint32(32, videoBytes - 32)
  file.set(new TextEncoder().encode('mdat'), 36)
  return file
}

/** Channels: consent, pickers, pasted tokens, model keys and video uploads. */
export const connectExamples: readonly ExampleStep[] = [
  { operation: 'listConnectNetworks' },
  { operation: 'startConnect', name: 'dialog', params: pages, query: { returnTo: '/channels' } },
  {
    operation: 'finishConnect',
    before: async (_, seen) => {
      const { searchParams } = await approve(new URL(seen.text('dialog.location')))
      seen.keep('callback', Object.fromEntries(searchParams))
    },
    params: pages,
    query: { code: from('callback.code'), state: from('callback.state') },
  },
  { operation: 'listConnectPickers', name: 'pickers' },
  { operation: 'getConnectPicker', params: { ...pages, id: from('pickers.items.0.id') } },
  {
    operation: 'settleConnectPicker',
    name: 'channel',
    params: { ...pages, id: from('pickers.items.0.id') },
    body: { pageId: from('pickers.items.0.pages.0.id') },
  },
  { operation: 'listConnectors' },
  {
    operation: 'updateConnector',
    ...one('channel'),
    body: { name: 'The bakery’s Page', shared: true },
  },
  { operation: 'introspectConnection', params: pages, query: { channelId: from('channel.id') } },
  {
    operation: 'connectManually',
    name: 'notebook',
    before: async ({ sandbox }) =>
      sandbox.notebook.addIntegration('Atrium', 'Example Bakery', 'ntn_example'),
    params: { network: 'notebook' },
    body: { token: 'ntn_example' },
  },
  {
    operation: 'connectModel',
    before: async ({ sandbox }) => sandbox.model.addKey('key-example'),
    body: { provider: 'gateway', apiKey: 'key-example', name: 'Our gateway' },
  },
  {
    operation: 'connectImap',
    before: async ({ sandbox }, seen) => seen.keep('mail', sandbox.imap.ports),
    body: {
      host: '127.0.0.1',
      port: from('mail.imap'),
      user: 'bakery@imap.example',
      password: 'sandbox-mail-password',
      smtpHost: '127.0.0.1',
      smtpPort: from('mail.smtp'),
      from: 'bakery@imap.example',
      name: 'Bakery mail',
    },
  },
  {
    operation: 'startVideoUpload',
    name: 'upload',
    before: async (platform, seen) =>
      seen.keep('videos', (await connectAccount(platform, seen, 'videonet')).get('connected')),
    params: videos,
    body: {
      channelId: from('videos'),
      title: 'From flour to bread',
      description: 'A night in the bakery',
      sizeBytes: videoBytes,
      contentType: 'video/mp4',
    },
  },
  { operation: 'getVideoUpload', params: { ...videos, id: from('upload.id') } },
  {
    operation: 'sendVideoChunk',
    params: { ...videos, id: from('upload.id') },
    headers: { 'content-range': `bytes 0-${videoBytes - 1}/${videoBytes}` },
    bytes: film(),
  },
  { operation: 'forgetConnector', params: { id: from('notebook.channel.id') } },
]
