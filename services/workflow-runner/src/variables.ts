import {
  type ConfigOf,
  defineVariables,
  endpoint,
  mailVariables,
  processVariables,
  serviceAddresses,
  storageProblems,
  storageVariables,
} from '@atrium/config'

const count = (usual: number, about: string) =>
  ({ kind: 'public', type: 'count', default: usual, about }) as const
const privateAddresses = (about: string) =>
  ({
    kind: 'public',
    type: 'choice',
    choices: ['allow', 'loopback', 'refuse'],
    default: 'refuse',
    about,
  }) as const

/** Item files and large agent transcripts use the asset store's variables. */
export const workflowVariables = defineVariables({
  owner: 'workflow',
  table: {
    WORKFLOW_PORT: serviceAddresses.workflow.WORKFLOW_PORT,
    IDENTITY_PORT: serviceAddresses.identity.IDENTITY_PORT,
    ASSETS_PORT: serviceAddresses.assets.ASSETS_PORT,
    BOARD_PORT: serviceAddresses.board.BOARD_PORT,
    CONNECT_PORT: serviceAddresses.connect.CONNECT_PORT,
    INVOICING_PORT: serviceAddresses.invoicing.INVOICING_PORT,
    MCP_PORT: serviceAddresses.mcp.MCP_PORT,
    ATRIUM_HOME: processVariables.ATRIUM_HOME,
    ...mailVariables,
    WORKFLOW_SLOTS: count(
      40,
      'Runs that one workflow runner works on at once; an organisation has at most half of them.',
    ),
    WORKFLOW_ADHOC_SLOTS: count(
      20,
      'One-off chains that one workflow runner works on at once; an organisation has at most half of them.',
    ),
    HOOK_CALLS_PER_MINUTE: count(
      6_000,
      'Calls a minute that the workflow addresses of one organisation take; further ones are refused with 429.',
    ),
    WORKFLOW_RETENTION_DAYS: count(30, 'Days that finished runs and webhook deliveries are kept.'),
    WORKFLOW_FILE_BYTES_OF_ORG: count(
      5_000_000_000,
      'Bytes of files in the items of workflows that an organisation keeps at once.',
    ),
    AGENT_RUN_RETENTION_DAYS: count(
      90,
      'Days that finished runs of agents and their transcripts are kept.',
    ),
    AGENT_TRANSCRIPT_BYTES_OF_ORG: count(
      2_000_000_000,
      'Bytes of transcripts of agents, as they were sent, that an organisation keeps at once.',
    ),
    AGENT_TRANSCRIPT_BYTES_OF_PERSON: count(
      1_000_000_000,
      'The same for one person in an organisation.',
    ),
    ...storageVariables,
    WORKFLOW_ENV_ALLOW: {
      kind: 'identifier',
      type: 'list',
      default: [],
      about:
        'Names, comma-separated, that an environment reference in a workflow may resolve to besides those of kind public. Secrets are refused whatever stands here.',
      whenUnset: 'Only names of kind public.',
    },
    WEBHOOK_SLOTS: count(
      20,
      'Outbound webhook deliveries that one workflow runner sends at once; an organisation has at most half of them.',
    ),
    WEBHOOK_SECRET_ENCRYPTION_KEY: {
      kind: 'secret',
      type: 'text',
      about:
        'Stored secrets of webhook endpoints and credentials of HTTP requests are encrypted with a key derived from it.',
      whenUnset:
        'The key is derived from `AUTH_SESSION_SECRET`, and changing that one ends all secrets.',
    },
    WEBHOOK_SECRET_ENCRYPTION_KEY_PREVIOUS: {
      kind: 'secret',
      type: 'text',
      about:
        'The key before a rotation, or the `AUTH_SESSION_SECRET` before one: secrets under it are still read, and encrypted again at the next boot.',
      whenUnset: 'Only secrets under the current key and `AUTH_SESSION_SECRET` can be read.',
    },
    FETCH_PRIVATE_ADDRESSES: privateAddresses(
      'Whether workflow nodes may fetch private addresses: all, those of this machine only, or none; never a cloud’s metadata service. `npm start` sets `loopback` outside production.',
    ),
    FORUM_API_URL: endpoint('baseUrl', 'API base of the forum board, version included.'),
    REPOS_API_URL: endpoint('baseUrl', 'API base of the code host whose search is a board.'),
    REPOS_TOKEN: {
      kind: 'secret',
      type: 'text',
      about: 'Raises the rate limit of code search.',
      whenUnset: '10 requests a minute.',
    },
    LAUNCHES_API_URL: endpoint(
      'baseUrl',
      'API base of the launch board, version included; `/graphql` stands below it.',
    ),
    LAUNCHES_TOKEN: {
      kind: 'secret',
      type: 'text',
      about: 'Launch-board token of the `best_of_tech` digest.',
      whenUnset: "That section reads 'not configured' and the run goes on.",
    },
    SEARCH_API_URL: endpoint('baseUrl', 'API base of web search.'),
    CHROME_CDP_ENDPOINT: {
      kind: 'public',
      type: 'baseUrl',
      default: 'http://localhost:9222',
      about:
        'DevTools endpoint of a Chromium that renders pages whose text their scripts write. Pages are read without it while none answers.',
    },
    WEBHOOK_PRIVATE_ADDRESSES: privateAddresses(
      'Whether outbound webhooks may go to private addresses: to all, to this machine only, or to none; never to a cloud’s metadata service. `npm start` sets `loopback` outside production.',
    ),
  },
  integrations: [
    {
      id: 'launches',
      subsystem: 'launches',
      feature: 'the launch board of the best_of_tech digest',
      needs: ['LAUNCHES_TOKEN'],
    },
  ],
  check: storageProblems,
})

export type WorkflowValues = ConfigOf<typeof workflowVariables>
