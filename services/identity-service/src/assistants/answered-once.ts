import { createHash } from 'node:crypto'
import { inTransaction } from '@atrium/database'
import type { BetterAuthPlugin } from 'better-auth'
import { createAuthMiddleware } from 'better-auth/api'
import type { Deps } from '../deps.ts'
import { refuse } from '../guards/hook-context.ts'
import { answerConsent } from './assistants.db.ts'

const requestLivesSeconds = 15 * 60

/**
 * Rejects a second response to one consent request. Register this plugin after the authorization
 * server, because the server verifies the request's signature first.
 */
export const answeredOnce = ({ db }: Pick<Deps, 'db'>) =>
  ({
    id: 'answered-once',
    hooks: {
      before: [
        {
          matcher: ({ path }) => path === '/oauth2/consent',
          handler: createAuthMiddleware(async ({ body }) => {
            const signature = createHash('sha256')
              .update(new URLSearchParams(body.oauth_query).get('sig') ?? '')
              .digest('base64url')
            const isFirst = await inTransaction(db, undefined, (tx) =>
              answerConsent(tx, signature, requestLivesSeconds),
            )
            if (!isFirst) {
              throw refuse(
                'BAD_REQUEST',
                'CONSENT_ANSWERED',
                'You have already answered this request',
              )
            }
          }),
        },
      ],
    },
  }) satisfies BetterAuthPlugin
