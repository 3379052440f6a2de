import { escapeHtml } from '@atrium/site-page'

export interface ButtonMail {
  /** The language of the texts as a BCP 47 tag. Defaults to English. */
  language?: string | undefined
  /** Whose mail it is, shown at the top of the HTML: the logo if there is one, else the name. */
  sender?: { name: string; logo?: string | undefined } | undefined
  /** The most important fact, for example an amount with its due date. Only in the HTML. */
  figure?: { label: string; value: string; note: string } | undefined
  /** Each is plain text and may have several lines. */
  paragraphs: readonly string[]
  /** Pictures with a caption that links to a page. Only in the HTML. `source` is a `cid:`. */
  pictures?: ReadonlyArray<{ source: string; caption: string; url: string }> | undefined
  /** The mail's one request to the reader. */
  button?: { label: string; url: string } | undefined
  /** The small text at the end. */
  footer?: string | undefined
}

const colours = { text: '#1f2328', quiet: '#59636e', line: '#d1d9e0', button: '#1f5fbf' }
const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

const toParagraph = (text: string, style: string): string =>
  `<p dir="auto" style="margin:0 0 16px;white-space:pre-line;overflow-wrap:anywhere;${style}">${escapeHtml(text)}</p>`

function writeSender({ name, logo }: NonNullable<ButtonMail['sender']>): string {
  if (logo === undefined) return toParagraph(name, `color:${colours.text};font-weight:600`)
  return `<p style="margin:0 0 24px"><img src="${escapeHtml(logo)}" alt="${escapeHtml(name)}" style="display:block;max-width:200px;max-height:60px;border:0"></p>`
}

const writeFigure = ({ label, value, note }: NonNullable<ButtonMail['figure']>): string =>
  `<div style="margin:0 0 20px;padding:16px 20px;border:1px solid ${colours.line};border-radius:8px">
<div style="color:${colours.quiet};font-size:13px">${escapeHtml(label)}</div>
<div style="color:${colours.text};font-size:26px;line-height:1.3;font-weight:600">${escapeHtml(value)}</div>
<div style="color:${colours.quiet};font-size:13px">${escapeHtml(note)}</div>
</div>`

type Picture = NonNullable<ButtonMail['pictures']>[number]

const writePicture = ({ source, caption, url }: Picture): string =>
  `<div style="margin:0 0 20px;padding:16px;border:1px solid ${colours.line};border-radius:8px;background:#ffffff;text-align:center">
<img src="${escapeHtml(source)}" alt="${escapeHtml(caption)}" width="220" height="220" style="display:block;margin:0 auto 8px;border:0">
<a href="${escapeHtml(url)}" style="color:${colours.button};font-family:monospace;font-size:16px;font-weight:600">${escapeHtml(caption)}</a>
</div>`

const writeButton = ({ label, url }: NonNullable<ButtonMail['button']>): string =>
  `<p style="margin:24px 0"><a href="${escapeHtml(url)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:${colours.button};color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>`

/**
 * Returns a mail with at most one button as text and as HTML. Escapes all texts. The HTML loads
 * nothing from the network, so opening the mail tells nobody about it. A logo is a `cid:` of an
 * attachment, or a `data:` URL in a preview.
 */
export function buttonMail({
  language = 'en',
  sender,
  figure,
  paragraphs,
  pictures = [],
  button,
  footer,
}: ButtonMail): { text: string; html: string } {
  const text = [
    ...paragraphs,
    ...(button === undefined ? [] : [`${button.label}: ${button.url}`]),
    ...(footer === undefined ? [] : [footer]),
  ].join('\n\n')
  const body = [
    sender && writeSender(sender),
    figure && writeFigure(figure),
    ...paragraphs.map((paragraph) => toParagraph(paragraph, `color:${colours.text}`)),
    ...pictures.map(writePicture),
    button && writeButton(button),
    footer && toParagraph(footer, `color:${colours.quiet};font-size:13px`),
  ].filter((part) => part !== undefined)
  const html = `<!doctype html>
<html lang="${escapeHtml(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>
<body style="margin:0;padding:24px;font-size:15px;line-height:1.5;${font}">
<div style="max-width:560px;margin:0 auto">
${body.join('\n')}
</div></body></html>
`
  return { text: `${text}\n`, html }
}
