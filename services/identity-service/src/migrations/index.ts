import type { Migrations } from '@atrium/database'
import { accounts } from './0001-accounts.ts'
import { events } from './0002-events.ts'
import { rateLimits } from './0003-rate-limits.ts'
import { mailQueue } from './0004-mail-queue.ts'
import { lastOwner } from './0005-last-owner.ts'
import { invitations } from './0006-invitations.ts'
import { memberLeft } from './0007-member-left.ts'
import { commonMailQueue } from './0008-mail-queue.ts'
import { invitationMails } from './0009-invitation-mails.ts'
import { settings } from './0010-settings.ts'
import { twoFactor } from './0011-two-factor.ts'
import { assistants } from './0012-assistants.ts'
import { audit } from './0013-audit.ts'
import { keyScopes } from './0014-key-scopes.ts'
import { auditedSignIns } from './0015-audited-sign-ins.ts'
import { endedGrants } from './0016-ended-grants.ts'
import { auditedAccounts } from './0017-audited-accounts.ts'
import { strangerMails } from './0018-stranger-mails.ts'
import { orgCreations } from './0019-org-creations.ts'
import { usedCodes } from './0020-used-codes.ts'
import { quoteDigest } from './0021-quote-digest.ts'
import { accessChanged } from './0022-access-changed.ts'
import { assetFences } from './0023-asset-fences.ts'

export const migrations: Migrations = {
  '0001-accounts': accounts,
  '0002-events': events,
  '0003-rate-limits': rateLimits,
  '0004-mail-queue': mailQueue,
  '0005-last-owner': lastOwner,
  '0006-invitations': invitations,
  '0007-member-left': memberLeft,
  '0008-mail-queue': commonMailQueue,
  '0009-invitation-mails': invitationMails,
  '0010-settings': settings,
  '0011-two-factor': twoFactor,
  '0012-assistants': assistants,
  '0013-audit': audit,
  '0014-key-scopes': keyScopes,
  '0015-audited-sign-ins': auditedSignIns,
  '0016-ended-grants': endedGrants,
  '0017-audited-accounts': auditedAccounts,
  '0018-stranger-mails': strangerMails,
  '0019-org-creations': orgCreations,
  '0020-used-codes': usedCodes,
  '0021-quote-digest': quoteDigest,
  '0022-access-changed': accessChanged,
  '0023-asset-fences': assetFences,
}
