import { type ComponentProps, createElement } from 'react'

type Props = ComponentProps<'div'>

/*
 * The parts of a grid whose cells are laid out freely, which a table does not allow. The arrow keys move between its
 * cells, and the roles tell a screen reader so.
 */
export const Grid = (props: Props) => createElement('div', { role: 'grid', ...props })
export const GridRow = (props: Props) => createElement('div', { role: 'row', ...props })
export const GridCell = (props: Props) => createElement('div', { role: 'gridcell', ...props })
