import { type MessagingService, messagingServices, traffic } from '@atrium/contracts'
import {
  discoveryName,
  durableName,
  inboxPrefix,
  nameIn,
  natsOperator,
  subjectIn,
} from './names.ts'

/** The subjects (with wildcards) that a NATS user may publish and subscribe to. */
export interface NatsPermissions {
  readonly publish: readonly string[]
  readonly subscribe: readonly string[]
}

/** The inboxes of the operator's clients: our own, and those of the NATS project. */
const operatorInboxes = [inboxPrefix(natsOperator), '_INBOX']

/**
 * Returns the inboxes of everybody who calls or pings a service. The server's `allow_responses` would
 * allow single responses only, but it also counts every event as a request. Some servers then
 * compare all requests of the last minutes at every message: with three minutes, 100 runs a second
 * kept one processor core busy.
 */
const callerInboxes = (service: MessagingService): string[] => [
  ...messagingServices
    .filter((caller) => {
      const { calls, pings } = traffic[caller]
      return (
        pings.includes(service) || calls.some(({ subject }) => subject.startsWith(`${service}.`))
      )
    })
    .map(inboxPrefix),
  ...operatorInboxes,
]

/**
 * Returns the least permissions for a service: its events, jobs, RPCs, inbox and consumers, and
 * creating missing streams. A response may go to the inbox of whoever calls the service. Each inbox
 * has a random name, which only the called service learns.
 */
export function natsPermissions(service: MessagingService, namespace = ''): NatsPermissions {
  const ownTraffic = traffic[service]
  const subject = (name: string): string => subjectIn(namespace, name)
  const consumer = (of: string, name: string, filter: string): string[] => [
    `$JS.API.CONSUMER.INFO.${of}.${name}`,
    `$JS.API.CONSUMER.CREATE.${of}.${name}.${filter}`,
    `$JS.API.CONSUMER.MSG.NEXT.${of}.${name}`,
    `$JS.ACK.${of}.${name}.>`,
  ]
  const [events, jobs] = [nameIn(namespace, 'EVENTS'), nameIn(namespace, 'JOBS')]
  const found = discoveryName(namespace, service)
  const broadcasts = ownTraffic.broadcasts.map(subject)
  const discovery = ['PING', 'INFO', 'STATS'].flatMap((verb) => [
    `$SRV.${verb}`,
    `$SRV.${verb}.${found}`,
    `$SRV.${verb}.${found}.*`,
  ])
  return {
    publish: [
      ...[events, jobs].flatMap((name) => [
        `$JS.API.STREAM.INFO.${name}`,
        `$JS.API.STREAM.CREATE.${name}`,
      ]),
      ...ownTraffic.emits.map((word) => subject(`events.*.${word}.>`)),
      ...Object.entries(ownTraffic.consumes).flatMap(([name, { type }]) =>
        consumer(events, `${service}-${name}`, subject(`events.*.${type}`)),
      ),
      ...ownTraffic.works.flatMap((job) => [
        subject(`jobs.${job.subject}`),
        ...consumer(jobs, durableName(job), subject(`jobs.${job.subject}`)),
      ]),
      ...(ownTraffic.works.length === 0
        ? []
        : [`$JS.API.STREAM.MSG.GET.${jobs}`, `$JS.API.STREAM.MSG.DELETE.${jobs}`]),
      ...(ownTraffic.readsConsumers
        ? [`$JS.API.STREAM.MSG.GET.${events}`, `$JS.API.CONSUMER.LIST.${events}`]
        : []),
      ...(ownTraffic.followsEvents
        ? [
            `$JS.API.CONSUMER.CREATE.${events}.*.${subject('events.>')}`,
            `$JS.API.CONSUMER.MSG.NEXT.${events}.*`,
          ]
        : []),
      ...ownTraffic.calls.map((rpc) => subject(`rpc.${rpc.subject}`)),
      ...ownTraffic.pings.map((other) => `$SRV.PING.${discoveryName(namespace, other)}`),
      ...broadcasts,
      ...callerInboxes(service).map((inbox) => `${inbox}.>`),
    ],
    subscribe: [
      `${inboxPrefix(service)}.>`,
      subject(`rpc.${service}.>`),
      ...discovery,
      ...ownTraffic.works.map(
        (job) => `$JS.EVENT.ADVISORY.CONSUMER.MAX_DELIVERIES.${jobs}.${durableName(job)}`,
      ),
      ...broadcasts,
    ],
  }
}

/**
 * Returns a server's `authorization` block with a user for each service and the operator.
 * `password` must return the password as the file holds it: in quotes, or as a variable name
 * (`$NATS_PASSWORD`).
 */
export function natsAuthorization(
  services: readonly MessagingService[],
  password: (user: string) => string,
  namespace = '',
): string {
  const list = (subjects: readonly string[]): string =>
    subjects.map((subject) => `          ${JSON.stringify(subject)}`).join('\n')
  const users = services.map((service) => {
    const { publish, subscribe } = natsPermissions(service, namespace)
    return [
      '    {',
      `      user: ${service}`,
      `      password: ${password(service)}`,
      '      permissions {',
      `        publish { allow: [\n${list(publish)}\n        ] }`,
      `        subscribe { allow: [\n${list(subscribe)}\n        ] }`,
      '      }',
      '    }',
    ].join('\n')
  })
  const operator = `    { user: ${natsOperator}, password: ${password(natsOperator)} }`
  return ['authorization {', '  users: [', operator, ...users, '  ]', '}', ''].join('\n')
}
