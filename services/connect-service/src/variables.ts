import { addressVariables, type ConfigOf, defineVariables, serviceAddresses } from '@atrium/config'
import { networks, variablesOfNetworks } from './providers/networks.ts'

/** The variables of connect: the operator's one app at each network, and the key of stored tokens. */
export const connectVariables = defineVariables({
  owner: 'connect',
  table: {
    CONNECT_PORT: serviceAddresses.connect.CONNECT_PORT,
    ...serviceAddresses.assets,
    API_URL: addressVariables.API_URL,
    DASHBOARD_URL: addressVariables.DASHBOARD_URL,
    SOCIAL_TOKEN_ENCRYPTION_KEY: {
      kind: 'secret',
      type: 'text',
      about: 'Stored tokens of all networks are encrypted with a key derived from it.',
      whenUnset: 'Connecting and publishing are dormant for every network.',
    },
    SOCIAL_TOKEN_ENCRYPTION_KEY_PREVIOUS: {
      kind: 'secret',
      type: 'text',
      about:
        'The key before a rotation: tokens under it are still read, and encrypted anew when they are used.',
      whenUnset: 'Only tokens under the current key can be read.',
    },
    ...variablesOfNetworks,
  },
  integrations: [
    {
      id: 'social',
      subsystem: 'social',
      feature: 'social connect and publish for every network',
      needs: ['SOCIAL_TOKEN_ENCRYPTION_KEY'],
    },
    ...networks.flatMap(({ network: id, integration }) =>
      integration === undefined ? [] : [{ id, ...integration }],
    ),
  ],
})

/** The parsed variables. */
export type ConnectValues = ConfigOf<typeof connectVariables>
