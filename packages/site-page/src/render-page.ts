import type { TemplateVariable } from '@atrium/contracts'
import { parseMarkup } from './parse-markup.ts'
import { escapeHtml, renderMarkup } from './render-markup.ts'
import { resolveMarkup, resolveValues, withoutDoubledOrigins } from './resolve-assets.ts'

/**
 * Renders a site's page as it is served: values and defaults filled in and escaped, asset addresses
 * resolved. Adds a document if the markup has none. Throws `MarkupError`, and `RenderError` if the
 * page grows too long.
 */
export function renderPage(
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
  const rendered = renderMarkup(parseMarkup(resolveMarkup(apiUrl, template.markup)), filled)
  const html = withoutDoubledOrigins(apiUrl, rendered)
  if (/<html[\s>]/i.test(html)) return html
  return `<!doctype html>\n<html lang="en">\n<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title></head>\n<body>\n${html}\n</body>\n</html>\n`
}
