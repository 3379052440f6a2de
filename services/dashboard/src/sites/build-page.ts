import type { TemplateVariable } from '@atrium/contracts'
import { MarkupError, RenderError, renderPage } from '@atrium/site-page'
import { apiOrigin } from '../platform/page-facts.ts'

/**
 * Renders a page as the publication does. Returns the page or a description of the error, and null
 * for the other.
 */
export function buildPage(
  title: string,
  template: { readonly variables: readonly TemplateVariable[]; readonly markup: string },
  values: Readonly<Record<string, unknown>>,
): { readonly html: string | null; readonly problem: string | null } {
  try {
    return { html: renderPage(apiOrigin, title, template, values), problem: null }
  } catch (error) {
    if (!(error instanceof MarkupError || error instanceof RenderError)) throw error
    return { html: null, problem: error.message }
  }
}
