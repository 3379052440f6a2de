// A module of its own: the lists of the files that these parts need arrive after the first content of a page.
export const orgMenu = async () => (await import('./org-menu.tsx')).OrgMenu
export const userMenu = async () => (await import('./user-menu.tsx')).UserMenu
export const palette = async () => (await import('./palette.tsx')).Palette
export const shortcutList = async () => (await import('./shortcut-list.tsx')).ShortcutList
