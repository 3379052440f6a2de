import { parseHTML } from 'linkedom'

export interface DomNode {
  readonly nodeType: number
  readonly localName?: string
  readonly nodeValue: string | null
  readonly firstChild: DomNode | null
  readonly nextSibling: DomNode | null
  readonly parentNode: DomNode | null
}

export interface DomElement extends DomNode {
  readonly textContent: string
  getAttribute(name: string): string | null
}

export interface DomDocument extends DomNode {
  readonly body: DomElement | null
  readonly documentElement: DomElement | null
  querySelector(selectors: string): DomElement | null
  querySelectorAll(selectors: string): Iterable<DomElement>
}

/** Parses a document without running scripts or loading anything. */
export const parseDocument = (html: string): DomDocument =>
  (parseHTML(html) as unknown as { document: DomDocument }).document
