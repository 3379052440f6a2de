import { escapeHtml } from '@atrium/site-page'

export interface ButtonMail {
  /** Each is plain text and may have several lines. */
  paragraphs: readonly string[]
  /** The one thing that the mail asks for. */
  button: { label: string; url: string }
  /** The small text below the button. */
  footer: string
}

const colours = { text: '#1f2328', quiet: '#59636e', button: '#1f5fbf' }
const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

const toParagraph = (text: string, style: string): string =>
  `<p style="margin:0 0 16px;white-space:pre-line;overflow-wrap:anywhere;${style}">${escapeHtml(text)}</p>`

/**
 * Returns a mail with one main button as text and as HTML. Escapes all texts. The HTML loads
 * nothing from the network, so opening the mail tells nobody about it.
 */
export function buttonMail({ paragraphs, button, footer }: ButtonMail): {
  text: string
  html: string
} {
  const text = [...paragraphs, `${button.label}: ${button.url}`, footer].join('\n\n')
  const body = [
    ...paragraphs.map((paragraph) => toParagraph(paragraph, `color:${colours.text}`)),
    `<p style="margin:24px 0"><a href="${escapeHtml(button.url)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:${colours.button};color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(button.label)}</a></p>`,
    toParagraph(footer, `color:${colours.quiet};font-size:13px`),
  ]
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>
<body style="margin:0;padding:24px;font-size:15px;line-height:1.5;${font}">
<div style="max-width:560px;margin:0 auto">
${body.join('\n')}
</div></body></html>
`
  return { text: `${text}\n`, html }
}
