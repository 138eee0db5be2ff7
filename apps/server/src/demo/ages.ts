import { dateAfter } from './production/stays.ts'

/** What broilers want, day by day: °C, and the % of full ventilation that they need to breathe. */
const targets = [
  { day: 1, setPoint: 32, minOutput: 3 },
  { day: 7, setPoint: 29, minOutput: 3 },
  { day: 14, setPoint: 25, minOutput: 4 },
  { day: 21, setPoint: 22, minOutput: 6 },
  { day: 28, setPoint: 20, minOutput: 9 },
  { day: 35, setPoint: 18, minOutput: 12 },
] as const
type Wanted = Omit<(typeof targets)[number], 'day'>

/** The age curve of a house whose animals came on `entryDate`; it is warm two days before. */
function cycleOf<P extends object>(entryDate: string, points: (of: Wanted) => P) {
  const [first, ...later] = targets.map(({ day, ...of }) => ({ day, ...points(of) }))
  const { day: _, ...young } = first!
  return {
    preCycle: { date: dateAfter(Date.parse(entryDate), -2), ...young },
    dayOne: { date: entryDate, ...young },
    days: later.slice(0, -1),
    lastDay: later.at(-1)!,
  }
}

export const airByAge = (entryDate: string) =>
  cycleOf(entryDate, ({ setPoint, minOutput }) => ({ setPoint, band: 4, minOutput, maxOutput: 100 }))

/** Heaters stay half a degree below the fans: nobody heats for the sky. */
export const warmthByAge = (entryDate: string) =>
  cycleOf(entryDate, ({ setPoint }) => ({ setPoint: setPoint - 0.5, differential: 0.5 }))
