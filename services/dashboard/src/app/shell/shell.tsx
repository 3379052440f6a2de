import { Box, Flex } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Navigate, Outlet } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { useRememberLists } from '../../platform/drafts/list-memory.ts'
import { betterAuth, confirmedQuery } from '../../platform/session/better-auth.ts'
import { confirmPush } from '../../platform/session/browser-push.ts'
import { useMe } from '../../platform/session/me.ts'
import { registerWorker } from '../../platform/session/service-worker.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { Background, ConnectionNote } from './background.tsx'
import { BottomBar, SideBar, TopBar } from './bars.tsx'
import { Palette } from './palette.tsx'
import classes from './shell.module.css'
import { ShortcutList } from './shortcut-list.tsx'
import { useShortcuts } from './use-shortcuts.ts'

function AddressHint() {
  const {
    user: { email },
  } = useMe()
  const { data: isConfirmed } = useQuery(confirmedQuery)
  const resend = useMutation({ mutationFn: betterAuth.resendVerification })
  if (isConfirmed !== false) return null
  return (
    <section className={`line firm ${classes.hint}`} aria-label="Address">
      <span className={classes.hintWords}>
        Confirm your address <span className="wide-only">with the link in the mail to</span>{' '}
        <strong>{email}</strong>
      </span>
      <BusyButton
        variant="subtle"
        size="compact-sm"
        loading={resend.isPending}
        disabled={resend.isSuccess}
        onClick={() => resend.mutate(email)}
      >
        {resend.isSuccess ? 'Sent' : resend.isError ? 'Not sent, try again' : 'Send it again'}
      </BusyButton>
    </section>
  )
}

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
  // The pages work without the worker. A new session takes over the browser's notifications.
  useEffect(
    () =>
      void registerWorker()
        .then(confirmPush)
        .catch(() => undefined),
    [],
  )
  return (
    <Flex direction={{ base: 'column', sm: 'row' }} h="100dvh">
      <a href="#page" className={classes.skip}>
        Skip to the page
      </a>
      {narrow ? <TopBar /> : <SideBar {...open} />}
      <div className="fill" style={{ minWidth: 0 }}>
        <Box
          id="page"
          className="fill"
          component="main"
          pos="relative"
          style={{ overflow: 'auto', outline: 'none' }}
          tabIndex={-1}
        >
          <Outlet />
        </Box>
        {/* This comes after the page, because it arrives late and must not move the page. */}
        <AddressHint />
        <ConnectionNote />
      </div>
      {narrow && <BottomBar {...open} />}
      <Background />
      {palette && <Palette onClose={() => setPalette(false)} openShortcuts={open.openShortcuts} />}
      {shortcuts && <ShortcutList onClose={() => setShortcuts(false)} />}
    </Flex>
  )
}
