import { approve } from '../../connect/person-in-browser.ts'
import { connectAccount } from './connect-account.ts'
import { type ExampleStep, from } from './example-step.ts'

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
  { operation: 'startConnect' },
  {
    operation: 'finishConnect',
    before: async (_, seen) => {
      const { searchParams } = await approve(new URL(seen.text('startConnect.location')))
      seen.keep('callback', Object.fromEntries(searchParams))
    },
  },
  { operation: 'listConnectPickers' },
  { operation: 'getConnectPicker' },
  { operation: 'settleConnectPicker' },
  { operation: 'listConnectors' },
  { operation: 'updateConnector' },
  { operation: 'introspectConnection' },
  {
    operation: 'connectManually',
    before: async ({ sandbox }) =>
      sandbox.notebook.addIntegration('Atrium', 'Example Bakery', 'ntn_example'),
  },
  {
    operation: 'connectModel',
    before: async ({ sandbox }) => sandbox.model.addKey('key-example'),
  },
  {
    operation: 'connectImap',
    before: async ({ sandbox }, seen) => seen.keep('mail', sandbox.imap.ports),
  },
  {
    operation: 'startVideoUpload',
    before: async (platform, seen) =>
      seen.keep('videos', (await connectAccount(platform, seen, 'videonet')).get('connected')),
  },
  { operation: 'getVideoUpload' },
  {
    operation: 'sendVideoChunk',
    params: { ...videos, id: from('startVideoUpload.id') },
    headers: { 'content-range': `bytes 0-${videoBytes - 1}/${videoBytes}` },
    bytes: film(),
  },
  { operation: 'forgetConnector' },
]
