import { type RefObject, type UIEvent, useCallback, useLayoutEffect, useRef, useState } from 'react'

const nearEnd = 40

/**
 * Keeps the end of a growing list in view until the reader scrolls up. Starts again when the reader
 * returns to the end.
 */
export function useFollowing(
  scroll: RefObject<HTMLDivElement | null>,
  { live, count }: { live: boolean; count: number },
) {
  const [following, setFollowing] = useState(live)
  /**
   * The last scroll position in pixels. It has not changed if the page itself caused the scroll
   * event.
   */
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
    // The browser clamps the value to the end of the list.
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
      // If the window grows while the list is at its end, the list moves up although nobody has
      // scrolled.
      if (step < 0 && below >= 1) setFollowing(false)
      else if (step > 0 && live && below < nearEnd) setFollowing(true)
    },
  }
}
