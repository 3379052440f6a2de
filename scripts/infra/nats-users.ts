import { messagingServices } from '@atrium/contracts'
import { natsAuthorization } from '@atrium/messaging'

/** The content of `infra/kubernetes/nats-users.conf`: the users, with their passwords from the environment. */
export const natsUsersFile = (): string =>
  [
    '# Generated: `npm run program -- scripts/infra/write-nats-users.ts` writes it from the table of traffic.',
    natsAuthorization(messagingServices, (user) => `$NATS_PASSWORD_${user.toUpperCase()}`),
  ].join('\n')
