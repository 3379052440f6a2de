import { Box } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import links from '../ui/page/nav-link.module.css'
import { PageHeader } from '../ui/page/page-header.tsx'
import { RowWords } from './section.tsx'
import classes from './settings.module.css'
import { settingsGroups } from './settings-pages.ts'

/** Returns true on narrow screens, where the settings list is a separate page. */
export const useNarrow = (): boolean =>
  useMediaQuery('(max-width: 767px)', undefined, { getInitialValueInEffect: false }) === true

/** Shows the side list next to a settings page, or a link back to the list on narrow screens. */
export function SettingsFrame({ children }: { children: ReactNode }) {
  const narrow = useNarrow()
  return (
    <div className={classes.frame}>
      {!narrow && <SideList />}
      <div className="column">
        {narrow && (
          <Link
            to="/settings/{-$page}"
            params={{ page: undefined }}
            className="back"
            style={{ margin: '12px 16px 0 12px' }}
          >
            <IconChevronLeft size={16} aria-hidden />
            Settings
          </Link>
        )}
        {children}
      </div>
    </div>
  )
}

const SideList = () => (
  <Box
    component="nav"
    p="16px 8px"
    style={{ borderRight: '1px solid var(--line)' }}
    aria-label="Settings"
  >
    <Box pos="sticky" top={16}>
      <Box className="bold" component="p" m="0 8px 16px" fz="lg" lh="24px">
        Settings
      </Box>
      {settingsGroups.map(({ label, pages }) => (
        <div key={label}>
          <Box className="fine strong" component="p" m="0 8px 4px">
            {label}
          </Box>
          <Box className="plain-list" component="ul" m="0 0 20px">
            {pages.map(({ page, label, icon: Glyph }) => (
              <li key={page}>
                <Link
                  to="/settings/{-$page}"
                  params={{ page }}
                  className={`muted strong ${links.link}`}
                  activeOptions={{ includeSearch: false }}
                >
                  <Glyph size={18} stroke={1.75} aria-hidden />
                  {label}
                </Link>
              </li>
            ))}
          </Box>
        </div>
      ))}
    </Box>
  </Box>
)

/** Shows the list of settings as its own page on narrow screens. */
export function SettingsList() {
  return (
    <>
      <PageHeader title="Settings" />
      <nav className="page" aria-label="Settings">
        {settingsGroups.map(({ label, pages }) => (
          <section key={label} className={classes.section} aria-label={label}>
            <Box className="fine strong" component="h2" m="0 8px 4px">
              {label}
            </Box>
            <ul className={`card ${classes.card}`}>
              {pages.map(({ page, label, hint, icon: Glyph }) => (
                <li key={page}>
                  <Link to="/settings/{-$page}" params={{ page }} className="row">
                    <Glyph size={20} stroke={1.5} className="glyph" aria-hidden />
                    <RowWords label={label} hint={hint} />
                    <IconChevronRight size={16} className="glyph" aria-hidden />
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
    </>
  )
}
