import type { Locator, Page } from 'playwright-core'

export const stage = (page: Page): Locator =>
  page.getByRole('application', { name: 'Canvas of the workflow' })

/** Returns a node on the canvas. */
export const drawn = (page: Page, name: string): Locator =>
  stage(page).locator(`.react-flow__node[aria-label^=${JSON.stringify(`${name}, `)}]`)

/** Returns the edge between two nodes on the canvas, by node name. */
export const edge = (page: Page, from: string, to: string): Locator =>
  stage(page).locator(`.react-flow__edge[aria-label="From ${from} to ${to}"]`)

/** Returns the settings panel of a node. */
export const inspector = (page: Page, name: string): Locator =>
  page.getByRole('region', { name: `Settings of ${name}`, exact: true })

/** Finds a node in the list of steps and adds it behind the selected node, with the keyboard only. */
export async function addNode(page: Page, search: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a step', exact: true }).click()
  const find = page.getByRole('textbox', { name: 'Search the steps' })
  await find.fill(search)
  await find.press('Enter')
  await find.waitFor({ state: 'detached' })
}

/** Returns a graph node to send to the API. */
export const nodeAt = (
  id: string,
  type: string,
  name: string,
  { x, y = 0, params = {} }: { x: number; y?: number | undefined; params?: object | undefined },
) => ({
  id,
  type,
  name,
  params,
  position: { x, y },
})

export const edgeBetween = (from: string, to: string, output = 'main') => ({
  from: { node: from, output },
  to: { node: to, input: 'main' },
})
