import { buttonMail, type NewMail, plainName, unlinkText } from '@atrium/mailer'
import { logoInMail } from './mail-logo.ts'
import { buttonLabels, type Notice } from './notice.ts'

const day = 86_400

/** Writes the mail for one notification, with one button that opens the record. */
export function notificationMail({
  id,
  kind,
  title,
  detail,
  href,
  address,
  orgName,
  hasLogo,
  dashboardUrl,
}: Pick<Notice, 'kind' | 'title' | 'detail' | 'href'> & {
  id: string
  address: string
  orgName: string
  hasLogo: boolean
  dashboardUrl: string
}): Omit<NewMail, 'orgId'> {
  return {
    key: `notification:${id}`,
    recipient: address,
    subject: plainName(title, 200),
    ...buttonMail({
      sender: { name: plainName(orgName, 100), logo: hasLogo ? logoInMail : undefined },
      paragraphs: [unlinkText(title), ...(detail === '' ? [] : [unlinkText(detail)])],
      button: { label: buttonLabels[kind], url: dashboardUrl + href },
      footer: `You get this mail because you chose it. To change that, open ${dashboardUrl}/settings/notifications`,
    }),
    usefulForSeconds: 2 * day,
  }
}
