import { guardAssets } from '@atrium/asset-fences'
import type { Migrations } from '@atrium/database'
import { addMailHtml } from '@atrium/mailer'
import { users } from './0001-users.ts'
import { assistants } from './0002-assistants.ts'
import { members } from './0003-members.ts'
import { events } from './0004-events.ts'
import { audit } from './0005-audit.ts'
import { mails } from './0006-mails.ts'
import { notifications } from './0009-notifications.ts'
import { publicPages } from './0010-public-pages.ts'
import { activity } from './0011-activity.ts'
import { pushAfterPassword } from './0012-push-after-password.ts'
import { pushOfSession } from './0013-push-of-session.ts'
import { activityOfCards } from './0014-activity-of-cards.ts'
import { publicDomain } from './0015-public-domain.ts'

/** The schema's history. Only add to it, never change an entry. */
export const migrations: Migrations = {
  '0001-users': users,
  '0002-assistants': assistants,
  '0003-members': members,
  '0004-events': events,
  '0005-audit': audit,
  '0006-mails': mails,
  '0007-asset-fences': guardAssets('identity', [
    { table: 'org_settings' },
    { table: 'organization', orgs: 'select $row.id' },
    {
      table: 'user',
      orgs: 'select "organizationId" from member where "userId" = $row.id',
      columns: ['image'],
    },
  ]),
  '0008-mail-html': { up: addMailHtml },
  '0009-notifications': notifications,
  '0010-public-pages': publicPages,
  '0011-activity': activity,
  '0012-push-after-password': pushAfterPassword,
  '0013-push-of-session': pushOfSession,
  '0014-activity-of-cards': activityOfCards,
  '0015-public-domain': publicDomain,
}
