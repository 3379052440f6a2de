import { escapeHtml } from '../render-markup.ts'

/** Escaped HTML. Only `html` and `joinHtml` make it. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export type HtmlValue = Html | string | number | null | undefined | false | readonly HtmlValue[]

function toText(value: HtmlValue): string {
  if (value === null || value === undefined || value === false) return ''
  if (value instanceof Html) return value.text
  if (typeof value === 'object') return value.map(toText).join('')
  return escapeHtml(String(value))
}

/**
 * Builds HTML from a template literal. Every value is escaped unless it is `Html` itself. Null,
 * undefined and false write nothing, and a list writes its items one after the other.
 */
export const html = (parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html =>
  new Html(
    parts
      .map((part, index) => part + (index < values.length ? toText(values[index]) : ''))
      .join(''),
  )

/**
 * Returns structured data for search engines (JSON-LD). `<` is escaped, because a text with
 * `</script>` would otherwise end the element.
 */
export const jsonLd = (data: object): Html =>
  new Html(
    `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', '\\u003c')}</script>`,
  )
