import { escapeHtml } from '@atrium/site-page'

interface Page {
  title: string
  text: string
  /** The button's label. Without a label the page has no form. */
  button?: string
}

/**
 * The pages of an unsubscribe link. Only the button unsubscribes, because link checkers open the
 * page as well.
 */
export const unsubscribePages = {
  ask: (orgName: string, address: string): Page => ({
    title: 'Unsubscribe',
    text: `${orgName} will send no more mails to ${address}. Invoices and tickets that you ordered still arrive.`,
    button: 'Unsubscribe',
  }),
  done: (orgName: string, address: string): Page => ({
    title: 'You are unsubscribed',
    text: `${orgName} sends no more mails to ${address}.`,
  }),
  unknown: {
    title: 'This link does not work',
    text: 'It may be incomplete. Copy the whole link from the mail into the address bar.',
  } satisfies Page,
}

export const renderUnsubscribePage = ({ title, text, button }: Page): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title>
<style>${styles}</style></head>
<body><main>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}</p>
${button === undefined ? '' : `<form method="post"><button>${escapeHtml(button)}</button></form>`}
</main></body>
</html>
`

const styles = `:root{color-scheme:light dark}
body{margin:0;font:16px/1.5 system-ui,sans-serif;background:Canvas;color:CanvasText}
main{max-width:32rem;margin:15vh auto 0;padding:0 1.5rem}
h1{font-size:1.5rem;line-height:1.25}
p{overflow-wrap:anywhere}
button{font:inherit;padding:.6rem 1.2rem;border:0;border-radius:.4rem;background:#2f5bd7;color:#fff;cursor:pointer}`
