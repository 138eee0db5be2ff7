import type { EventCategory, EventCause, EventStep, Severity } from '@steading/contract/events/events'
import { DateTime } from 'luxon'
import { TIME_ZONE } from './farm.ts'
import type { PastEvent } from './history.sql.ts'

type Name = 'root' | 'integrator' | 'manager' | 'stock' | 'reader' | 'installer'
/** A step, who took it, how many minutes after the opening, and what they noted. */
type Step = readonly [step: EventStep, by: Name, after: number, notes?: string]

interface DiaryEntry {
  /** Days ago, and the hour of that day there. */
  readonly when: readonly [days: number, hour: number, minute: number]
  readonly at: string
  readonly by: Name
  readonly what: readonly [title: string, category: EventCategory, severity: Severity, cause: EventCause]
  readonly description: string
  readonly steps: readonly Step[]
}

/** Manual events and tickets that the people of the demo farm recorded in the last three months. */
export const diary: readonly DiaryEntry[] = [
  {
    when: [1, 16, 20],
    at: 'QPL/h1',
    by: 'stock',
    what: ['Feed line jammed', 'FEED', 'MAJOR', 'EQUIPMENT_FAILURE'],
    description: 'The auger of line 2 stands still, the pans at the end of the house are empty.',
    steps: [
      ['SEEN', 'manager', 6],
      ['GOING', 'stock', 9, 'Taking the spare shear pin along'],
    ],
  },
  {
    when: [2, 7, 40],
    at: 'VSR/r1',
    by: 'reader',
    what: ['Coughing in pens 4 to 6', 'ANIMAL_HEALTH', 'MODERATE', 'UNKNOWN'],
    description: 'Since last night. Appetite normal.',
    steps: [],
  },
  {
    when: [3, 9, 5],
    at: 'QPL',
    by: 'manager',
    what: ['Which rule lights the house at night?', 'HELPDESK', 'LOW', 'QUESTION'],
    description: 'The light stays on until 23:00; where can the last hour be changed?',
    steps: [['SOLVED', 'integrator', 95, 'Light programme, tab Schedule']],
  },
  {
    when: [5, 14, 30],
    at: 'GAV/h1',
    by: 'manager',
    what: ['Bearing of fan 3 is loud', 'TECHNICAL', 'MODERATE', 'EQUIPMENT_FAILURE'],
    description: 'It can be heard at the door. Still turns.',
    steps: [['SEEN', 'installer', 60, 'Bearing ordered, comes on Thursday']],
  },
  {
    when: [8, 6, 15],
    at: 'QPL/h3',
    by: 'stock',
    what: ['Door of the lobby found open', 'SECURITY', 'MAJOR', 'HUMAN_ERROR'],
    description: 'Lock closed, latch not. Nothing is missing.',
    steps: [
      ['CHECKED', 'stock', 4, 'No bird outside, no tracks'],
      ['SOLVED', 'manager', 50, 'Latch adjusted; reminded the night round'],
    ],
  },
  {
    when: [11, 12, 0],
    at: 'HAZ/s1',
    by: 'reader',
    what: ['Drinkers on the left side run slow', 'WATER', 'MAJOR', 'EQUIPMENT_FAILURE'],
    description: 'Filter full of sand after the work on the well.',
    steps: [
      ['SEEN', 'integrator', 12],
      ['CHECKED', 'reader', 25, 'Filter rinsed, 1.2 bar again'],
      ['SOLVED', 'integrator', 40],
    ],
  },
  {
    when: [14, 18, 45],
    at: 'GAV',
    by: 'manager',
    what: ['Feed delivery a day late', 'FEED', 'MODERATE', 'SUPPLY'],
    description: 'Lorry broke down. Silo B holds until tomorrow evening.',
    steps: [['SOLVED', 'manager', 1070, 'Delivered, 14.2 t']],
  },
  {
    when: [19, 10, 10],
    at: 'QPL/h2',
    by: 'stock',
    what: ['Values of the scale jump', 'HELPDESK_MALFUNCTIONS', 'MODERATE', 'SENSOR_FAULT'],
    description: 'Between 1.9 and 2.4 kg within a minute.',
    steps: [
      ['SEEN', 'installer', 130],
      ['SOLVED', 'installer', 1500, 'Cable of the load cell replaced'],
    ],
  },
  {
    when: [23, 15, 30],
    at: 'QPL',
    by: 'manager',
    what: ['Storm announced for tonight', 'CLIMATE', 'LOW', 'WEATHER'],
    description: 'Gusts to 90 km/h. Curtains down by 19:00, generator tested.',
    steps: [['SOLVED', 'manager', 900]],
  },
  {
    when: [24, 2, 50],
    at: 'QPL/h1',
    by: 'stock',
    what: ['Mains gone, generator took over', 'POWER', 'MAJOR', 'POWER_FAILURE'],
    description: 'Line fault in the storm. Generator ran after 9 s.',
    steps: [
      ['CHECKED', 'stock', 20, 'All fans run'],
      ['SOLVED', 'stock', 205, 'Mains back at 06:10'],
    ],
  },
  {
    when: [31, 8, 20],
    at: 'QPL/h3',
    by: 'stock',
    what: ['More dead birds than usual', 'ANIMAL_HEALTH', 'MAJOR', 'DISEASE'],
    description: '41 this morning, 12 yesterday. Vet called.',
    steps: [
      ['SEEN', 'manager', 8],
      ['CHECKED', 'manager', 150, 'Vet: E. coli, treatment by water for five days'],
      ['SOLVED', 'manager', 7300, 'Back to 10 a day'],
    ],
  },
  {
    when: [38, 11, 0],
    at: 'VSR',
    by: 'integrator',
    what: ['Report of feed by pen', 'HELPDESK_DEVELOPMENT', 'LOW', 'REQUEST'],
    description: 'The abattoir asks for feed by pen and week.',
    steps: [['SEEN', 'root', 400]],
  },
  {
    when: [46, 13, 15],
    at: 'GAV/h2',
    by: 'manager',
    what: ['Smell of ammonia at the door', 'AIR_QUALITY', 'MODERATE', 'SETTING'],
    description: 'Least ventilation was set too low after the clean-out.',
    steps: [['SOLVED', 'manager', 35, 'Least ventilation 12 → 16 %']],
  },
  {
    when: [58, 20, 5],
    at: 'QPL/h2',
    by: 'stock',
    what: ['Siren without reason', 'TECHNICAL', 'LOW', 'FALSE_ALARM'],
    description: 'Somebody leant on the test button.',
    steps: [['SOLVED', 'stock', 3]],
  },
  {
    when: [72, 7, 55],
    at: 'HAZ/e2',
    by: 'reader',
    what: ['Heat lamp broken in pen 2', 'CLIMATE', 'MODERATE', 'EQUIPMENT_FAILURE'],
    description: 'Piglets lie in a heap.',
    steps: [
      ['GOING', 'reader', 2],
      ['SOLVED', 'reader', 18, 'New lamp'],
    ],
  },
  {
    when: [88, 17, 25],
    at: 'GAV/h1',
    by: 'manager',
    what: ['Water meter counts without flow', 'WATER', 'LOW', 'SENSOR_FAULT'],
    description: '',
    steps: [['SOLVED', 'installer', 2900, 'Meter replaced']],
  },
]

/** Diary entries of the last `days` days before `now` (ms UTC) as events. `place` and `person` resolve names to ids. */
export function pastEvents(
  { days, now }: { readonly days: number; readonly now: number },
  place: (key: string) => string,
  person: (name: string) => string,
): PastEvent[] {
  const today = DateTime.fromMillis(now, { zone: TIME_ZONE })
  const recent = diary.filter(({ when: [ago] }) => ago < days)
  // Oldest first, so that ids ascend with time.
  return recent.toReversed().map(({ when: [ago, hour, minute], at, by, what, description, steps }) => {
    const [title, category, severity, cause] = what
    const opened = today.minus({ days: ago }).set({ hour, minute, second: 0, millisecond: 0 })
    return {
      entityId: place(at),
      title,
      description,
      severity,
      category,
      cause,
      by: person(by),
      openDate: opened.toJSDate(),
      steps: steps.map(([step, who, after, notes = '']) => ({
        step,
        notes,
        by: person(who),
        at: opened.plus({ minutes: after }).toJSDate(),
      })),
    }
  })
}
