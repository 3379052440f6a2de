import { inTransaction } from '@atrium/database'
import { buttonMail, type NewMail, plainName, queueMails, unlinkText } from '@atrium/mailer'
import type { Background } from '@atrium/service-kit'
import type { Deps } from '../deps.ts'
import { logoInMail } from './mail-logo.ts'
import { findZone } from './settings.db.ts'
import {
  type DueSummary,
  findAddressee,
  listDueSummaries,
  listUnreadBetween,
  moveSummary,
} from './summary.db.ts'
import { nextSummary, previousSummary } from './summary-time.ts'

const usersAtOnce = 100
const mostListed = 30
const day = 86_400

type SummaryDeps = Pick<Deps, 'db' | 'now' | 'config'>

/** Mails the unread notifications since the last summary to each user whose summary is due. */
export async function sendSummaries(deps: SummaryDeps, signal?: AbortSignal): Promise<void> {
  for (;;) {
    const due = await listDueSummaries(deps.db, deps.now(), usersAtOnce)
    for (const one of due) {
      if (signal?.aborted) return
      await sendSummary(deps, one)
    }
    if (due.length < usersAtOnce) return
  }
}

/**
 * The next time and the mail commit together, so a crash neither loses nor repeats the mail. A
 * summary covers whole days from seven to seven, so the next one continues where it ended, also after
 * a delay.
 */
const sendSummary = ({ db, now, config }: SummaryDeps, due: DueSummary): Promise<void> =>
  inTransaction(db, undefined, async (tx) => {
    const zone = await findZone(tx, due)
    const next = nextSummary(now(), zone)
    if (!(await moveSummary(tx, due, next))) return
    const addressee = await findAddressee(tx, due)
    if (addressee === undefined) return
    const unread = await listUnreadBetween(
      tx,
      { ...due, role: addressee.role },
      {
        from: previousSummary(due.dueAt, zone),
        to: previousSummary(next, zone),
        limit: mostListed,
      },
    )
    if (unread.length === 0) return
    await queueMails(tx, [
      summaryMail(due, { ...addressee, unread, dashboardUrl: config.dashboardUrl }),
    ])
  })

function summaryMail(
  { orgId, userId, dueAt }: DueSummary,
  {
    address,
    orgName,
    logoUrl,
    unread,
    dashboardUrl,
  }: {
    address: string
    orgName: string
    logoUrl: string | null
    unread: readonly { title: string; detail: string; total: number }[]
    dashboardUrl: string
  },
): NewMail {
  const total = unread[0]?.total ?? 0
  const more = total - unread.length
  const name = plainName(orgName, 100)
  const count = total === 1 ? '1 unread notification' : `${total} unread notifications`
  return {
    key: `summary:${orgId}:${userId}:${dueAt.toISOString()}`,
    orgId,
    recipient: address,
    subject: `${count} in ${name}`,
    ...buttonMail({
      sender: { name, logo: logoUrl === null ? undefined : logoInMail },
      paragraphs: [
        'This happened since yesterday:',
        ...unread.map(({ title, detail }) =>
          unlinkText(detail === '' ? title : `${title}\n${detail}`),
        ),
        ...(more > 0 ? [`And ${more} more.`] : []),
      ],
      button: { label: 'Open your notifications', url: `${dashboardUrl}/notifications` },
      footer: `You get this mail once a day because you chose it. To change that, open ${dashboardUrl}/settings/notifications`,
    }),
    usefulForSeconds: day,
  }
}

export const dailySummaries = (deps: SummaryDeps): Background => ({
  name: 'daily-summaries',
  everyMs: 60_000,
  run: (signal) => sendSummaries(deps, signal),
})
