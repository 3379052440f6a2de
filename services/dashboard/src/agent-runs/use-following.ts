import { type RefObject, type UIEvent, useCallback, useLayoutEffect, useRef, useState } from 'react'

const nearEnd = 40

/** Keeps the end of a growing list in view until the reader scrolls up, and again once the reader is back at it. */
export function useFollowing(
  scroll: RefObject<HTMLDivElement | null>,
  { live, count }: { live: boolean; count: number },
) {
  const [following, setFollowing] = useState(live)
  /** The position of the list; a scroll event of the page's own finds it unchanged. */
  const place = useRef(0)
  const scrollTo = useCallback(
    (top: number) => {
      const { current: list } = scroll
      if (list === null) return
      list.scrollTop = top
      place.current = list.scrollTop
    },
    [scroll],
  )
  useLayoutEffect(() => {
    // The browser takes the last place there is.
    if (following && count > 0) scrollTo(scroll.current?.scrollHeight ?? 0)
  }, [following, count, scroll, scrollTo])
  return {
    following,
    follow: () => setFollowing(true),
    show: useCallback(
      (top: number, height: number) => {
        setFollowing(false)
        scrollTo(top - ((scroll.current?.clientHeight ?? 0) - height) / 2)
      },
      [scroll, scrollTo],
    ),
    onScroll: ({
      currentTarget: { scrollTop, scrollHeight, clientHeight },
    }: UIEvent<HTMLDivElement>) => {
      const step = scrollTop - place.current
      place.current = scrollTop
      const below = scrollHeight - scrollTop - clientHeight
      // A window that grows moves a list that stands at its end up, without anybody scrolling.
      if (step < 0 && below >= 1) setFollowing(false)
      else if (step > 0 && live && below < nearEnd) setFollowing(true)
    },
  }
}
