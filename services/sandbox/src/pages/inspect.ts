import type { Context, Hono } from 'hono'
import { html } from 'hono/html'
import type { SandboxEnv } from '../payments/mount-api.ts'
import type { Markup } from './network-page.ts'

/** Renders a link to a page. */
export const link = (href: string, text: string): Markup => html`<a href="${href}">${text}</a>`

/** Renders a record's whole content, with the forms to change it. */
export const showRecord = (record: object, ...forms: readonly Markup[]): Markup =>
  html`<article>${showValue(record)}${forms}</article>`

function showValue(value: unknown): Markup | string {
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Uint8Array) return `${value.length} bytes`
  if (Array.isArray(value))
    return html`<ul>${value.map((each: unknown) => html`<li>${showValue(each)}</li>`)}</ul>`
  if (typeof value === 'object' && value !== null)
    return html`${Object.entries(value).map(showField)}`
  const text = String(value)
  return /^(https?:\/)?\/[\w.-]/.test(text) ? link(text, text) : text
}

function showField([name, value]: [string, unknown]): Markup | string {
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return ''
  if (name === 'image') return html`<img src="${value}" width="320" alt="">`
  if (name === 'video') return html`<video src="${value}" width="320" controls></video>`
  return html`<div><b>${name}</b> ${showValue(value)}</div>`
}

/** An input's kind, or a select box's choices with their labels. */
type Input =
  | 'text'
  | 'required'
  | 'lines'
  | 'number'
  | 'checkbox'
  | 'file'
  | 'hidden'
  | readonly string[]
  | Readonly<Record<string, string>>

/**
 * Renders a form. `mountForm` receives it at `to`. Each button sends its own name as `do`. `values`
 * fills the inputs.
 */
export const form = (
  to: string,
  inputs: Readonly<Record<string, Input>>,
  buttons: readonly string[],
  values: Readonly<Record<string, unknown>> = {},
): Markup =>
  html`<form method="post" action="${to}" ${'file' in inputs ? 'enctype=multipart/form-data' : ''}>
${Object.entries(inputs).map(([name, input]) =>
  input === 'hidden'
    ? html`<input type="hidden" name="${name}" value="${values[name] ?? ''}">`
    : html`<label>${name} ${renderInput(name, input, values[name] ?? '')}</label> `,
)}${buttons.map((name) => html`<button name="do" value="${name}">${name}</button> `)}</form>`

function renderInput(name: string, input: Input, value: unknown): Markup {
  if (input === 'lines')
    return html`<textarea name="${name}" rows="4" cols="60">${value}</textarea>`
  if (input === 'file') return html`<input name="${name}" type="file" multiple>`
  if (input === 'checkbox')
    return html`<input name="${name}" type="checkbox" ${value === true ? 'checked' : ''}>`
  if (input === 'required') return html`<input name="${name}" value="${value}" required>`
  if (typeof input === 'string')
    return html`<input name="${name}" type="${input}" value="${value}">`
  const labels = Array.isArray(input)
    ? Object.fromEntries(input.map((choice) => [choice, choice]))
    : input
  return html`<select name="${name}">${Object.entries(labels).map(
    ([choice, label]) =>
      html`<option value="${choice}" ${choice === value ? 'selected' : ''}>${label}</option>`,
  )}</select>`
}

/** A sent form. */
export interface SentForm {
  /** Returns an input's text, or an empty text if it was not sent. */
  text(name: string): string
  files(name: string): File[]
}

/** Handles the forms sent to `path`. Redirects to the page returned by `act`, or to `back`. */
export function mountForm(
  app: Hono<SandboxEnv>,
  path: string,
  back: string | ((c: Context) => string),
  act: (form: SentForm, c: Context) => unknown,
): void {
  app.post(path, async (c) => {
    const sent = await c.req.parseBody({ all: true })
    const text = (name: string) => (typeof sent[name] === 'string' ? sent[name] : '')
    const files = (name: string) =>
      [sent[name] ?? []]
        .flat()
        .filter((file): file is File => file instanceof File && file.size > 0)
    const page = await act({ text, files }, c)
    if (page instanceof Response) return page
    if (typeof page === 'string') return c.redirect(page, 303)
    return c.redirect(typeof back === 'string' ? back : back(c), 303)
  })
}
