import { submitQuote } from '@atrium/contracts'
import { type Html, html } from './html.ts'
import type { VisitorWords } from './visitor-words.ts'

/** What a visitor typed, to show it again below a problem. */
export interface Typed {
  readonly name?: string
  readonly email?: string
}

/** The fields for a visitor's name and address. */
export const visitorFields = (words: VisitorWords, typed: Typed = {}): Html =>
  html`<p class="field"><label class="over" for="name">${words.name}</label><input id="name" name="name" autocomplete="name" maxlength="200" required value="${typed.name}"></p>
<p class="field"><label class="over" for="email">${words.email}</label><input id="email" name="email" type="email" autocomplete="email" maxlength="254" required value="${typed.email}"></p>`

/** What a form tells its visitor after it was sent. Empty without a text. */
export const noticeText = (notice: string | undefined): Html =>
  html`${notice !== undefined && html`<p class="card" role="status">${notice}</p>`}`

/** Why a form was not accepted. Empty without a text. */
export const problemText = (problem: string | undefined): Html =>
  html`${problem !== undefined && html`<p class="problem" role="alert">${problem}</p>`}`

interface QuoteForm {
  /** The organisation's slug or id. */
  readonly org: string
  readonly typed: Typed & { readonly message: string }
  readonly problem?: string
}

/** The form to ask for a quote. The board receives the request and makes a card from it. */
export const quoteForm = (words: VisitorWords, { org, typed, problem }: QuoteForm): Html =>
  html`<form method="post" action="${submitQuote.path}">
${problemText(problem)}
<input type="hidden" name="org" value="${org}">
<p class="trap" aria-hidden="true"><input name="website" tabindex="-1" autocomplete="off"></p>
${visitorFields(words, typed)}
<p class="field"><label class="over" for="message">${words.need}</label><textarea id="message" name="message" rows="5" maxlength="5000" required dir="auto">
${typed.message}</textarea></p>
<button type="submit" class="button">${words.askQuote}</button>
</form>`
