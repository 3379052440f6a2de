import { Flex, Stack } from '@mantine/core'
import { IconDots, IconSearch } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { apple } from '../../platform/page-facts.ts'
import links from '../../ui/page/nav-link.module.css'
import { Bell } from './bell.tsx'
import { LiveIndicator } from './live-indicator.tsx'
import { OrgSwitcher } from './org-switcher.tsx'
import classes from './shell.module.css'
import { usePlaces } from './use-places.ts'
import { UserButton } from './user-button.tsx'

export const SideBar = (props: { openPalette: () => void; openShortcuts: () => void }) => (
  <Stack
    className="firm"
    component="nav"
    gap={2}
    w={232}
    p="12px 8px"
    bg="var(--sunken)"
    miw={0}
    style={{ borderRight: '1px solid var(--line)' }}
    aria-label="Main"
  >
    <div className={classes.head}>
      <OrgSwitcher />
      <Bell />
    </div>
    <button
      type="button"
      className={`plate line firm ${classes.search}`}
      onClick={props.openPalette}
    >
      <IconSearch size={16} aria-hidden />
      Search
      <kbd>{apple ? '⌘K' : 'Ctrl K'}</kbd>
    </button>
    <div className={`column scrolling ${classes.places}`}>
      {usePlaces().map(({ to, params, label, icon: Glyph, group }, index, places) => (
        <Link
          key={label}
          to={to}
          params={params}
          className={`muted strong ${links.link}`}
          data-first-of-group={index > 0 && places[index - 1]?.group !== group}
          activeOptions={{ includeSearch: false }}
        >
          <Glyph size={18} stroke={1.75} aria-hidden />
          {label}
        </Link>
      ))}
    </div>

    <LiveIndicator />

    <UserButton openShortcuts={props.openShortcuts} />
  </Stack>
)

/** The bar above every page on narrow screens: the organisation, live indicator and bell. */
export const TopBar = () => (
  <section className={`line firm ${classes.top}`} aria-label="Top bar">
    <OrgSwitcher />

    <LiveIndicator />
    <Bell />
  </section>
)

export const BottomBar = (props: { openPalette: () => void; openShortcuts: () => void }) => (
  <Flex
    className="firm"
    component="nav"
    mih={57}
    bg="var(--raised)"
    pb="env(safe-area-inset-bottom)"
    style={{ borderTop: '1px solid var(--line)' }}
    aria-label="Main"
  >
    {usePlaces()
      .filter(({ inMenu }) => inMenu !== true)
      .map(({ to, params, label, icon: Glyph }) => (
        <Link
          key={label}
          to={to}
          params={params}
          className={`words muted ${classes.tab}`}
          activeOptions={{ includeSearch: false }}
        >
          <Glyph size={20} stroke={1.75} aria-hidden />
          {label}
        </Link>
      ))}
    <button type="button" className={`words muted ${classes.tab}`} onClick={props.openPalette}>
      <IconSearch size={20} stroke={1.75} aria-hidden />
      Search
    </button>
    <UserButton openShortcuts={props.openShortcuts}>
      <button type="button" className={`words muted ${classes.tab}`}>
        <IconDots size={20} stroke={1.75} aria-hidden />
        More
      </button>
    </UserButton>
  </Flex>
)
