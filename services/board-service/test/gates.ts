/**
 * Stops a round before each of its steps. `advance` waits until the round reaches the next step.
 */
export class Gates {
  private over = false
  private open: (() => void) | undefined
  private arrived: () => void = () => {}
  private queue: Promise<unknown> = Promise.resolve()

  pass(): Promise<void> {
    return new Promise((resolve) => {
      this.open = resolve
      this.arrived()
    })
  }

  end(): void {
    this.over = true
    this.arrived()
  }

  /**
   * Runs the next step of the round, one caller at a time. Returns false if the round has ended.
   */
  advance(): Promise<boolean> {
    const turn = this.queue.then(async () => {
      if (this.over || this.open === undefined) return false
      const arrival = new Promise<void>((resolve) => {
        this.arrived = resolve
      })
      const open = this.open
      this.open = undefined
      open()
      await arrival
      return true
    })
    this.queue = turn
    return turn
  }
}
