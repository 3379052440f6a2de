import { IconDots, IconSearch } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { places } from './navigation.ts'
import classes from './shell.module.css'
import { UserButton } from './user-button.tsx'

/** Navigation below the page on narrow screens. */
export const BottomBar = (props: { openPalette: () => void; openShortcuts: () => void }) => (
  <nav className={classes.bottom} aria-label="Main">
    {places
      .filter(({ inMenu }) => inMenu !== true)
      .map(({ to, label, icon: Glyph }) => (
        <Link key={label} to={to} className={classes.tab} activeOptions={{ includeSearch: false }}>
          <Glyph size={20} stroke={1.75} aria-hidden />
          {label}
        </Link>
      ))}
    <button type="button" className={classes.tab} onClick={props.openPalette}>
      <IconSearch size={20} stroke={1.75} aria-hidden />
      Search
    </button>
    <UserButton openShortcuts={props.openShortcuts}>
      <button type="button" className={classes.tab}>
        <IconDots size={20} stroke={1.75} aria-hidden />
        More
      </button>
    </UserButton>
  </nav>
)
