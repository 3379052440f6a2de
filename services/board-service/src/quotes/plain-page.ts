import { createHash } from 'node:crypto'
import { Problem } from '@atrium/contracts'
import { type AppEnv, isForm } from '@atrium/http'
import { escapeHtml } from '@atrium/site-page'
import type { MiddlewareHandler } from 'hono'

const styles = `:root{color-scheme:light dark}
body{margin:0;font:16px/1.5 system-ui,sans-serif;background:Canvas;color:CanvasText}
main{max-width:32rem;margin:15vh auto 0;padding:0 1.5rem}
h1{font-size:1.5rem;line-height:1.25;margin:0 0 .75rem}
p{margin:0 0 .75rem;overflow-wrap:anywhere}`
const styleHash = createHash('sha256').update(styles).digest('base64')

/** Responds to a form post with an HTML page instead of JSON, with the same status. */
export const plainPage: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next()
  if (!isForm(c.req.raw)) return
  const { status } = c.res
  const message = status < 300 ? thanks : refusal(await c.res.json().catch(() => undefined))
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  }
  c.res = new Response(renderPage(message), { status, headers })
}

interface Message {
  title: string
  lines: readonly string[]
}

const thanks: Message = {
  title: 'Thank you',
  lines: [
    'Your request has been received. You will get a reply by mail.',
    'You can close this page.',
  ],
}

function refusal(body: unknown): Message {
  const { data } = Problem.safeParse(body)
  const fields = data?.errors?.map(({ path, message }) => `${path}: ${message}`) ?? []
  return {
    title: 'Your request was not sent',
    lines: [
      data?.detail ?? 'Something went wrong',
      ...fields,
      'Go back to change it, or try again later.',
    ],
  }
}

const renderPage = ({ title, lines }: Message): string =>
  `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title>
<style>${styles}</style></head>
<body><main>
<h1>${escapeHtml(title)}</h1>
${lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('\n')}
</main></body>
</html>
`
