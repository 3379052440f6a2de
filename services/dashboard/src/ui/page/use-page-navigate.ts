import { useMatch, useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'

const withoutSlash = (pathname: string): string => pathname.replace(/\/$/, '')

/**
 * Returns a function that navigates like `navigate` until the user leaves the page that called
 * this hook. After that it does nothing, so that a late response does not bring the user back.
 */
export function usePageNavigate<N extends (options: never) => Promise<void>>(navigate: N): N {
  const router = useRouter()
  // The match is this page's until the next page is shown, the latest location changes at once.
  const page = useMatch({ strict: false, select: ({ pathname }) => withoutSlash(pathname) })
  return useCallback(
    (options: Parameters<N>[0]) =>
      withoutSlash(router.latestLocation.pathname) === page ? navigate(options) : Promise.resolve(),
    [router, page, navigate],
  ) as N
}
