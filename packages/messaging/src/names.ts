import type { JobDefinition } from '@atrium/contracts'

/** A subject, prefixed with the platform's namespace. */
export const subjectIn = (namespace: string, name: string): string =>
  namespace === '' ? name : `${namespace}.${name}`

/** A stream or service name, prefixed with the platform's namespace. */
export const nameIn = (namespace: string, name: string): string =>
  namespace === '' ? name : `${namespace}_${name}`

/** The name by which the NATS services framework discovers a service of this platform. */
export const discoveryName = (namespace: string, service: string): string =>
  nameIn(namespace, `atrium-${service}`)

/** The prefix of the subjects on which replies to a service arrive; no other service may subscribe to them. */
export const inboxPrefixOf = (service: string): string => `_INBOX_${service}`

/** The durable that all workers of a queue share: `workflow-run.high` → `jobs-workflow-run-high`. */
export const durableOf = (job: Pick<JobDefinition, 'subject'>): string =>
  `jobs-${job.subject.replaceAll('.', '-')}`
