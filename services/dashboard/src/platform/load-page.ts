import { lazyRouteComponent } from '@tanstack/react-router'

const everyMs = 3_000
const apartMs = 30_000
const reloadedKey = 'atrium.reloaded'

/** Thrown if code cannot be loaded, because the server is away or has a newer build. */
class MissingModule extends Error {
  constructor(cause: unknown) {
    super('A part of the page is missing', { cause })
    this.name = 'MissingModule'
  }
}

// Browsers have no error class for a failed import.
const importFailed = /dynamically imported module|importing a module script|preload CSS/i

export const isMissingModule = (error: unknown): boolean =>
  error instanceof MissingModule || (error instanceof Error && importFailed.test(error.message))

const load = async <T>(importer: () => Promise<T>): Promise<T> => {
  try {
    return await importer()
  } catch (error) {
    throw new MissingModule(error)
  }
}

/**
 * Reloads the page once its server responds, at most every 30 seconds. Returns a function that
 * stops it.
 */
export function reloadWhenBack(): () => void {
  const timer = setInterval(async () => {
    if (Date.now() - Number(sessionStorage.getItem(reloadedKey)) < apartMs) return
    const answer = await fetch(window.location.href, { method: 'HEAD', cache: 'no-store' }).catch(
      () => null,
    )
    if (answer?.ok !== true) return
    sessionStorage.setItem(reloadedKey, String(Date.now()))
    window.location.reload()
  }, everyMs)
  return () => clearInterval(timer)
}

export type PageModule = Record<string, unknown>

/** Returns a route's component, loaded on its first visit. */
export const page = <M extends PageModule, K extends keyof M & string>(
  importer: () => Promise<M>,
  name: K,
) => lazyRouteComponent(() => load(importer), name)
