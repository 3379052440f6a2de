import { type Html, html } from '@atrium/site-page/public'
import type { Owner } from './page-owner.ts'

/** What a visitor typed, to show it again below a problem. */
export interface Typed {
  readonly name?: string
  readonly email?: string
}

/** The fields for a visitor's name and address. */
export const visitorFields = ({ words }: Pick<Owner, 'words'>, typed: Typed = {}): Html =>
  html`<p class="field"><label class="over" for="name">${words.name}</label><input id="name" name="name" autocomplete="name" maxlength="200" required value="${typed.name}"></p>
<p class="field"><label class="over" for="email">${words.email}</label><input id="email" name="email" type="email" autocomplete="email" maxlength="254" required value="${typed.email}"></p>`

export const noticeText = (notice: string | undefined): Html =>
  html`${notice !== undefined && html`<p class="card" role="status">${notice}</p>`}`

export const problemText = (problem: string | undefined): Html =>
  html`${problem !== undefined && html`<p class="problem" role="alert">${problem}</p>`}`
