import {
  addressVariables,
  type ConfigOf,
  defineVariables,
  endpoint,
  fetchVariables,
  mailProblems,
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
    DASHBOARD_URL: addressVariables.DASHBOARD_URL,
    ATRIUM_HOME: processVariables.ATRIUM_HOME,
    ...mailVariables,
    WORKFLOW_SLOTS: count(
      40,
      'How many runs one workflow runner executes at once. One organisation can use at most half of them.',
    ),
    WORKFLOW_ADHOC_SLOTS: count(
      20,
      'How many one-off chains one workflow runner executes at once. One organisation can use at most half of them.',
    ),
    HOOK_CALLS_PER_MINUTE: count(
      6_000,
      'How many requests per minute the workflow addresses of one organisation accept. Further requests get 429.',
    ),
    RUN_RETENTION_DAYS: {
      kind: 'public',
      type: 'count',
      alias: 'WORKFLOW_RETENTION_DAYS',
      about: 'How many days finished runs and webhook deliveries are kept.',
      whenUnset: 'They are kept for 90 days.',
    },
    WORKFLOW_RETENTION_DAYS: {
      kind: 'public',
      type: 'count',
      about: 'Legacy alias for `RUN_RETENTION_DAYS`. If both are set, `RUN_RETENTION_DAYS` wins.',
    },
    WORKFLOW_FILE_BYTES_OF_ORG: count(
      5_000_000_000,
      'How many bytes of workflow files one organisation can store.',
    ),
    AGENT_RUN_RETENTION_DAYS: count(
      90,
      'How many days finished agent runs and their transcripts are kept.',
    ),
    AGENT_TRANSCRIPT_BYTES_OF_ORG: count(
      2_000_000_000,
      'How many bytes of agent transcripts one organisation can store, counted as they were sent.',
    ),
    AGENT_TRANSCRIPT_BYTES_OF_PERSON: count(
      1_000_000_000,
      'How many bytes of agent transcripts one user can store in an organisation.',
    ),
    ...storageVariables,
    WORKFLOW_ENV_ALLOW: {
      kind: 'identifier',
      type: 'list',
      default: [],
      about:
        'Variables that a workflow may read in addition to public ones, comma-separated. Secrets are always refused, even if you list them here.',
      whenUnset: 'Workflows can read only public variables.',
    },
    WEBHOOK_SLOTS: count(
      20,
      'How many webhook deliveries one workflow runner sends at once. One organisation can use at most half of them.',
    ),
    WEBHOOK_SECRET_ENCRYPTION_KEY: {
      kind: 'secret',
      type: 'text',
      about:
        'The stored secrets of webhook endpoints and the credentials for HTTP requests are encrypted with a key that is derived from this secret.',
      whenUnset:
        'The key is derived from `AUTH_SESSION_SECRET`. If you change that secret, all stored secrets are lost.',
    },
    WEBHOOK_SECRET_ENCRYPTION_KEY_PREVIOUS: {
      kind: 'secret',
      type: 'text',
      about:
        'The previous key or the previous `AUTH_SESSION_SECRET` during a rotation. Secrets under it can still be read, and are encrypted again at the next start.',
      whenUnset: 'Only secrets under the current key and `AUTH_SESSION_SECRET` can be read.',
    },
    ...fetchVariables,
    FORUM_API_URL: endpoint('baseUrl', "The forum board's API base, including the version."),
    REPOS_API_URL: endpoint('baseUrl', 'API base of the code host for the repositories board.'),
    REPOS_TOKEN: {
      kind: 'secret',
      type: 'text',
      about: 'Raises the rate limit of code search.',
      whenUnset: '10 requests a minute.',
    },
    LAUNCHES_API_URL: endpoint(
      'baseUrl',
      "The launch board's API base, including the version. `/graphql` is appended.",
    ),
    LAUNCHES_TOKEN: {
      kind: 'secret',
      type: 'text',
      about: 'Launch-board token of the `best_of_tech` digest.',
      whenUnset: "That section says 'not configured', and the run continues.",
    },
    SEARCH_API_URL: endpoint('baseUrl', 'API base of web search.'),
    CHROME_CDP_ENDPOINT: {
      kind: 'public',
      type: 'baseUrl',
      default: 'http://localhost:9222',
      about:
        'DevTools endpoint of a Chromium browser, for pages that need scripts to show their text. If the browser does not respond, pages are read without it.',
    },
    WEBHOOK_PRIVATE_ADDRESSES: privateAddresses(
      "Which private addresses outbound webhooks may reach: all, only this machine's, or none. A cloud's metadata service is never allowed. `npm start` sets `loopback` outside production.",
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
  check(config) {
    const { missing, conflicts } = storageProblems(config)
    return { missing: [...missing, ...(mailProblems(config).missing ?? [])], conflicts }
  },
})

export type WorkflowValues = ConfigOf<typeof workflowVariables>
