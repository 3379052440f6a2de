import { ReadLogo } from '@atrium/contracts'
import type { ComposeMail, MailAttachment } from '@atrium/mailer'
import { callRpc, ifAvailable } from '@atrium/messaging'
import type { Deps } from '../deps.ts'
import { getOrgSettings } from '../settings/org-settings.ts'

const contentId = 'logo'

/** The address of the logo inside a mail. */
export const logoInMail = `cid:${contentId}`

const shownLogo = /<img src="cid:logo" alt="([^"]*)"[^>]*>/

/** Attaches the organisation's logo. If it cannot be read, the mail shows the name instead. */
export const attachLogo =
  (deps: Deps): ComposeMail =>
  async ({ org_id: orgId, html }) => {
    if (orgId === null || html === null || !shownLogo.test(html)) return {}
    const { logoUrl: url } = await getOrgSettings(deps, orgId)
    const read =
      url === null ? undefined : await ifAvailable(callRpc(deps.bus, ReadLogo, { orgId, url }))
    const content = read?.picture ?? null
    if (content === null) return { html: html.replace(shownLogo, '<strong>$1</strong>') }
    const logo: MailAttachment = {
      name: 'logo.jpg',
      contentType: 'image/jpeg',
      content,
      contentId,
    }
    return { attachments: [logo] }
  }
