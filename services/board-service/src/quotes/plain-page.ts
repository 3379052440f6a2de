import { Problem } from '@atrium/contracts'
import { type AppEnv, isForm, readForm } from '@atrium/http'
import {
  answerMessage,
  answerPage,
  html,
  type PublicPage,
  publicPath,
  quoteForm,
  renderPublicPage,
  type VisitorWords,
  visitorWords,
} from '@atrium/site-page/public'
import type { MiddlewareHandler } from 'hono'
import type { Deps } from '../deps.ts'
import { readPageOwner } from '../sites/site-owner.ts'

const wordsOfFields: Readonly<Record<string, keyof VisitorWords>> = {
  name: 'nameNeeded',
  email: 'emailNeeded',
  message: 'messageNeeded',
}

/**
 * Responds to a form post with a page in the organisation's design instead of JSON, with the same
 * status. After a refusal the page has the form with what the visitor wrote.
 */
export const createPlainPage =
  (deps: Deps): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    if (!isForm(c.req.raw)) return next()
    const copy = c.req.raw.clone()
    await next()
    // A form that is too long or not valid has its own problem, which names no organisation.
    const form = await readForm(copy).catch(() => undefined)
    const read = (name: string, longest: number) => {
      const value = form?.[name]
      return typeof value === 'string' ? value.slice(0, longest) : ''
    }
    const { status } = c.res
    const owner = form && (await readPageOwner(deps, read('org', 200)).catch(() => undefined))
    if (owner === undefined) {
      const { thanks, received, failed } = visitorWords.en
      const message =
        status < 300 ? [thanks, received] : [failed, describeProblem(await readProblem(c.res))]
      c.res = answerMessage(c.req.raw, status, message)
      return
    }
    const words = visitorWords[owner.language]
    const page = (title: string, content: PublicPage['content']): PublicPage => ({
      title,
      description: '',
      path: publicPath(owner.slug),
      isIndexed: false,
      content: html`<h1>${title}</h1>
${content}`,
    })
    const back = html`<p><a href="${publicPath(owner.slug)}">${words.back.replace('{name}', () => owner.name)}</a></p>`
    const shown =
      status < 300
        ? page(
            words.thanks,
            html`<p role="status">${words.received}</p>
${back}`,
          )
        : page(
            words.askQuote,
            html`<div class="card">${quoteForm(words, {
              org: owner.slug,
              typed: {
                name: read('name', 300),
                email: read('email', 300),
                message: read('message', 6_000),
              },
              problem: findProblem(words, await readProblem(c.res), status),
            })}</div>`,
          )
    const rendered = renderPublicPage(deps.config.apiUrl, owner, shown)
    c.res = answerPage(c.req.raw, rendered, { status, isShared: false })
  }

const readProblem = async (response: Response) =>
  Problem.safeParse(await response.json().catch(() => undefined)).data

type Refused = Awaited<ReturnType<typeof readProblem>>

function findProblem(words: VisitorWords, problem: Refused, status: number): string {
  if (status === 429) return words.later
  const word = problem?.errors?.map(({ path }) => wordsOfFields[path]).find(Boolean)
  return word === undefined ? `${words.failed} ${describeProblem(problem)}` : words[word]
}

/** Describes a refusal that no visitor can cause with the form, for the author of a site. */
function describeProblem(problem: Refused): string {
  const fields = problem?.errors?.map(({ path, message }) => `${path}: ${message}`) ?? []
  return [problem?.detail ?? '', ...fields].join(' ')
}
