import { z } from 'zod'
import { GivenName } from '../core/schemas.ts'
import { created, listed, noContent, ok, tagged } from '../core/tagged.ts'
import { Channel, Introspection, Picker, shareAtOnce } from './channel.ts'
import { Connectable } from './connectable.ts'

const connect = tagged('Connect')

const ofNetwork = z.object({ network: z.string().max(40).describe('The network’s neutral name.') })
const ofPicker = z.object({
  network: z.string().max(40).describe('The network’s neutral name.'),
  id: z.string().max(80).describe('The record’s id.'),
})
const byId = z.object({ id: z.string().max(80).describe('The record’s id.') })
const redirect = {
  302: { description: 'The page to open next', headers: { Location: 'An address' } },
}
const text = z.string().max(4_096).optional()
const PageId = z.string().min(1).max(200)

export const listNetworks = connect.org.get('listConnectNetworks', '/api/connect/networks', {
  sdk: 'connect.networks',
  summary: 'The networks that can be connected, and their rules for posts',
  description:
    'Owners and admins of the organisation, and operators, see the unset variables of a dormant network.',
  responses: listed('The deployment’s networks, including dormant ones.', Connectable),
})

const oneNetwork = connect.org.at('/api/connect/{network}', ofNetwork)

export const startConnect = oneNetwork.get('startConnect', '/start', {
  changes: true,
  sdk: null,
  summary: 'Go to a network’s consent dialog',
  description:
    'The `state` holds for ten minutes, for one use and for the session that began; PKCE where the network takes it. ' +
    'The channel belongs to the org that is active now, whatever is active at the end. `comments=true` also asks for the ' +
    'permissions of commenting, which are otherwise asked for once a post of the org has a comment.',
  query: z.object({
    returnTo: z.string().max(500).optional().describe('The dashboard page to return to.'),
    comments: z
      .enum(['true', 'false'])
      .optional()
      .describe('True if the account should also be allowed to read comments.'),
    share: z
      .enum(['true', 'false'])
      .optional()
      .describe('True if every member of the organisation may use the account from now on.'),
  }),
  responses: redirect,
  errors: ['not_configured'],
  example: { params: { network: 'pagenet' }, query: { returnTo: '/channels' } },
})

export const finishConnect = connect.optional.get(
  'finishConnect',
  '/api/connect/{network}/callback',
  {
    changes: true,
    sdk: null,
    summary: 'Finish connecting an account: the network returns the browser here',
    description:
      'Redirects to the dashboard with `connected`, `picker`, or `error` and `detail`. A dormant network gives `error=not_configured`.',
    params: ofNetwork,
    query: z.object({
      code: text.describe('The authorization code.'),
      state: text.describe('The state of the connection request.'),
      error: text.describe('The network’s error code.'),
      error_description: text.describe('The network’s error text.'),
      error_reason: text.describe('The reason for the network’s error.'),
    }),
    responses: redirect,
    example: {
      params: { network: 'pagenet' },
      query: { code: '{callback.code}', state: '{callback.state}' },
    },
  },
)

export const listPickers = connect.org.get('listConnectPickers', '/api/connect/pickers', {
  sdk: 'connect.pickers',
  summary: 'The caller’s open choices between Pages in the active organisation, newest first',
  responses: listed('The open choices, newest first, at most 50.', Picker),
})

const picker = connect.org.at('/api/connect/{network}/pickers/{id}', ofPicker)

export const getPicker = picker.get('getConnectPicker', '', {
  sdk: 'connect.getPicker',
  summary: 'The Pages that can be connected',
  responses: ok('The choice', Picker),
  errors: ['pagenet_page_unavailable'],
  example: { params: { network: 'pagenet', id: '{listConnectPickers.items.0.id}' } },
})

export const settlePicker = picker.post('settleConnectPicker', '', {
  sdk: 'connect.settlePicker',
  summary: 'Choose one or several Pages',
  description:
    'Send either `pageId` or `pageIds`. With `pageIds`, all chosen Pages are connected or none.',
  idempotent: true,
  body: z.union([
    z.strictObject({
      pageId: PageId.describe('The id of the chosen Page.'),
      shared: shareAtOnce,
    }),
    z.strictObject({
      pageIds: z.array(PageId).min(1).max(50).describe('The ids of the chosen Pages.'),
      shared: shareAtOnce,
    }),
  ]),
  responses: created(
    'The channel, or with `pageIds` a list of the channels',
    z.union([
      Channel,
      z.object({
        items: z.array(Channel).describe('One channel for each chosen Page, in that order.'),
      }),
    ]),
    { Location: 'The channels' },
  ),
  errors: [
    'not_configured',
    'pagenet_page_unavailable',
    'plan_limit',
    'token_rejected',
    'network_unavailable',
  ],
  example: {
    params: { network: 'pagenet', id: '{listConnectPickers.items.0.id}' },
    body: { pageId: '{listConnectPickers.items.0.pages.0.id}' },
  },
})

export const connectManually = oneNetwork.post('connectManually', '/manual', {
  assistants: false,
  sdk: 'connect.manual',
  summary: 'Connect with a pasted token',
  description:
    'A user, system user or Page token of pagenet, or an integration token of the notebook.',
  idempotent: true,
  body: z.strictObject({
    token: z.string().trim().min(1).max(4_096).describe('The token as the network shows it.'),
    shared: shareAtOnce,
  }),
  responses: {
    200: {
      description: 'The token has several Pages. Choose one',
      schema: z.object({
        picker: Picker.describe('The Pages to choose from, if the token is for several.'),
      }),
    },
    201: {
      description: 'The channel',
      schema: z.object({
        channel: Channel.describe('The connected channel, if the token is for one account.'),
      }),
      headers: { Location: 'The channels' },
    },
  },
  errors: [
    'not_configured',
    'no_pages_found',
    'plan_limit',
    'token_rejected',
    'network_unavailable',
  ],
  example: { params: { network: 'notebook' }, body: { token: 'ntn_example' } },
})

export const introspectChannel = oneNetwork.get('introspectConnection', '/introspect', {
  sdk: 'connect.introspect',
  summary: 'The permissions of the stored token, according to the network',
  query: z.object({
    channelId: z
      .string()
      .max(80)
      .optional()
      .describe('The channel’s id. By default the caller’s newest channel at the network.'),
  }),
  responses: ok('The network’s response', Introspection),
  errors: ['not_configured', 'not_supported', 'network_unavailable', 'token_rejected'],
  example: { params: { network: 'pagenet' }, query: { channelId: '{settleConnectPicker.id}' } },
})

export const listChannels = connect.org.get('listConnectors', '/api/connectors', {
  sdk: 'connect.list',
  summary:
    'The caller’s channels in the active organisation, and those that members share with it, newest first',
  responses: listed('The channels, newest first.', Channel),
})

const channel = connect.org.at('/api/connectors/{id}', byId)

export const updateChannel = channel.patch('updateConnector', '', {
  sdk: 'connect.update',
  summary: 'Rename a channel, or share it with the organisation',
  description:
    'Only the channel’s owner may do this. A colleague’s shared channel is 403. Members can see a shared channel and publish to it.',
  body: z.strictObject({
    name: GivenName.optional().describe('The new name, at most 200 characters.'),
    shared: z
      .boolean()
      .optional()
      .describe('True if every member of the organisation sees the channel and may publish to it.'),
  }),
  responses: ok('The channel', Channel),
  example: {
    params: { id: '{settleConnectPicker.id}' },
    body: { name: 'The bakery’s Page', shared: true },
  },
})

export const forgetChannel = channel.delete('forgetConnector', '', {
  sdk: 'connect.delete',
  summary: 'Remove a channel and its tokens',
  responses: noContent('Removed'),
  example: { params: { id: '{connectManually.channel.id}' } },
})
