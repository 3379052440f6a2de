import { siteErrors, submitQuote, type TemplateVariable } from '@atrium/contracts'
import { RenderError, renderPage } from '@atrium/site-page'

/**
 * Returns a site's HTML as it will be served. Throws `values_invalid` (422) if the page becomes too
 * long.
 */
export function freezePage(
  apiUrl: string,
  title: string,
  template: { variables: readonly TemplateVariable[]; markup: string },
  values: Readonly<Record<string, unknown>>,
): string {
  try {
    return renderPage(apiUrl, title, template, values)
  } catch (cause) {
    if (!(cause instanceof RenderError)) throw cause
    throw siteErrors.values_invalid({ message: cause.message, cause })
  }
}

/**
 * Returns a published page's content security policy. It allows no scripts, and forms only to the
 * quote address at the given origins.
 */
export const pagePolicy = (...origins: string[]): string =>
  [
    "default-src 'none'",
    "script-src 'none'",
    "img-src 'self' https: data:",
    "media-src 'self' https:",
    "style-src 'unsafe-inline'",
    'font-src https: data:',
    `form-action ${origins.map((origin) => origin + submitQuote.path).join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
    'sandbox allow-forms allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation',
  ].join('; ')
