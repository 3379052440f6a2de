// This is a separate module so that the file lists of these parts arrive after a page's first
// content.
export const orgMenu = async () => (await import('./org-menu.tsx')).OrgMenu
export const userMenu = async () => (await import('./user-menu.tsx')).UserMenu
export const palette = async () => (await import('./palette.tsx')).Palette
export const shortcutList = async () => (await import('./shortcut-list.tsx')).ShortcutList
