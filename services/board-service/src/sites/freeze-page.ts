import { siteErrors, submitQuote, type TemplateVariable } from '@atrium/contracts'
import { parseMarkup } from '../templates/parse-markup.ts'
import { escapeHtml, RenderError, renderMarkup } from '../templates/render-markup.ts'
import { resolveMarkup, resolveValues, withoutDoubledOrigins } from './resolve-assets.ts'

/**
 * The page of a site as it will be served: values and defaults filled in and escaped, every address of an asset
 * resolved. Markup without a document around it gets one. Throws `values_invalid` (422) when it grows too long.
 */
export function freezePage(
  apiUrl: string,
  title: string,
  template: { variables: readonly TemplateVariable[]; markup: string },
  values: Readonly<Record<string, unknown>>,
): string {
  const defaults = Object.fromEntries(
    template.variables.flatMap((variable) =>
      variable.default === undefined ? [] : [[variable.name, variable.default]],
    ),
  )
  const filled = resolveValues(apiUrl, { ...defaults, ...values }) as Record<string, unknown>
  try {
    const rendered = renderMarkup(parseMarkup(resolveMarkup(apiUrl, template.markup)), filled)
    const html = withoutDoubledOrigins(apiUrl, rendered)
    if (/<html[\s>]/i.test(html)) return html
    return `<!doctype html>\n<html lang="en">\n<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title></head>\n<body>\n${html}\n</body>\n</html>\n`
  } catch (cause) {
    if (!(cause instanceof RenderError)) throw cause
    throw siteErrors.values_invalid({ message: cause.message, cause })
  }
}

/**
 * The content security policy of a published page: styles, images, fonts, links, and forms to our quote address. No
 * scripts.
 */
export const pagePolicy = (apiUrl: string): string =>
  [
    "default-src 'none'",
    "script-src 'none'",
    "img-src 'self' https: data:",
    "media-src 'self' https:",
    "style-src 'unsafe-inline'",
    'font-src https: data:',
    `form-action ${apiUrl}${submitQuote.path}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
    'sandbox allow-forms allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation',
  ].join('; ')
