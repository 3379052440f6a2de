import { type JobDefinition, messagingServices } from '@atrium/contracts'

/** Returns a subject with the platform's namespace as prefix. */
export const subjectIn = (namespace: string, name: string): string =>
  namespace === '' ? name : `${namespace}.${name}`

/** Returns a stream or service name with the platform's namespace as prefix. */
export const nameIn = (namespace: string, name: string): string =>
  namespace === '' ? name : `${namespace}_${name}`

/** Returns this platform's service name in the NATS services framework. */
export const discoveryName = (namespace: string, service: string): string =>
  nameIn(namespace, `atrium-${service}`)

/** The unrestricted user for operators and the command line. */
export const natsOperator = 'operator'

const services: readonly string[] = messagingServices

/**
 * Returns the subject prefix for replies to a service. No other service may subscribe to these
 * subjects. Every client that is no service, for example the command line, uses the operator's.
 */
export const inboxPrefix = (client: string): string =>
  `_INBOX_${services.includes(client) ? client : natsOperator}`

/**
 * Returns the durable name shared by a queue's workers: `workflow-run.high` →
 * `jobs-workflow-run-high`.
 */
export const durableName = (job: Pick<JobDefinition, 'subject'>): string =>
  `jobs-${job.subject.replaceAll('.', '-')}`
