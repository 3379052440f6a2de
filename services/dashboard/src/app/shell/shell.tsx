import { useMediaQuery } from '@mantine/hooks'
import { Navigate, Outlet } from '@tanstack/react-router'
import { Suspense, useMemo, useState } from 'react'
import { afterwards, late } from '../../platform/load-page.ts'
import { useMe } from '../../platform/me.ts'
import { useRememberLists } from '../../platform/use-list-memory.ts'
import classes from './shell.module.css'
import { useShortcuts } from './use-shortcuts.ts'

const AddressHint = afterwards(async () => (await import('./address-hint.tsx')).AddressHint)
const BottomBar = late(async () => (await import('./narrow-bars.tsx')).BottomBar)
const SideBar = late(async () => (await import('./side-bar.tsx')).SideBar)
const TopBar = late(async () => (await import('./narrow-bars.tsx')).TopBar)
const Palette = late(async () => (await import('./opened-parts.ts')).palette())
const Background = afterwards(async () => (await import('./background.tsx')).Background)
const ShortcutList = late(async () => (await import('./opened-parts.ts')).shortcutList())

/**
 * The frame of every page behind the sign-in. It is mounted again for another user or organisation.
 */
export function Shell() {
  const { user, org } = useMe()
  // Another user may have ended the membership.
  if (org === null) return <Navigate to="/create-organisation" />
  return <Frame key={`${user.id} ${org.id}`} />
}

function Frame() {
  const [palette, setPalette] = useState(false)
  const [shortcuts, setShortcuts] = useState(false)
  const narrow = useMediaQuery('(max-width: 767px)', undefined, { getInitialValueInEffect: false })
  const open = useMemo(
    () => ({ openPalette: () => setPalette(true), openShortcuts: () => setShortcuts(true) }),
    [],
  )
  useShortcuts(open)
  useRememberLists()
  return (
    <div className={classes.shell}>
      <a href="#page" className={classes.skip}>
        Skip to the page
      </a>
      {narrow ? (
        <Suspense fallback={<div className={`line ${classes.top}`} aria-busy="true" />}>
          <TopBar />
        </Suspense>
      ) : (
        <Suspense fallback={<div className={`column ${classes.side}`} aria-busy="true" />}>
          <SideBar {...open} />
        </Suspense>
      )}
      <div className="fill" style={{ minWidth: 0 }}>
        <main id="page" className={`fill ${classes.page}`} tabIndex={-1}>
          <Outlet />
        </main>
        {/* This comes after the page, because it arrives late and must not move the page. */}
        <Suspense>
          <AddressHint />
        </Suspense>
      </div>
      {narrow && (
        <Suspense fallback={<div className={classes.bottom} aria-busy="true" />}>
          <BottomBar {...open} />
        </Suspense>
      )}
      <Suspense>
        <Background />
      </Suspense>
      <Suspense>
        {palette && (
          <Palette onClose={() => setPalette(false)} openShortcuts={open.openShortcuts} />
        )}
        {shortcuts && <ShortcutList onClose={() => setShortcuts(false)} />}
      </Suspense>
    </div>
  )
}
