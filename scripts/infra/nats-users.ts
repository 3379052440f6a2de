import { messagingServices } from '@atrium/contracts'
import { natsAuthorization } from '@atrium/messaging'

/**
 * Returns the content of `infra/kubernetes/nats-users.conf`: the users, with passwords from the
 * environment.
 */
export const natsUsersFile = (): string =>
  [
    '# Generated: `npm run program -- scripts/infra/write-nats-users.ts` writes it from the table of traffic.',
    natsAuthorization(messagingServices, (user) => `$NATS_PASSWORD_${user.toUpperCase()}`),
  ].join('\n')
