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
            className={`back ${classes.back}`}
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
  <nav className={classes.list} aria-label="Settings">
    <div className={classes.listInner}>
      <p className={classes.listTitle}>Settings</p>
      {settingsGroups.map(({ label, pages }) => (
        <div key={label}>
          <p className={`fine ${classes.groupLabel}`}>{label}</p>
          <ul className={`plain-list ${classes.group}`}>
            {pages.map(({ page, label, icon: Glyph }) => (
              <li key={page}>
                <Link
                  to="/settings/{-$page}"
                  params={{ page }}
                  className={links.link}
                  activeOptions={{ includeSearch: false }}
                >
                  <Glyph size={18} stroke={1.75} aria-hidden />
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  </nav>
)

/** Shows the list of settings as its own page on narrow screens. */
export function SettingsList() {
  return (
    <>
      <PageHeader title="Settings" />
      <nav className="page" aria-label="Settings">
        {settingsGroups.map(({ label, pages }) => (
          <section key={label} className={classes.section} aria-label={label}>
            <h2 className={`fine ${classes.groupLabel}`}>{label}</h2>
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
