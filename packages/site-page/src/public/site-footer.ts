import type { DocumentLanguage, OrgSettings } from '@atrium/contracts'
import { html } from './html.ts'
import { pageWords } from './page-words.ts'

/**
 * Adds the organisation's imprint and privacy link to the end of a site's page. Returns the page
 * unchanged if there is neither. The elements have their own styles, because the page has its own.
 */
export function addSiteFooter(
  page: string,
  { imprint, privacyUrl }: Pick<OrgSettings, 'imprint' | 'privacyUrl'>,
  language: DocumentLanguage,
): string {
  if (imprint === '' && privacyUrl === null) return page
  const words = pageWords[language]
  const { text } =
    html`<footer lang="${language}" style="max-width:60rem;margin:2rem auto;padding:1rem 1.5rem;background:#fff;color:#4b5563;font:14px/1.5 system-ui,sans-serif;overflow-wrap:anywhere">
${imprint !== '' && html`<p style="margin:0 0 .5rem;font-weight:600">${words.imprint}</p>\n<p style="margin:0 0 .5rem;white-space:pre-line" dir="auto">${imprint}</p>\n`}${privacyUrl !== null && html`<p style="margin:0"><a href="${privacyUrl}" style="color:inherit">${words.privacy}</a></p>\n`}</footer>
`
  const end = page.lastIndexOf('</body>')
  return end === -1 ? `${page}${text}` : `${page.slice(0, end)}${text}${page.slice(end)}`
}
