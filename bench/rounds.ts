/** A figure of each round; what counts is the median. */
export const median = (figures: readonly number[]): number => figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)]!

const thousands = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })
export const whole = (figure: number) => thousands.format(figure)

export interface Contest {
  readonly name: string
  /** Answers what it reached, in whatever is compared. */
  readonly run: (round: number) => Promise<number>
}

/** Runs all contests in turn, again and again, so that what else the machine does falls on all of them; answers their medians. */
export async function interleaved(contests: readonly Contest[], rounds: number, unit: string): Promise<number[]> {
  const figures: number[][] = contests.map(() => [])
  for (let round = 0; round < rounds; round++)
    for (const [index, { run }] of contests.entries()) figures[index]!.push(await run(round))
  for (const [index, { name }] of contests.entries())
    console.log(
      `  ${name.padEnd(58)} ${whole(median(figures[index]!)).padStart(10)} ${unit}   (${figures[index]!.map(whole).join(', ')})`,
    )
  return figures.map(median)
}

export const ratio = (what: string, reached: number, goal: number) =>
  console.log(`  ${what.padEnd(58)} ${reached.toFixed(2).padStart(10)}      goal ${goal.toFixed(2)}`)
