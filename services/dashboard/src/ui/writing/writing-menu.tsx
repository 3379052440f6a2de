import { Menu } from '@mantine/core'
import { LateDropdown } from '../late-dropdown.tsx'
import type { LateMenuProps } from '../late-menu.tsx'
import { findObstacle } from './build-prompt.ts'
import type { Offer } from './offer.ts'
import classes from './writing.module.css'

export function WritingMenu({
  text,
  offers,
  onChoose,
  ...menu
}: LateMenuProps & { text: string; offers: readonly Offer[]; onChoose: (id: string) => void }) {
  const obstacle = findObstacle(text)
  return (
    <LateDropdown {...menu} width={260} position="bottom-start" className={classes.menu}>
      {obstacle !== undefined && <Menu.Label>{obstacle}</Menu.Label>}
      {offers.map(({ id, label }) => (
        <Menu.Item key={id} disabled={obstacle !== undefined} onClick={() => onChoose(id)}>
          <span className={classes.choice} dir="auto">
            {label}
          </span>
        </Menu.Item>
      ))}
    </LateDropdown>
  )
}
