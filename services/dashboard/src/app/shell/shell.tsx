import { useMediaQuery } from '@mantine/hooks'
import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense, useMemo, useState } from 'react'
import { AddressHint } from './address-hint.tsx'
import { BottomBar } from './bottom-bar.tsx'
import classes from './shell.module.css'
import { SideBar } from './side-bar.tsx'
import { useShortcuts } from './use-shortcuts.ts'

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }))
const LiveEvents = lazy(async () => ({ default: (await import('../../live/live-events.tsx')).LiveEvents }))
const ThemeOfPerson = lazy(async () => ({
  default: (await import('../../platform/use-theme.ts')).ThemeOfPerson,
}))
const ShortcutList = lazy(async () => ({ default: (await import('./shortcut-list.tsx')).ShortcutList }))

/** The frame of every page behind the sign-in. */
export function Shell() {
  const [palette, setPalette] = useState(false)
  const [shortcuts, setShortcuts] = useState(false)
  const narrow = useMediaQuery('(max-width: 767px)', undefined, { getInitialValueInEffect: false })
  const open = useMemo(
    () => ({ openPalette: () => setPalette(true), openShortcuts: () => setShortcuts(true) }),
    [],
  )
  useShortcuts(open)
  return (
    <div className={classes.shell}>
      <a href="#page" className={classes.skip}>
        Skip to the page
      </a>
      {!narrow && <SideBar {...open} />}
      <div className={classes.main}>
        <AddressHint />
        <main id="page" className={classes.page} tabIndex={-1}>
          <Outlet />
        </main>
      </div>
      {narrow && <BottomBar {...open} />}
      <Suspense>
        <LiveEvents />
        <ThemeOfPerson />
      </Suspense>
      <Suspense>
        {palette && <Palette onClose={() => setPalette(false)} />}
        {shortcuts && <ShortcutList onClose={() => setShortcuts(false)} />}
      </Suspense>
    </div>
  )
}
