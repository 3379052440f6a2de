import type { TemplateVariable } from '@atrium/contracts'
import { parseMarkup } from './parse-markup.ts'
import { escapeHtml, renderMarkup } from './render-markup.ts'
import { resolveMarkup, resolveValues, withoutDoubledOrigins } from './resolve-assets.ts'

/**
 * The page of a site as it is served: values and defaults filled in and escaped, every address of an asset
 * resolved. Markup without a document around it gets one. Throws `MarkupError`, and `RenderError` when it grows too
 * long.
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
