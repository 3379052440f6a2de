import type { ReferenceTable } from './table.ts'

/** Networks, channels, uploads and language models. */
export const connect: ReferenceTable = {
  Channel: {
    uri: 'The address of the channel, `social://<account>@<host>`',
    owner: 'The member who connected it, and who alone may change it',
    'owner.id': 'The id of the member',
    'owner.name': 'The name of the member; empty while it is unknown',
    name: 'The name that people read, at first that of the account',
    avatarUrl: 'The picture of the account at the network; null for none',
    status: '`invalidated` once the network no longer takes the token: connect again',
    expiresAt: 'The moment at which the token expires; null for one without an end',
    badge:
      '`long_lived` beyond a year or without an end, `expiring` within seven days of an end that nothing renews; null otherwise',
    requestedScopes: 'The permissions that were asked for, whatever was granted',
    config: 'Identifiers as they are, and credentials masked to their last four characters',
    createdAt: 'The moment at which it was connected',
    lastUsedAt: 'The moment of the last call with it, to about a minute; null before the first',
  },
  ChannelPicker: {
    pages: 'The Pages to choose from',
    'pages.id': 'The id of the Page at the network',
    'pages.name': 'The name of the Page',
    'pages.pictureUrl': 'The picture of the Page; null for none',
    expiresAt: 'The moment from which the choice is no longer possible',
  },
  ChannelIntrospection: {
    missingScopes: 'The required permissions that the stored token does not have',
    granular_scopes: 'The answer of the network: the permissions and their Pages',
    'granular_scopes.scope': 'The permission',
    'granular_scopes.target_ids':
      'The ids of the Pages that it holds for; absent where the network names none',
  },
  ConnectableNetwork: { configured: 'Whether the operator has set the variables of the network' },
  NetworkLimits: {
    host: 'The host of the network, as in the address of a channel',
    aliases: 'Other hosts that mean the same network',
    body: 'The rules of the text',
    'body.max': 'The greatest length, counted as `count` says',
    'body.required': 'Whether a post needs a text',
    title: 'The rules of the title; null where a post has none',
    'title.max': 'The greatest length in characters',
    'title.required': 'Whether a post needs a title',
    media: 'The rules of the media',
    'media.min': 'The least number of files',
    'media.max': 'The greatest number of files',
    'media.kinds': 'The kinds of files that the network takes',
    'media.pictures.maxBytes': 'The largest picture that is sent as it is',
    'media.pictures.proportions.min': 'The least width divided by the height: 0.8 is 4:5',
    'media.pictures.proportions.max': 'The greatest width divided by the height',
    'comment.max': 'The greatest length of one comment',
    'comment.count': 'How a comment is counted, if not as the text is',
    requiredFields: 'The entries of `fields` without which the network takes no post',
  },
  VideoUpload: {
    transport: '`direct`: the bytes go to the network; `relay`: they go through this API',
    uploadUrl: 'The address that takes the chunks with `PUT`; a direct one is a secret',
    chunkBytes: 'The bytes of every chunk but the last',
    sizeBytes: 'The bytes of the whole video',
    receivedBytes: 'The bytes that have arrived, counted from the first',
    state: '`gone` once the network no longer knows the upload: begin a new one',
    videoId:
      'The id of the video at the network, for `fields.videoId` of the card; null until it is complete',
    expiresAt: 'The moment from which the upload cannot go on',
  },

  listConnectors: { items: 'The channels, the newest first' },
  listConnectNetworks: { items: 'The networks of the deployment, the dormant ones included' },
  listConnectPickers: { items: 'The choices that wait, the newest first; at most 50' },
  connectManually: {
    token: 'The token as the network shows it',
    channel: 'The connected channel, where the token stands for one account',
    picker: 'The Pages to choose from, where the token stands for several',
  },
  connectModel: {
    provider: '`gateway` is a router of many models, `direct` the API of one provider',
    apiKey: 'The key at the provider, which is stored encrypted and never answered in full',
    model: 'The name of the model at the provider; by default one for each task',
    name: 'The name of the channel; made by the platform by default',
    channel: 'The connected channel',
  },
  updateConnector: {
    name: 'The new name, of at most 200 characters',
  },
  settleConnectPicker: { pageId: 'The id of the chosen Page' },
  startVideoUpload: {
    title: 'The title at the network, until a post with the video sets another',
    description: 'The text at the network; empty by default',
    sizeBytes: 'The bytes of the whole video, at most 256 GiB',
    contentType: 'The media type of the video, such as `video/mp4`',
  },
}
