/** Stops a round before each of its parts; whoever advances it waits until it stands at the next one. */
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

  /** Lets the round do its next part; false when it is over. One caller after the other. */
  advance(): Promise<boolean> {
    const turn = this.queue.then(async () => {
      if (this.over || this.open === undefined) return false
      const standing = new Promise<void>((resolve) => {
        this.arrived = resolve
      })
      const open = this.open
      this.open = undefined
      open()
      await standing
      return true
    })
    this.queue = turn
    return turn
  }
}
