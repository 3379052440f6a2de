import type { ReferenceTable } from './table.ts'

const asset = {
  url: 'The address that the file is read at',
  visibility: '`pub` is read by anyone, `priv` by the organisation alone',
  bytes: 'The size of the file in bytes',
}
const unavailable = 'The services that did not answer in time and are left out'

/** Health, problems, the overview, the operator's pages and stored files. */
export const platform: ReferenceTable = {
  Problem: {
    type: 'The kind of problem as a URI (RFC 9457), `urn:atrium:problem:<code>`',
    title: 'The words of the status, the same for every problem of it',
    status: 'The HTTP status of the answer',
    detail: 'What went wrong, for people; the words may change',
    code: 'A stable word for programs, such as `not_found`',
    requestId: 'The id of the request, as in `x-request-id` and in the logs',
    errors: 'The fields that are not valid, at most 50; absent where none is named',
    'errors.path': 'The field in dots, such as `lineItems.0.quantity`',
    'errors.message': 'What is wrong with it, for people',
  },
  Health: {
    status: '`degraded` when the database does not answer within two seconds',
    commit: 'The commit that the deployment was made from',
    llmProvider: 'The kind of language model of the platform itself; `none` without one',
    enrichEnabled: 'Whether links can be enriched',
    exportEnabled: 'Whether the deployment has invoicing and its exports',
    db: 'Whether the database answers',
    systemSchedulesHealthy: 'Whether recurring invoicing will fire',
  },
  Attention: { items: 'One item for each kind of record, the most severe first', unavailable },
  AttentionItem: {
    kind: 'The kind of record that waits for an action',
    severity: 'How urgent it is; errors come first',
    count: 'The number of records',
  },
  SearchHits: { items: 'The best hits, at most 20', unavailable },
  SearchHit: {
    type: 'The kind of record',
    title: 'What people call the record',
    subtitle: 'A few words about it, such as its status',
  },

  ServiceState: {
    service: 'The name of the service',
    dormant: 'What the service cannot do, because variables are not set',
    'outbox.oldestSeconds': 'The seconds for which the oldest of them has waited; 0 for none',
    deadLetters: 'The number of its dead letters; null where they are not known',
  },
  DormantIntegration: { subsystem: 'The name of the integration' },
  DeadLetter: {
    id: 'The number of the letter in its service',
    at: 'The moment at which it was given up',
    consumer: 'The consumer that could not handle it; `outbox` for one that was never sent',
    subject: 'The subject of the message',
    deliveries: 'How often it was delivered',
    reason: 'Why it was given up',
  },
  RedriveOutcome: { reason: 'Why it has failed again; null otherwise' },
  listServiceStates: { items: 'The services of the deployment' },
  listDeadLetters: {
    items: 'The dead letters of the page, the newest first',
    hasMore: 'Whether there are older ones',
  },

  Asset: asset,
  StoredAsset: {
    ...asset,
    tags: 'The words that people group their files by',
    createdAt: 'The moment at which it was stored',
  },
  AssetPatch: {
    name: 'What people call the file, at most 200 characters; null takes the name away',
    altText: 'What a picture shows, for people who cannot see it, at most 1,000 characters',
    tags: 'All tags of the file, at most 50',
  },
  AssetPage: { items: 'The files of the page, the newest first' },
  AssetUse: {
    type: 'The kind of record that refers to the file',
    title: 'What people call the record',
  },
  createAsset: {
    file: 'The bytes of the file; exactly one part has this name',
    visibility: '`pub` for anyone, the default, or `priv` for the organisation alone',
    name: 'What people will call the file; by default the name of the part `file`',
    keepMetadata: '`true` keeps location and device data; `false`, the default, removes them',
  },
}
