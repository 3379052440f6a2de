import type { AnyRoute } from '@tanstack/react-router'
import { type PageModule, page } from '../platform/load-page.ts'

export function pagesBelow<R extends AnyRoute>(parent: R) {
  const at = <const P extends string, M extends PageModule, K extends keyof M & string>(
    path: P,
    importer: () => Promise<M>,
    name: K,
  ) => ({ getParentRoute: () => parent, path, component: page(importer, name) })
  return {
    at,
    /** Builds the options for a page with state in its address. */
    searched: <const P extends string, M extends PageModule, K extends keyof M & string, S>(
      path: P,
      importer: () => Promise<M>,
      name: K,
      validateSearch: S,
    ) => ({ ...at(path, importer, name), validateSearch }),
  }
}
